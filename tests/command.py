"""The command line as tests call it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple


class Run(NamedTuple):
    """What a run printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:  # noqa: ANN401  JSON
        return json.loads(self.out)

    @property
    def rules(self) -> list[str]:
        """The findings of a run with `--format json`: path, line and rule, with the reason's place where silenced."""
        return [
            f"{each['path']}:{each['line']} {each['rule']}" + (" (silenced)" if each["suppressed"] else "")
            for each in self.json["findings"]
        ]


Webmcp = Callable[..., Run]
