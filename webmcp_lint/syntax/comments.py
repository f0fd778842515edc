"""Comments that hold a certain word, in every language that is read, each with what follows it."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from webmcp_lint.source import SourceFile, Span
from webmcp_lint.syntax import tags
from webmcp_lint.syntax.components import (
    COMPONENTS,
    beyond_frontmatter,
    component_markup,
    component_script,
    frontmatter,
    inline_script,
    script_elements,
)
from webmcp_lint.syntax.javascript import Node, Script, grammar_of

_LISTS = frozenset(
    {"program", "statement_block", "class_body", "switch_body", "switch_case", "switch_default", "ERROR"}
    | {"object", "object_pattern", "array", "array_pattern", "arguments", "formal_parameters"}
    | {"object_type", "interface_body", "enum_body", "named_imports", "export_clause"}
    | {"jsx_opening_element", "jsx_self_closing_element"}
)
"""Nodes whose children stand one after the other, each for itself: statements, properties, arguments, attributes."""
_OPENING = frozenset({"jsx_opening_element", "jsx_self_closing_element"})
_DECORATION = re.compile(r"[\s*]*")
_IN_BRACES = re.compile(r"\{\s*+(/\*(?:[^*]|\*(?!/)){0,2000}+\*/)\s*+\}")


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment: `data` is what stands between its delimiters.

    `following` is the next start tag in markup; in JavaScript the next statement, property, argument or member, or what
    is left of the one that the comment stands in. `source` is the script that it is part of, or the whole file.
    """

    span: Span
    data: Span
    following: Span | None
    source: Span


def comments(file: SourceFile, word: str) -> list[Comment]:
    """Return the comments of a script or a component that hold `word`."""
    grammar = grammar_of(file.path)
    if grammar is not None:
        return list(_of_script(Script(file, file.text, grammar), Span(0, len(file.text)), word))
    found: list[Comment] = []
    if file.path.endswith(COMPONENTS):
        scan = tags.scan(component_markup(file))
        found += markup_comments(file, scan.tokens, word)
        script = component_script(file)
        found += () if script is None else _of_script(script, Span(0, len(file.text)), word)
        if file.path.endswith(".astro"):
            found += _in_braces(file, scan, word)
    return sorted(found, key=lambda comment: comment.span)


def markup_comments(file: SourceFile, tokens: Iterable[tags.Token], word: str) -> list[Comment]:
    """Return the comments among the tokens of a page that hold `word`."""
    listed = list(tokens)
    starts = [token.span for token in listed if isinstance(token, tags.StartTag)]
    whole = Span(0, len(file.text))
    return [
        Comment(token.span, token.data, _next_of(starts, token.span.end), whole)
        for token in listed
        if isinstance(token, tags.Comment) and word in file.text[slice(*token.data)]
    ]


def inline_comments(file: SourceFile, word: str) -> Iterator[Comment]:
    """Yield the comments in the scripts of a page that hold `word`."""
    for element in script_elements(file.text):
        if element.content is not None and word in file.text[slice(*element.content)]:
            script = inline_script(file, file.text, element)
            if script is not None:
                yield from _of_script(script, element.content, word)


def _next_of(spans: list[Span], offset: int) -> Span | None:
    index = bisect.bisect_left(spans, offset, key=lambda span: span.start)
    return spans[index] if index < len(spans) else None


def _of_script(script: Script, source: Span, word: str) -> Iterator[Comment]:
    text = script.file.text
    for span in script.comments:
        if word not in text[slice(*span)]:
            continue
        node = _around(script.root, span)
        is_alone = node.type == "jsx_expression" and not node.children
        outer = node.span if is_alone else span
        following = _next_tag(node, span.end) if is_alone else _following(node, span.end)
        yield Comment(outer, _data(text, span), following, source)


def _data(text: str, span: Span) -> Span:
    """Return what stands in a comment: without its delimiters, and the asterisks that decorate it."""
    start, end = span
    opening = "<!--" if text.startswith("<!--", start) else text[start : start + 2]
    start += len(opening)
    if opening == "/*":
        end -= 2 * text.endswith("*/", start, end)
        decoration = _DECORATION.match(text, start, end)
        start = start if decoration is None else decoration.end()
    return Span(start, max(start, end))


def _around(root: Node, span: Span) -> Node:
    """Return the smallest node that a comment stands in."""
    node = root
    while True:
        index = bisect.bisect_right(node.children, span.start, key=lambda child: child.start) - 1
        if index < 0 or node.children[index].end < span.end:
            return node
        node = node.children[index]


def _following(node: Node, offset: int) -> Span | None:
    while True:
        index = bisect.bisect_left(node.children, offset, key=lambda child: child.start)
        if index < len(node.children):
            break
        if node.type in _LISTS or node.parent is None:
            return None
        node = node.parent  # a comment behind a statement without a semicolon stands in it
    start, end = node.children[index].span
    while node.type not in _LISTS and node.parent is not None:
        end = node.end
        node = node.parent
    return Span(start, end)


def _next_tag(node: Node, offset: int) -> Span | None:
    """Return the first tag behind a comment among the children of an element in JSX."""
    siblings = () if node.parent is None else node.parent.children
    for sibling in siblings:
        if sibling.start >= offset:
            for each in sibling.walk():
                if each.type in _OPENING:
                    return each.span
    return None


def _in_braces(file: SourceFile, scan: tags.Scan, word: str) -> Iterator[Comment]:
    """Yield the comments in braces of an Astro component, outside its tags, scripts and frontmatter."""
    text = file.text
    starts = [tag.span for tag in scan.start_tags]
    front = frontmatter(file)
    scripts = [each.content for each in script_elements(beyond_frontmatter(file)) if each.content is not None]
    taken = sorted([*starts, *scripts, *(() if front is None else (front,))])
    for match in _IN_BRACES.finditer(text):
        index = bisect.bisect_right(taken, match.start(), key=lambda span: span.start) - 1
        if word in match[1] and not (index >= 0 and taken[index].end > match.start()):
            following = _next_of(starts, match.end())
            yield Comment(Span(*match.span()), _data(text, Span(*match.span(1))), following, Span(0, len(text)))
