"""What the report keeps of a page: its cards, so that no page has to stay in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from webmcp_lint.reporters.html import tools
from webmcp_lint.reporters.html.markup import Html
from webmcp_lint.site.page import Page
from webmcp_lint.site.tool import Tool


@dataclass(frozen=True, slots=True)
class Card:
    """A tool, ready to be shown; `paths` are the files in which a finding on it may lie."""

    name: str | None
    anchor: str
    head: Html
    body: Html
    paths: frozenset[str]
    is_refused: bool


@dataclass(frozen=True, slots=True)
class CollectedPage:
    """A page with its cards, and the registrations that could not be read."""

    path: str
    is_document: bool
    cards: Sequence[Card]
    unread: Sequence[str]
    tokens: int

    @property
    def tools(self) -> int:
        """How many tools an agent finds."""
        return sum(not card.is_refused for card in self.cards)


@dataclass(slots=True)
class Pages:
    """The pages of a report, in the order in which they were read."""

    pages: list[CollectedPage] = field(default_factory=list)

    def add(self, page: Page) -> None:
        """Take what the report shows of a page; nothing where it declares nothing."""
        if not (page.tools or page.rejected or page.unread):
            return
        number = len(self.pages) + 1
        declared = [*page.tools, *page.rejected]
        cards = [_card(tool, page, f"page-{number}-tool-{index}") for index, tool in enumerate(declared, 1)]
        unread = [f"{each.location.file.path}:{each.location.start.line}: {each.reason}" for each in page.unread]
        tokens = sum(tool.tokens for tool in page.tools)
        self.pages.append(CollectedPage(page.path, page.is_document, cards, unread, tokens))


def _card(tool: Tool, page: Page, anchor: str) -> Card:
    places = (tool.location, tool.name.location, tool.description.location, *tool.registered_at)
    return Card(
        tool.label,
        anchor,
        tools.head(tool, page, anchor),
        tools.body(tool, anchor),
        frozenset({page.path, *(each.file.path for each in places)}),
        is_refused=tool.refusal is not None,
    )
