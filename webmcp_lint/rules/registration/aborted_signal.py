"""aborted-signal."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.browser.versions import ABORTED_SIGNAL_REJECTS
from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import members_of, native_declarations, written_value
from webmcp_lint.site.tool import Aborted, Declaration, Tool


@rule(
    level=Level.ERROR,
    summary="a tool that is registered with a signal which is aborted already",
    sources=(
        "Chromium 156: R-abort: registerTool rejects with the reason of the signal",
        "webmachinelearning/webmcp#202: Chrome 151 registers nothing, without a word",
    ),
)
def aborted_signal(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the signals that are aborted on every way to the registration, or when it comes for the second time."""
    is_said = settings.targets.reaches(ABORTED_SIGNAL_REJECTS)
    label = "registerTool rejects with an AbortError" if is_said else "registerTool does nothing, without a word"
    yield from once(
        _finding(tool, declaration, declaration.aborted, label)
        for tool, declaration in native_declarations(page)
        if declaration.aborted is not None
    )


def _finding(tool: Tool, declaration: Declaration, aborted: Aborted, label: str) -> Finding:
    signal = members_of(declaration.options).get("signal")
    place = declaration.call if signal is None else written_value(signal)
    is_apart = aborted.location != place
    return Finding(
        "this signal is aborted for good when its owner goes"
        if aborted.is_reused
        else "this signal is aborted already",
        place,
        label=f"from the second time on {label}" if aborted.is_reused else label,
        help="make a new AbortController for each registration",
        tool=tool.label,
        related=(Related(aborted.location, "it is aborted here"),) if is_apart else (),
    )
