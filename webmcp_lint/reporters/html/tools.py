"""A tool as an agent gets it."""

from __future__ import annotations

from webmcp_lint.browser.clients import CLIENTS
from webmcp_lint.located import Unknown
from webmcp_lint.reporters import cards
from webmcp_lint.reporters.html.markup import Html, join, tag
from webmcp_lint.reporters.report import counted
from webmcp_lint.site.page import Page
from webmcp_lint.site.tool import Parameter, Tool

_CHARACTERS_PER_TOKEN = 4


def budget(parameters: int) -> int:
    """Return about how many tokens Chrome's guidance gives a tool: for its name, its description and its parameters."""
    chrome = CLIENTS["chrome"]
    name, description = chrome.advised_name or 0, chrome.advised_description or 0
    parameter = name + (chrome.advised_parameter_description or 0)
    return -(-(name + description + parameters * parameter) // _CHARACTERS_PER_TOKEN)


def head(tool: Tool, page: Page, anchor: str) -> Html:
    """Return the name of a tool, where it is declared, and what is said of it beside its words."""
    facts = [tool.kind, cards.place(tool.location, page), *cards.hints(tool)]
    return join(
        tag("h3", tag("code", cards.name_of(tool) or '""'), id=anchor),
        tag("p", " · ".join(facts), class_="facts"),
        tag("p", tag("strong", "not a tool: "), tool.refusal or "", class_="refusal") if tool.refusal else "",
    )


def body(tool: Tool, anchor: str) -> Html:
    """Return the words of a tool, its parameters, and how large it is."""
    return join(_description(tool), _parameters(tool), _unread(tool), _size(tool, anchor))


def _description(tool: Tool) -> Html:
    match tool.description.value:
        case Unknown(reason=reason):
            return tag("p", f"(description not read: {reason})", class_="unread")
        case str(words) if words.strip():
            return tag("p", " ".join(words.split()), class_="description")
        case _:
            return tag("p", "(no description)", class_="unread")


def _parameters(tool: Tool) -> Html:
    parameters = list(tool.parameters)
    if not parameters:
        is_unread = any(at.startswith("/input_schema") for at, _ in tool.unknowns())
        return tag("p", "parameters not read" if is_unread else "no parameters", class_="unread")
    heads = tag("tr", *(tag("th", each, scope="col") for each in ("Parameter", "Takes", "Description")))
    return tag("table", tag("thead", heads), tag("tbody", *map(_parameter, parameters)))


def _parameter(parameter: Parameter) -> Html:
    described = parameter.description
    words = " ".join(described.split()) if isinstance(described, str) else ""
    return tag(
        "tr",
        tag("th", tag("code", parameter.name or '""'), scope="row"),
        tag("td", cards.shape(parameter)),
        tag("td", words),
    )


def _unread(tool: Tool) -> Html:
    items = [
        tag("li", f"{cards.part(at)}: {unknown.reason} ({unknown.location.file.path}:{unknown.location.start.line})")
        for at, unknown in tool.unknowns()
    ]
    return join(tag("p", "Not read:", class_="unread"), tag("ul", *items, class_="unread")) if items else Html()


def _size(tool: Tool, anchor: str) -> Html:
    """Return a bar of the tool's tokens against what guidance gives a tool of so many parameters."""
    limit = budget(sum(1 for _ in tool.parameters))
    over = f", {counted(tool.tokens - limit, 'token')} over" if tool.tokens > limit else ""
    words = f"about {counted(tool.tokens, 'token')} of {limit:,}{over}"
    label = f"{anchor}-size"
    return tag(
        "p",
        tag("meter", min=0, max=limit, high=limit - 1, optimum=0, value=min(tool.tokens, limit), aria_labelledby=label),
        " ",
        tag("span", words, id=label),
        class_="size",
    )
