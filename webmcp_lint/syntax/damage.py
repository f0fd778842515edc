"""Whether a text parses worse after a change than before it."""

from __future__ import annotations

import bisect
import re
from collections.abc import Sequence
from itertools import accumulate

from webmcp_lint.source import SourceFile, Span
from webmcp_lint.syntax import tags
from webmcp_lint.syntax.components import COMPONENTS, component_markup, component_script, script_elements
from webmcp_lint.syntax.javascript import Grammar, error_count, grammar_of
from webmcp_lint.syntax.templates import Dialect, mask

_MISPLACED = re.compile("[\"'<]")
"""What stands in the name of an attribute only where quotes went wrong."""

_Token = tuple[str, int, int]
_Change = tuple[int, int, str]


def is_damaged(before: SourceFile, after: str, changes: Sequence[_Change]) -> bool:
    """Whether `after`, which is what `changes` make of a file's text, parses worse.

    A script does so where the grammar makes less sense of it; markup does where a tag or comment that no change touches
    is gone, or there is a new one outside the changes, or where holes of a template begin or end elsewhere.
    """
    grammar = grammar_of(before.path)
    if grammar is not None:
        return error_count(after, grammar) > error_count(before.text, grammar)
    changed = SourceFile(before.path, after)
    if before.path.endswith(COMPONENTS):
        old, new = component_markup(before), component_markup(changed)
        return _is_torn(old, new, changes) or _component_errors(changed) > _component_errors(before)
    old, new = (mask(text, Dialect.detect(before.path, text)).text for text in (before.text, after))
    return _is_torn(old, new, changes) or _page_errors(after) > _page_errors(before.text)


def _component_errors(file: SourceFile) -> int:
    script = component_script(file)
    return 0 if script is None else error_count(script.text, script.grammar)


def _page_errors(text: str) -> int:
    total = 0
    for element in script_elements(text):
        if element.content is not None:
            grammar: Grammar = "typescript" if element.language in {"ts", "typescript"} else "javascript"
            total += error_count(text[slice(*element.content)], grammar)
    return total


def _is_torn(before: str, after: str, changes: Sequence[_Change]) -> bool:
    old, new = tags.scan(before), tags.scan(after)
    places = _Places(changes)
    if not _is_masked_alike(before, after, changes):
        return True
    kept, regions = [], list(changes)
    for token in map(_identity, old.tokens):
        if places.touches(Span(token[1], token[2])):
            regions.append((token[1], token[2], ""))
        else:
            kept.append((token[0], places.behind(token[1]), places.ahead(token[2])))
    found = set(map(_identity, new.tokens))
    if not found.issuperset(kept):
        return True
    spans = sorted((places.ahead(start), places.behind(end)) for start, end, _ in regions)
    ends = list(accumulate((end for _, end in spans), max))
    for _, start, end in found.difference(kept):
        index = bisect.bisect_right(spans, start, key=lambda span: span[0]) - 1
        if index < 0 or ends[index] < end:
            return True
    return _misquoted(new) > _misquoted(old)


def _is_masked_alike(before: str, after: str, changes: Sequence[_Change]) -> bool:
    """Whether what stands outside the changes still counts as markup, or as a hole, as it did."""
    old = new = 0
    for start, end, text in changes:
        length = start - old
        if before[old:start] != after[new : new + length]:
            return False
        old, new = end, new + length + len(text)
    return before[old:] == after[new:]


def _identity(token: tags.Token) -> _Token:
    return ("!" if isinstance(token, tags.Comment) else f"{type(token).__name__} {token.name}", *token.span)


def _misquoted(scan: tags.Scan) -> int:
    return sum(bool(_MISPLACED.search(attribute.name)) for tag in scan.start_tags for attribute in tag.attributes)


class _Places:
    """Where offsets of the text before changes are after them."""

    def __init__(self, changes: Sequence[_Change]) -> None:
        self._changes = changes
        self._starts = [start for start, _, _ in changes]
        self._ends = [end for _, end, _ in changes]
        self._growth = [0, *accumulate(len(text) - (end - start) for start, end, text in changes)]

    def touches(self, span: Span) -> bool:
        """Whether a change reaches into a span; one that only inserts at its edge does not."""
        index = bisect.bisect_right(self._ends, span.start)
        return index < len(self._changes) and self._starts[index] < span.end

    def ahead(self, offset: int) -> int:
        """Return where an offset goes that stays ahead of what is inserted there."""
        return offset + self._growth[bisect.bisect_left(self._starts, offset)]

    def behind(self, offset: int) -> int:
        """Return where an offset goes that comes behind what is inserted there."""
        return offset + self._growth[bisect.bisect_right(self._ends, offset)]
