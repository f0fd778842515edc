"""hidden-unicode."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.safety.invisible import Hidden, hidden, name, visible
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.texts import AgentText, texts
from webmcp_lint.source import Edit, Location


@rule(
    level=Level.ERROR,
    summary="invisible characters in what an agent reads: bidi controls, tag characters, zero-width characters and the like",
    sources=(
        "CVE-2021-42574 (Trojan Source)",
        "Unicode 16: Default_Ignorable_Code_Point, Bidi_Control; UTS #51 (emoji sequences)",
        "Chromium 156: a description with a lone surrogate reads back as an empty string",
    ),
    fix="safe",
)
def hidden_unicode(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the texts in which characters stand that nobody sees and that have no work to do there."""
    for tool in page.tools:
        for text in texts(tool):
            stretches = list(hidden(text.known or ""))
            if not stretches:
                continue
            places = text.places([(each.start, each.end) for each in stretches])
            yield Finding(
                f"{visible(text.subject)} holds {_description(stretches)}",
                places[0] or text.location,
                label=_consequence(text, stretches),
                help="take it out" if _count(stretches) == 1 else "take them out",
                tool=tool.label,
                fix=_fix(places),
            )


def _count(stretches: Sequence[Hidden]) -> int:
    return sum(len(each.text) for each in stretches)


def _description(stretches: Sequence[Hidden]) -> str:
    count, first = _count(stretches), name(stretches[0].text[0])
    return f"an invisible character, {first}" if count == 1 else f"{count:,} invisible characters, the first {first}"


def _consequence(text: AgentText, stretches: Sequence[Hidden]) -> str:
    if any("\ud800" <= char <= "\udfff" for each in stretches for char in each.text):
        return f"with half a character in it, the {text.kind} reaches an agent empty"
    message = "".join(each.message for each in stretches)
    if message:
        return f"nobody sees it, and an agent reads: {message[:80]}"
    return "an agent reads what nobody who looks at the source can see"


def _fix(places: Sequence[Location | None]) -> Fix | None:
    edits = [Edit(place, "") for place in places if place is not None]
    return Fix("remove the invisible characters", edits, is_safe=True) if len(edits) == len(places) else None
