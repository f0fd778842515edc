"""unused-suppression: a comment that silences nothing; only the linter can know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import Rule, is_selector
from webmcp_lint.source import Edit, Location
from webmcp_lint.suppressions import Suppression

RULE = Rule(
    name="unused-suppression",
    category="surface",
    level=Level.WARNING,
    summary="a suppression comment that silences nothing, or names no rule",
    sources=("a stale suppression hides the next fault at its place",),
    check=None,
    aliases=(),
    precision="high",
    fix="safe",
    since="0.1.0",
)


def find(comments: Sequence[Suppression], active: set[str]) -> Iterator[Finding]:
    """Yield the names that silenced nothing; `active` are the names of the rules that ran.

    A rule that is switched off does not make its suppression unused. What may silence this rule itself is left to
    `find_last`.
    """
    active = active - RULE.names
    for comment in comments:
        for index, rule in enumerate(comment.rules):
            if not is_selector(rule.text):
                yield _finding(f"no rule is called `{rule.text}`", rule, _removal(comment, index))
            elif rule.text in active and rule.text not in comment.used:
                yield _finding(f"`{rule.text}` has nothing to silence here", rule, _removal(comment, index))


def find_last(comments: Sequence[Suppression]) -> Iterator[tuple[Finding, Suppression]]:
    """Yield what could have silenced a finding of `find` and silenced nothing; none silences its own finding."""
    for comment in comments:
        if not comment.rules and not comment.used:
            yield _finding("this comment silences nothing", comment.location, _whole(comment.location)), comment
        for index, rule in enumerate(comment.rules):
            if rule.text in RULE.names and rule.text not in comment.used:
                message = f"`{rule.text}` has nothing to silence here"
                yield _finding(message, rule, _removal(comment, index)), comment


def _finding(message: str, location: Location, removed: Location) -> Finding:
    return Finding(message, location, help="remove it", fix=Fix("remove it", (Edit(removed, ""),), is_safe=True))


def _removal(comment: Suppression, index: int) -> Location:
    """Return what to delete: the whole comment, or one name of several with its comma."""
    if len(comment.rules) < 2:
        return _whole(comment.location)
    rule = comment.rules[index]
    if index == 0:
        return rule.file.location(rule.span.start, comment.rules[1].span.start)
    return rule.file.location(comment.rules[index - 1].span.end, rule.span.end)


def _whole(comment: Location) -> Location:
    """Return what to delete of a comment: its lines too, where nothing else stands on them."""
    file, (start, end) = comment.file, comment.span
    first, last = (file.line_of(offset) for offset in (start, end))
    before, after = file.line_span(first).start, file.line_span(last).end
    if file.text[before:start].strip(" \t") or file.text[end:after].strip(" \t"):
        return comment
    return file.location(before, file.line_starts[last] if last < len(file.line_starts) else after)
