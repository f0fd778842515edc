"""Input schemas beside what `execute` does with the input that they describe."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from webmcp_lint.findings import Related
from webmcp_lint.located import Json, Schema
from webmcp_lint.rules.schema.contract import IN_PLACE
from webmcp_lint.site.handling import Inputs, KeyUse
from webmcp_lint.site.page import Page
from webmcp_lint.site.tool import Parameter, Tool

_OF_OBJECTS: Final = frozenset({"constructor", "toString", "valueOf", "hasOwnProperty", "__proto__"})


@dataclass(frozen=True, eq=False, slots=True)
class Handled:
    """A tool with what its calls do with their input: one entry for each function that may be behind it."""

    tool: Tool
    inputs: tuple[Inputs, ...]
    is_validated: bool
    """Whether a library checks the input against the schema before."""

    @property
    def parameters(self) -> dict[str, Parameter] | None:
        """The parameters that the schema declares; None where there may be others, or there is no schema."""
        schema = self.tool.schema
        if schema is None or not isinstance(schema.value, dict) or not _is_closed(schema, schema.value):
            return None
        return {each.name: each for each in self.tool.parameters}

    def undeclared(self) -> Iterator[KeyUse]:
        """Yield the reads of keys that the schema certainly does not declare, where the way of the input is in sight."""
        declared = self.parameters
        for inputs in self.inputs if declared is not None else ():
            if inputs.handovers or not inputs.is_complete:
                continue
            for read in inputs.reads:
                is_plain = read.is_certain and not read.is_test and not read.is_fallback
                is_own = read.key in (declared or {}) or read.key in inputs.written or read.key in _OF_OBJECTS
                if is_plain and not is_own:
                    yield read

    def declared_at(self) -> tuple[Related, ...]:
        """Return where the parameters are declared, for a finding that stands elsewhere."""
        origin = None if self.tool.schema is None else self.tool.schema.origins.get("/properties")
        place = None if origin is None else origin.key or origin.value
        return () if place is None else (Related(place, "declares the parameters"),)


def handled(page: Page) -> Iterator[Handled]:
    """Yield the tools of scripts whose every `execute` is in sight."""
    for tool in (*page.tools, *page.rejected):
        declared = tool.declarations
        behind = [each.handling for each in declared if each.handling is not None]
        if declared and len(behind) == len(declared) and not any(each.is_judged for each in declared):
            of_library = any(each.library is not None for each in declared)
            functions = {each.location: each for each in behind}
            yield Handled(tool, tuple(each.inputs for each in functions.values()), of_library)


def _is_closed(schema: Schema, root: dict[str, Json]) -> bool:
    """Whether no other schema, pattern or spread may declare more parameters."""
    if "" in schema.open or "/properties" in schema.open or not root.keys().isdisjoint(IN_PLACE):
        return False
    if "patternProperties" in root or root.get("additionalProperties", False) is not False:
        return False
    return isinstance(root.get("properties", {}), dict)
