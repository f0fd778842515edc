"""Text as Markdown that means nothing but itself, for GitHub and GitLab."""

from __future__ import annotations

import re

from webmcp_lint.reporters.terminal import Terminal

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~!&$^=+-])")
_PLAIN = Terminal()


def escaped(text: str) -> str:
    """Return text in which only the backticks around code keep their meaning."""
    parts = _PLAIN.visible(" ".join(text.split())).split("`")
    if len(parts) % 2 == 0:  # a backtick without another one is a backtick
        parts[-2:] = [f"{parts[-2]}`{parts[-1]}"]
    pieces = []
    for index, part in enumerate(parts):
        if index % 2 == 0:
            pieces.append(_SPECIAL.sub(r"\\\1", part))
        else:
            # Two spans that touch would be one with a longer fence
            gap = " " if pieces[-1] == "" and len(pieces) > 1 else ""
            pieces.append(gap + (code(part) if part else r"\`\`"))
    return "".join(pieces)


def code(text: str) -> str:
    """Return text as a code span, safe within the cell of a table."""
    shown = _PLAIN.visible(" ".join(text.split()))
    longest = max((len(run) for run in re.findall("`+", shown)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if longest and (shown.startswith("`") or shown.endswith("`")) else ""
    return f"{fence}{pad}{shown.replace('|', chr(92) + '|')}{pad}{fence}" if shown else ""


def row(*cells: str) -> str:
    """Return a row of a table, whose cells are Markdown."""
    return f"| {' | '.join(cells)} |"
