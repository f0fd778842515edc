"""controller-as-signal."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import members_of, native_declarations, written_value
from webmcp_lint.site.tool import Member
from webmcp_lint.source import Edit


@rule(
    level=Level.ERROR,
    summary="an `AbortController` in the place of its signal",
    sources=("Chromium 156: RO-signal-str (`Failed to convert value to 'AbortSignal'`)",),
    fix="safe",
)
def controller_as_signal(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the controllers that are handed over as `signal`."""
    return once(_findings(page))


def _findings(page: Page) -> Iterator[Finding]:
    for tool, declaration in native_declarations(page):
        signal = members_of(declaration.options).get("signal")
        if signal is not None and signal.maker == "AbortController":
            yield Finding(
                "`signal` is an AbortController",
                written_value(signal),
                label="registerTool rejects it: Failed to read the 'signal' property from"
                " 'ModelContextRegisterToolOptions': Failed to convert value to 'AbortSignal'",
                help="hand over its signal: `controller.signal`",
                tool=tool.label,
                fix=_fix(signal),
            )


def _fix(signal: Member) -> Fix | None:
    written = signal.expression
    if written is None or signal.key is None:
        return None
    text = f"{signal.name}: {written.text}.signal" if signal.key == signal.whole else f"{written.text}.signal"
    return Fix("hand over its signal", (Edit(written, text),), is_safe=True)
