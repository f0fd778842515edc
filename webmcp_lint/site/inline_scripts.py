"""What the scripts in a document speak of, without reading them as a program."""

from __future__ import annotations

import re
from functools import lru_cache

from webmcp_lint.syntax.dom import Document

_HANDLERS = ("on", "@", "v-on:", "x-on:", "(")
"""How the names of event handlers begin, in HTML, Vue, Alpine and Angular."""

_WORD = re.compile(r"[A-Za-z_][\w-]*")


def has_script(document: Document) -> bool:
    """Whether the document holds or loads a script."""
    return any(tag.name == "script" for tag in document.start_tags)


@lru_cache(maxsize=1)
def script_words(document: Document) -> frozenset[str]:
    """Return the names and words in the document's scripts and event handlers, `-` being part of a word."""
    text = document.file.text
    words: set[str] = set()
    for tag in document.start_tags:
        if tag.name == "script" and tag.content is not None:
            words.update(_WORD.findall(text, *tag.content))
        for attribute in tag.attributes:
            if attribute.value is not None and attribute.name.startswith(_HANDLERS):
                words.update(_WORD.findall(text, *attribute.value))
    return frozenset(words)
