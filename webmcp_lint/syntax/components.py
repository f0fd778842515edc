"""The scripts inside pages and components, each left in its place: a page's by itself, a component's as one module."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from webmcp_lint.source import SourceFile, Span
from webmcp_lint.syntax import tags
from webmcp_lint.syntax.javascript import Grammar, Script
from webmcp_lint.syntax.templates import HOLE

_JAVASCRIPT = frozenset(
    {"", "module", "text/javascript", "application/javascript", "text/ecmascript", "application/ecmascript"}
    | {"application/x-javascript", "text/x-javascript", "text/babel", "text/jsx", "text/typescript", "ts", "text/ts"}
)
_FRONTMATTER = re.compile(r"\A\s*---[ \t]*\r?\n(.*?)^---[ \t]*$", re.DOTALL | re.MULTILINE)
COMPONENTS = (".vue", ".svelte", ".astro")
_LISTENER = "{onsubmit}"
"""Svelte's short form of an attribute that is left as it is, for it says who hears a form."""
_NOT_BREAK = re.compile(r"[^\r\n]")


@dataclass(frozen=True, slots=True)
class ScriptElement:
    """A `<script>` of a page: what it loads, or where its text stands; `kind` is its place in the module system."""

    kind: Literal["classic", "module", "importmap"]
    source: str | None
    content: Span | None
    tag: Span
    language: str = ""
    is_deferred: bool = False
    is_async: bool = False


def script_elements(text: str) -> Iterator[ScriptElement]:
    """Yield the scripts of a page in order; data blocks and what no browser runs are left out."""
    for tag in tags.scan(text).start_tags:
        if tag.name != "script":
            continue
        type_ = (_value(text, tag, "type") or "").strip().lower()
        source = _value(text, tag, "src")
        content = tag.content if source is None else None
        if source is None and content is None:
            continue
        language = (_value(text, tag, "lang") or "").lower()
        if type_ == "importmap":
            yield ScriptElement("importmap", source, content, tag.span)
        elif type_ in _JAVASCRIPT:
            kind: Literal["classic", "module"] = "module" if type_ == "module" else "classic"
            language = language or ("ts" if "typescript" in type_ else "")
            # For a classic script they count where it is loaded from somewhere
            is_deferred = source is not None and tag.attribute("defer") is not None
            is_async = tag.attribute("async") is not None and (source is not None or kind == "module")
            yield ScriptElement(kind, source, content, tag.span, language, is_deferred, is_async)


def _value(text: str, tag: tags.StartTag, name: str) -> str | None:
    attribute = tag.attribute(name)
    if attribute is None:
        return None
    return "" if attribute.value is None else text[attribute.value.start : attribute.value.end]


def blanked(text: str, kept: list[Span]) -> str:
    """Return the text with all but some spans replaced by spaces, line ends apart, so that offsets stay true."""
    blank = _blank(text)
    pieces, done = [], 0
    for span in kept:
        pieces += [blank[done : span.start], text[span.start : span.end]]
        done = span.end
    pieces.append(blank[done:])
    return "".join(pieces)


@lru_cache(maxsize=2)
def _blank(text: str) -> str:
    """Return spaces and line ends; a page with many scripts asks for each of them."""
    return _NOT_BREAK.sub(" ", text)


def inline_script(file: SourceFile, text: str, element: ScriptElement) -> Script | None:
    """Return the script that stands inside a page's `<script>`."""
    if element.content is None or not text[element.content.start : element.content.end].strip():
        return None
    grammar: Grammar = "typescript" if element.language in {"ts", "typescript"} else "javascript"
    return Script(file, text, grammar, is_module=element.kind == "module", part=element.content)


def frontmatter(file: SourceFile) -> Span | None:
    """Return the frontmatter of an Astro component, its fences included."""
    front = _FRONTMATTER.match(file.text) if file.path.endswith(".astro") else None
    return None if front is None else Span(*front.span())


def beyond_frontmatter(file: SourceFile) -> str:
    """Return a text in place without the frontmatter of an Astro component, whose code and comments may name tags."""
    front = frontmatter(file)
    return file.text if front is None else " " * front.end + file.text[front.end :]


def component_markup(file: SourceFile) -> str:
    """Return the markup of a component in place: scripts, styles and Vue's outer `<template>` blanked, holes masked."""
    text = _markup_alone(file)
    pieces, done = [], 0
    for span in _braced(text, _opening(file)):
        pieces += [text[done : span.start], _NOT_BREAK.sub(HOLE, text[span.start : span.end])]
        done = span.end
    pieces.append(text[done:])
    return "".join(pieces)


def component_holes(file: SourceFile) -> Iterator[Span]:
    """Yield what stands in braces in the markup of a component, the braces included."""
    return _braced(_markup_alone(file), _opening(file))


def _opening(file: SourceFile) -> str:
    return "{{" if file.path.endswith(".vue") else "{"


def _markup_alone(file: SourceFile) -> str:
    """Return a component with everything but its markup blanked."""
    text = file.text
    out: list[Span] = []
    front = frontmatter(file)
    if front is not None:
        out.append(front)
    tokens = tags.scan(beyond_frontmatter(file)).tokens
    out += (
        Span(token.span.start, text.find(">", token.content.end) + 1 or len(text))
        for token in tokens
        if isinstance(token, tags.StartTag) and token.name in {"script", "style"} and token.content is not None
    )
    if file.path.endswith(".vue"):
        templates = [token for token in tokens if not isinstance(token, tags.Comment) and token.name == "template"]
        out += (token.span for token in (templates[:1] + templates[-1:] if len(templates) > 1 else []))
    kept, done = [], 0
    for span in sorted(out):
        if span.start >= done:
            kept.append(Span(done, span.start))
            done = span.end
    kept.append(Span(done, len(text)))
    return blanked(text, kept)


def _braced(text: str, opening: str) -> Iterator[Span]:
    """Yield what stands in braces, which nest; an unclosed one is text."""
    depth, start = 0, 0
    for match in re.finditer(r"[{}]", text):
        if match[0] == "{":
            if depth == 0:
                if not text.startswith(opening, match.start()) or text.startswith(_LISTENER, match.start()):
                    continue
                start = match.start()
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0:
                yield Span(start, match.end())


def component_script(file: SourceFile) -> Script | None:
    """Return the scripts of a Vue, Svelte or Astro component as one module."""
    text = file.text
    kept, is_typed = [], file.path.endswith(".astro")
    front = _FRONTMATTER.match(text) if file.path.endswith(".astro") else None
    if front is not None:
        kept.append(Span(*front.span(1)))
    for element in script_elements(beyond_frontmatter(file)):
        if element.content is not None:
            kept.append(element.content)
            is_typed = is_typed or element.language in {"ts", "tsx", "typescript"}
    if not kept:
        return None
    script = list(blanked(text, kept))
    for span in kept:
        # What follows one script is another, not the rest of its last statement
        script[span.end : span.end + 1] = ";" if span.end < len(text) else ""
    return Script(file, "".join(script), "typescript" if is_typed else "javascript", is_module=True)
