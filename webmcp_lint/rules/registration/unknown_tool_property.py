"""unknown-tool-property."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webmcp_lint.browser.versions import OUTPUT_SCHEMA, Targets
from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.registration.renaming import renaming
from webmcp_lint.rules.registration.tool_keys import meant_for
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import key, native_declarations
from webmcp_lint.site.tool import Declaration, Member

_CONSEQUENCES: Final = {
    "name": "the browser drops it, and refuses a tool without a name",
    "description": "the browser drops it, and refuses a tool without a description",
    "inputSchema": "the browser drops it: an agent sees no parameters",
    "outputSchema": "the browser drops it: an agent is not told what comes back",
    "annotations": "the browser drops it with all hints in it",
    "title": "the browser drops it: the tool has no title",
}


@rule(
    level=Level.WARNING,
    summary="a key of a tool that the browser drops where it reads another one",
    sources=("Chromium 156: R-extra: unknown members are dropped without a word",),
    fix="safe",
)
def unknown_tool_property(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the keys of other dialects for what the browser calls otherwise, where the right key is absent."""
    return once(_findings(page, settings.targets))


def _findings(page: Page, targets: Targets) -> Iterator[Finding]:
    reads_output = targets.reaches(OUTPUT_SCHEMA)
    for tool, declaration in native_declarations(page):
        output = declaration.members.get("outputSchema")
        if output is not None and output.kind != "undefined" and not reads_output:
            yield Finding(
                f"{targets} ignores `outputSchema`" if targets.is_single else f"{targets} ignore `outputSchema`",
                key(output),
                label=f"{_CONSEQUENCES['outputSchema']}; Chrome reads it from {OUTPUT_SCHEMA.since} on",
                help="leave it out, or say in the description what comes back",
                tool=tool.label,
            )
        for name, consequence in _CONSEQUENCES.items():
            if name == "outputSchema" and not reads_output:
                continue
            member = meant_for(declaration, name)
            if member is not None:
                yield Finding(
                    f"the browser does not know `{member.name}`",
                    key(member),
                    label=consequence,
                    help=f"call it `{name}`",
                    tool=tool.label,
                    fix=_fix(page, member, name, declaration),
                )


def _fix(page: Page, member: Member, name: str, declaration: Declaration) -> Fix | None:
    # A zod schema or JSON text under the right name is the next fault
    is_ready = member.maker is None and member.stringified is None
    if not is_ready:
        return None
    return renaming(member, name, declaration, is_read_elsewhere=page.supplies_context)
