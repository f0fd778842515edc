"""Markup that cannot be broken by what stands in it: only `Html` is taken as it is, any other text is escaped."""

from __future__ import annotations

import html

from webmcp_lint.reporters.terminal import Terminal

_PLAIN = Terminal()
_VOID = frozenset({"meta", "input", "hr"})


class Html(str):
    """A piece of markup."""

    __slots__ = ()


def tag(name: str, /, *children: str, **attributes: str | float | None) -> Html:
    """Return an element; attributes are written `class_` and `aria_label`, those that are False or None are left out."""
    written = "".join(
        _attribute(key, value) for key, value in attributes.items() if value is not None and value is not False
    )
    start = f"<{name}{written}>"
    return Html(start if name in _VOID else f"{start}{join(*children)}</{name}>")


def join(*pieces: str, separator: str = "") -> Html:
    """Return pieces one after the other, escaped unless they are markup."""
    return Html(separator.join(piece if isinstance(piece, Html) else text(piece) for piece in pieces))


def text(value: str) -> Html:
    """Return a text as the reader sees it: characters that do not show, or turn others around, are spelled out."""
    return Html(html.escape(_PLAIN.visible(value)))


def prose(value: str) -> Html:
    """Return a message, what it has in backticks as code."""
    parts = " ".join(value.split()).split("`")
    if len(parts) % 2 == 0:  # a backtick without another one is a backtick
        parts[-2:] = [f"{parts[-2]}`{parts[-1]}"]
    return join(*(tag("code", part) if index % 2 else text(part) for index, part in enumerate(parts)))


def _attribute(key: str, value: str | float) -> str:
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{text(str(value))}"'
