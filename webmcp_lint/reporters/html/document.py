"""The whole report: one file that loads nothing, reads well without its script, and shows findings where they belong."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from importlib import resources

from webmcp_lint import __version__
from webmcp_lint.findings import Level
from webmcp_lint.linter import Diagnostic
from webmcp_lint.reporters.html.collected import Card, CollectedPage
from webmcp_lint.reporters.html.findings import finding
from webmcp_lint.reporters.html.markup import Html, tag
from webmcp_lint.reporters.report import Report, counted, summary

GENERATOR = b'<meta name="generator" content="webmcp-lint '
"""What no other page holds."""

_LEVELS = (Level.ERROR, Level.WARNING, Level.NOTE)

_BARS = (
    "A bar compares the size of a tool with what Chrome's guidance gives a tool of so many parameters: for its name, its"
    " description and theirs. A token is taken for four bytes."
)


def render(report: Report, pages: Sequence[CollectedPage]) -> str:
    """Return the page."""
    style, script = _asset("report.css"), _asset("report.js")
    policy = (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; img-src data:;"
        " base-uri 'none'; form-action 'none'"
    )
    placed = _Placed(report)
    sections = [section for number, page in enumerate(pages, 1) for section in _page(page, number, placed)]
    sections += _elsewhere(placed)
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", name="generator", content=f"webmcp-lint {__version__}"),
        tag("title", "WebMCP: what agents find"),
        tag("style", Html(style)),
    )
    body = tag(
        "body",
        tag("a", "To the tools", href="#tools", class_="skip"),
        tag("header", tag("h1", "What agents find"), tag("p", summary(report)), _contents(pages), _skipped(report)),
        _filter(),
        tag("main", *sections or [tag("p", "No page declares a tool.")], id="tools", tabindex="-1"),
        tag("footer", tag("p", _BARS), tag("p", f"Written by webmcp-lint {__version__}.")),
        tag("script", Html(script)),
    )
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"


class _Placed:
    """The findings that are shown, each at one tool, one page, or one file."""

    def __init__(self, report: Report) -> None:
        self.of_tools: dict[str, list[Diagnostic]] = {}
        self.of_files: dict[str, list[Diagnostic]] = {}
        self.shown_at: dict[int, tuple[str, str]] = {}
        for diagnostic in report.shown:
            self.of_tools.setdefault(diagnostic.finding.tool or "", []).append(diagnostic)
            self.of_files.setdefault(diagnostic.location.file.path, []).append(diagnostic)

    def at_tool(self, card: Card, page: CollectedPage) -> tuple[list[Diagnostic], list[tuple[str, str]]]:
        """Return the findings on a tool: those to show, and where the others are shown, by anchor and page."""
        here: list[Diagnostic] = []
        there: dict[tuple[str, str], None] = {}
        for diagnostic in self.of_tools.get(card.name or "", ()) if card.name else ():
            if diagnostic.location.file.path not in card.paths:
                continue
            if id(diagnostic) in self.shown_at:
                there[self.shown_at[id(diagnostic)]] = None
            else:
                self.shown_at[id(diagnostic)] = (card.anchor, page.path)
                here.append(diagnostic)
        return here, list(there)

    def left_in(self, path: str) -> list[Diagnostic]:
        """Return the findings in a file that no tool has shown; from now on they count as shown."""
        left = [each for each in self.of_files.get(path, ()) if id(each) not in self.shown_at]
        self.shown_at |= {id(each): ("", path) for each in left}
        return left


def _page(page: CollectedPage, number: int, placed: _Placed) -> Iterator[Html]:
    cards = [_card(card, page, placed) for card in page.cards]
    anchor = f"page-{number}"
    kind = "" if page.is_document else " a script that no page loads ·"
    yield tag(
        "section",
        tag("h2", tag("code", page.path), id=anchor),
        tag(
            "p", f"{kind} {counted(page.tools, 'tool')}, about {counted(page.tokens, 'token')}".strip(), class_="facts"
        ),
        *cards,
        *(tag("p", f"Not read: {each}", class_="unread") for each in page.unread),
        *(finding(each, "h3") for each in placed.left_in(page.path)),
        aria_labelledby=anchor,
        class_="page",
    )


def _card(card: Card, page: CollectedPage, placed: _Placed) -> Html:
    here, there = placed.at_tool(card, page)
    links = [tag("p", "Its findings are shown at ", tag("a", path, href=f"#{anchor}"), ".") for anchor, path in there]
    return tag(
        "article",
        card.head,
        card.body,
        *(finding(each, "h4") for each in here),
        *links,
        class_="tool refused" if card.is_refused else "tool",
        aria_labelledby=card.anchor,
    )


def _elsewhere(placed: _Placed) -> Iterator[Html]:
    """Yield what was found in files that have no section of their own."""
    for number, path in enumerate(sorted(placed.of_files), 1):
        left = placed.left_in(path)
        if left:
            anchor = f"file-{number}"
            yield tag(
                "section",
                tag("h2", tag("code", path), id=anchor),
                *(finding(each, "h3") for each in left),
                aria_labelledby=anchor,
                class_="page",
            )


def _contents(pages: Sequence[CollectedPage]) -> Html:
    if len(pages) < 2:
        return Html()
    items = [
        tag("li", tag("a", page.path, href=f"#page-{number}"), f" · {counted(page.tools, 'tool')}")
        for number, page in enumerate(pages, 1)
    ]
    return tag("nav", tag("ul", *items), aria_label="Pages")


def _skipped(report: Report) -> Html:
    if not report.skipped:
        return Html()
    items = [tag("li", f"{each.path}: {each.reason}") for each in report.skipped]
    return tag("details", tag("summary", f"{counted(len(items), 'file')} skipped"), tag("ul", *items))


def _filter() -> Html:
    """Return the form that the script shows and answers; without it there is nothing to filter with."""
    choices = [("", "all tools"), ("any", "tools with findings"), *((str(level), f"{level}s") for level in _LEVELS)]
    return tag(
        "form",
        tag("label", "Search", for_="search"),
        tag("input", id="search", type="search", autocomplete="off"),
        tag("label", "Show", for_="show"),
        tag("select", *(tag("option", words, value=value) for value, words in choices), id="show"),
        tag("output", "", id="shown", for_="search show"),
        role="search",
        id="filter",
        hidden=True,
    )


def _asset(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def _digest(content: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}"
