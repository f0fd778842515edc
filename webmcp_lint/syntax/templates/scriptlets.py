"""`<% code %>`: ERB, EJS and JSP."""

from __future__ import annotations

import re

from webmcp_lint.syntax.templates import ruby
from webmcp_lint.syntax.templates.braces import Braces
from webmcp_lint.syntax.templates.draft import Draft

_JSP = re.compile(r"<%|\\?[$#]\{|<(?P<end>/?)c:(?P<name>if|choose|when|otherwise|forEach|forTokens)(?![\w.:-])")
_EXPRESSION = re.compile(
    r"""(?:[^"'{}\\]++|\\.|"(?:[^"\\\r\n]|\\.)*+"|'(?:[^'\\\r\n]|\\.)*+'|["']|\{[^{}]*+\})*+\}""", re.DOTALL
)
_REST_OF_TAG = re.compile(r"""(?:[^"'>]++|"[^"]*+"|'[^']*+')*+>""")
_CONDITION = re.compile(r"""\s(?:test|items)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)')""")


def read_erb(draft: Draft) -> None:
    """Read a template of ERB."""
    at = 0
    while (start := draft.find("<%", at)) is not None:
        at, closed = _tag(draft, start)
        if closed:
            if not draft.text.startswith("#", start + 2):
                ruby.read(draft, start + 2, at - (3 if draft.text.startswith("-", at - 3) else 2), start)
            draft.hole(start, at)


def read_ejs(draft: Draft) -> None:
    """Read a template of EJS."""
    braces = Braces(draft)
    at = 0
    while (start := draft.find("<%", at)) is not None:
        at, closed = _tag(draft, start)
        if closed:
            _script(draft, braces, start, at)
    braces.settle()


def read_jsp(draft: Draft) -> None:
    """Read a page of JSP: scriptlets and expressions are holes, the elements of JSTL stay but make branches."""
    text = draft.text
    braces = Braces(draft)
    at = tag_end = 0
    while match := _JSP.search(text, at):
        start, at = match.span()
        if match["name"]:
            rest = _REST_OF_TAG.match(text, at) if start >= tag_end and draft.is_patient else None
            if rest:
                tag_end = rest.end()
                _take_jstl(draft, match, rest)
            elif start >= tag_end:
                draft.lose_patience(at)
        elif match[0].startswith("<"):
            if text.startswith("--", at):
                end = draft.find("--%>", at + 2)
                if end is not None:
                    at = end + 4
                    draft.hole(start, at)
                    continue
            at, closed = _tag(draft, start)
            if closed:
                _script(draft, braces, start, at)
        elif not match[0].startswith("\\") and draft.is_patient:
            expression = _EXPRESSION.match(text, at)
            if expression:
                at = expression.end()
                draft.hole(start, at)
            else:
                draft.lose_patience(at)
    braces.settle()


def _tag(draft: Draft, start: int) -> tuple[int, bool]:
    """Return where to go on behind a `<%`, and whether that is the end of its tag."""
    if draft.text.startswith("%", start + 2):
        return start + 3, False
    end = draft.find("%>", start + 2)
    return (start + 2, False) if end is None else (end + 2, True)


def _script(draft: Draft, braces: Braces, start: int, end: int) -> None:
    braces.begin(start, start + 2)
    if draft.text[start + 2] not in "#@!":
        braces.read_script(start + 2, end - 2)
    draft.hole(start, end)
    braces.end(end)


def _take_jstl(draft: Draft, tag: re.Match[str], rest: re.Match[str]) -> None:
    """Take a tag of JSTL's core library for the statement that it is."""
    name, start = tag["name"], tag.start()
    if tag["end"]:
        draft.close(f"/{name}", start)
        return
    if rest[0].endswith("/>"):
        return
    attribute = _CONDITION.search(rest[0])
    condition = attribute[1] or attribute[2] or "" if attribute else ""
    match name:
        case "choose":
            draft.open("/choose", "if")
        case "when":
            draft.turn(condition, start, ["/choose"])
        case "otherwise":
            draft.turn(None, start, ["/choose"])
        case _:
            draft.open(f"/{name}", "if" if name == "if" else "loop", condition)
    draft.hole(rest.end(), rest.end())
