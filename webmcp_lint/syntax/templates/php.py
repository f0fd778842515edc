"""PHP: `<?php … ?>`, `<?= … ?>` and, where it is on, `<? … ?>`."""

from __future__ import annotations

import re

from webmcp_lint.syntax.templates.braces import BLOCK_COMMENT, MARKS, STRINGS, WORDS, Braces
from webmcp_lint.syntax.templates.draft import Draft

_HEREDOC = r"<<<[ \t]*+(?P<quote>[\"']?)(?P<heredoc>[A-Za-z_]\w*+)(?P=quote)\r?\n"
# A line's comment ends at `?>`, a string and a heredoc don't.
_CODE = re.compile(
    rf"(?:[^\w?'\"`/#<(){{}};:,$.>\\]++|{WORDS}|/(?![/*])|\#(?=\[)|<(?!<<[ \t]*+[\"'\w])|\?(?!>)|{STRINGS}"
    rf"|(?://|\#)(?:[^\r\n?]|\?(?!>))*+|{BLOCK_COMMENT})*+(?:(?P<end>\?>)|{_HEREDOC}|{MARKS})",
    re.DOTALL | re.IGNORECASE,
)
_LINE_START = re.compile(r"^[ \t]*+(\w++)", re.MULTILINE)


def read(draft: Draft) -> None:
    """Read a page of PHP."""
    braces = Braces(draft, colons=True)
    read_tags(draft, braces, 0, len(draft.text))
    braces.settle()


def read_tags(draft: Draft, braces: Braces, start: int, end: int) -> int:
    """Read the tags that begin in a part of the text; return where the last one ends."""
    at = start
    while (tag := draft.find("<?", at)) is not None and tag < end:
        at = tag + 2
        if draft.text[at : at + 3].lower() == "xml":
            continue
        at += 3 if draft.text[at : at + 3].lower() == "php" else 0
        braces.begin(tag, at)
        at = _code(draft.text, braces, at)
        draft.hole(tag, at)
        braces.end(at)
    return at


def _code(text: str, braces: Braces, at: int) -> int:
    """Read code from behind its opening tag to behind its closing tag; unclosed, it runs to the end."""
    while match := _CODE.match(text, at):
        at = match.end()
        if match["end"]:
            return at
        if match["heredoc"]:
            lines = _LINE_START.finditer(text, at)
            at = next((line.end() for line in lines if line[1] == match["heredoc"]), len(text))
        else:
            braces.take(match["mark"].lower(), match.start("mark"))
    return len(text)
