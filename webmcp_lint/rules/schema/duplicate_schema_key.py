"""duplicate-schema-key."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.schema.contract import contracts
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page


@rule(
    level=Level.WARNING,
    summary="a key that an object literal of a schema has twice",
    sources=("ECMA-262, 13.2.5.5: a later property replaces an earlier one of the same name",),
)
def duplicate_schema_key(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield each later key, which undoes an earlier one."""
    return once(_findings(page))


def _findings(page: Page) -> Iterator[Finding]:
    for contract in contracts(page):
        for at, key in contract.schema.duplicates:
            name = at.rpartition("/")[2].replace("~1", "/").replace("~0", "~")
            yield contract.finding(
                f"`{name}` is here a second time",
                key,
                label=f"this one counts; what the first `{name}` says never reaches an agent",
                help_="keep one of the two",
            )
