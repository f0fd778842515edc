"""Configuration files: where they lie, what they say, and what is wrong with them."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from webmcp_lint.settings import Settings


@dataclass(frozen=True, slots=True)
class Configuration:
    """What a project sets; the command line may say otherwise."""

    file: Path | None = None
    settings: Settings = field(default_factory=Settings)
    fail_on: str = "warning"
    requires_reason: bool = False
    baseline: Path | None = None

    @property
    def shown_baseline(self) -> Path | None:
        """The path of the baseline from the working directory."""
        return None if self.baseline is None else Path(os.path.relpath(self.baseline))
