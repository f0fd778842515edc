"""Where a comment goes that silences a finding: of several places, the first at which it is read as one."""

from __future__ import annotations

import bisect
from collections.abc import Iterator

from webmcp_lint import suppressions
from webmcp_lint.fixes import Change, changed
from webmcp_lint.linter import Diagnostic
from webmcp_lint.source import SourceFile, Span
from webmcp_lint.syntax import tags
from webmcp_lint.syntax.components import COMPONENTS, beyond_frontmatter, frontmatter, script_elements
from webmcp_lint.syntax.damage import is_damaged
from webmcp_lint.syntax.javascript import grammar_of
from webmcp_lint.syntax.templates import Dialect, mask

_IN_SCRIPTS = ("// {}", "/* {} */", "{{/* {} */}}")
_IN_MARKUP = ("<!-- {} -->",)


def change(diagnostic: Diagnostic) -> Change | None:
    """Return the comment that silences a finding and nothing else does; None where none can be written."""
    file, (start, _) = diagnostic.location.file, diagnostic.location.span
    for each in _candidates(file, start, diagnostic.rule.name):
        after = changed(file.text, [each])
        if _silences(SourceFile(file.path, after), diagnostic, start + (len(each.text) if each.start <= start else 0)):
            if is_damaged(file, after, [each]):
                continue
            return each
    return None


def _silences(file: SourceFile, diagnostic: Diagnostic, start: int) -> bool:
    if file.path.endswith(COMPONENTS) or grammar_of(file.path) is not None:
        written = suppressions.of_file(file)
    else:
        written = suppressions.of_markup(file, mask(file.text, Dialect.detect(file.path, file.text)).text)
    silencers = suppressions.silencers(written, diagnostic.rule.names, [(start, None)])
    return silencers != [None]


def _candidates(file: SourceFile, offset: int, rule: str) -> Iterator[Change]:
    is_script = _is_in_script(file, offset)
    comments = _IN_SCRIPTS if is_script else _IN_MARKUP
    next_line, this_line = f"webmcp-lint-disable-next-line {rule}", f"webmcp-lint-disable-line {rule}"
    for at in _heads(file, offset, is_script=is_script):
        line = file.line_span(file.line_of(at))
        indent = file.text[line.start : at]
        if not indent.strip():
            for comment in comments:
                yield Change(line.start, line.start, f"{indent}{comment.format(next_line)}{_line_end(file)}")
        else:
            for comment in comments:
                if not comment.startswith("//"):
                    yield Change(at, at, f"{comment.format(next_line)} ")
    end = file.line_span(file.line_of(offset)).end
    for comment in comments:
        yield Change(end, end, f" {comment.format(this_line)}")


def _heads(file: SourceFile, offset: int, *, is_script: bool) -> Iterator[int]:
    """Yield the places before which a comment may stand that is for the next thing."""
    line = file.line_span(file.line_of(offset))
    if not is_script:
        starts = [tag.span for tag in tags.scan(beyond_frontmatter(file)).start_tags]
        index = bisect.bisect_right(starts, offset, key=lambda span: span.start) - 1
        if index >= 0 and starts[index].end > offset:
            yield starts[index].start
            return
    text = file.text[line.start : line.end]
    yield line.start + len(text) - len(text.lstrip())


def _is_in_script(file: SourceFile, offset: int) -> bool:
    if grammar_of(file.path) is not None:
        return True
    front = frontmatter(file)
    spans = [element.content for element in script_elements(beyond_frontmatter(file))]
    return any(span is not None and _holds(span, offset) for span in (*spans, front))


def _holds(span: Span, offset: int) -> bool:
    return span.start <= offset < span.end


def _line_end(file: SourceFile) -> str:
    return "\r\n" if "\r\n" in file.text else "\n"
