"""A finding with the code it is about."""

from __future__ import annotations

from webmcp_lint import rule_pages
from webmcp_lint.linter import Diagnostic
from webmcp_lint.reporters.html.code import excerpt
from webmcp_lint.reporters.html.markup import Html, join, prose, tag
from webmcp_lint.source import Location


def finding(diagnostic: Diagnostic, heading: str) -> Html:
    """Return a finding; `heading` is the element of its message, `h3` or `h4`."""
    about, level = diagnostic.finding, str(diagnostic.level)
    return tag(
        "article",
        tag(heading, tag("span", level, class_=f"level {level}"), " ", prose(about.message)),
        tag("p", _place(diagnostic.location), " · ", _rule(diagnostic), class_="facts"),
        excerpt(diagnostic.location),
        tag("p", prose(about.label), class_="label") if about.label else "",
        _advice(diagnostic),
        *(_related(each.location, each.message) for each in about.related),
        class_="finding",
        data_level=level,
    )


def _rule(diagnostic: Diagnostic) -> Html:
    address = rule_pages.url(diagnostic.rule)
    name = diagnostic.rule.name
    return tag("a", name, href=address, rel="noreferrer") if address else tag("span", name)


def _place(location: Location) -> Html:
    line, column = location.start
    return tag("span", f"{location.file.path}:{line}:{column}", class_="place")


def _advice(diagnostic: Diagnostic) -> Html:
    about = diagnostic.finding
    words = [] if about.help is None else [prose(about.help)]
    if about.fix is not None:
        title = prose(about.fix.title)
        words = [join("fix: ", title)] if about.fix.is_safe else [*words, join("possible fix: ", title)]
    return join(*(tag("p", each, class_="advice") for each in words))


def _related(location: Location, message: str) -> Html:
    return tag(
        "div", tag("p", prose(message), " ", _place(location), class_="facts"), excerpt(location), class_="related"
    )
