"""missing-agent-feedback."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.forms.filled_in import is_filled_in
from webmcp_lint.settings import Settings
from webmcp_lint.site.bindings import may_have
from webmcp_lint.site.inline_scripts import script_words
from webmcp_lint.site.page import Page
from webmcp_lint.syntax.dom import Element, text_content

_STYLES: Final = re.compile(r":tool-(?:form|submit)-active\b|@import\b", re.IGNORECASE)
_SHOWN: Final = re.compile(rf"toolactivated\b|{_STYLES.pattern}", re.IGNORECASE)
_LISTENS: Final = frozenset({"toolactivated", "ontoolactivated"})


@rule(
    level=Level.OFF,
    summary="a tool form that waits for a person's review on a page that does not show that an agent filled it",
    sources=(
        "WebMCP explainer: `:tool-form-active`, `:tool-submit-active`",
        "Chromium 156: `toolactivated` fires on `document.modelContext` once the form is filled",
    ),
)
def missing_agent_feedback(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the first reviewed form of a page whose styles and scripts take no notice of agents."""
    # What shows the form of a component, the pages around it have
    if not page.is_document or is_filled_in(page) or _shows_agents(page):
        return
    reviewed = (
        tool
        for tool in page.tools
        if tool.form is not None
        and not tool.form.frame
        and not tool.is_autosubmitted
        and not may_have(tool.form.form, "toolautosubmit")
    )
    first = min(reviewed, key=lambda tool: tool.location.span, default=None)
    if first is not None:
        yield Finding(
            "nothing on this page shows a person that an agent filled a form",
            first.name.location,
            label="the call waits until a person submits the form",
            help="style `form:tool-form-active` and `:tool-submit-active`, or listen for `toolactivated`",
            tool=first.label,
        )


def _shows_agents(page: Page) -> bool:
    """Whether the page shows them, or loads styles or scripts that do or may."""
    document = page.document
    if any(_STYLES.search(text_content(element)) for element in document.of_name("style")):
        return True
    if not _LISTENS.isdisjoint(script_words(document)):
        return True
    if not any(map(_loads, document.of_name("link", "script"))):
        return False
    loaded = page.loaded()
    return loaded is None or any(_SHOWN.search(file.text) for file in loaded)


def _loads(element: Element) -> bool:
    if element.is_html("link"):
        return "stylesheet" in element.value("rel").lower().split()
    return element.get("src") is not None or "import" in text_content(element)
