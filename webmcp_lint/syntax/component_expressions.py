"""The expressions in the markup of Vue's and Svelte's components: where each stands, and what it is written for."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from webmcp_lint.source import SourceFile, Span
from webmcp_lint.syntax import tags
from webmcp_lint.syntax.components import component_holes, component_markup
from webmcp_lint.syntax.templates import HOLE

Role = Literal["html", "model", "handler", "shown", "other"]
"""What an expression is for.

`html` is parsed as markup, `model` bound to a control both ways, a `handler` runs when something happens; what is `shown`
makes text, an attribute of an HTML element, or decides which elements there are. `other` goes to a component or a directive.
"""

WORD: Final = re.compile(r"[A-Za-z_$][\w$]*")
_TAG_NAME: Final = re.compile(r"<([^\s/>]+)")
_OF_VUE: Final = frozenset({"v-if", "v-else-if", "v-show", "v-text", "v-bind", "v-memo"})
_LOOP: Final = re.compile(r"\s(?:in|of)\s")
_VUE_SLOT: Final = ("v-slot", "#", "slot-scope")
_MODELS: Final = frozenset({"value", "checked", "group", "files", "open"})
_BLOCK: Final = re.compile(r"\{\s*(?P<sign>[#:@/])(?P<word>\w+(?: if)?)\s*")
_EACH: Final = re.compile(r"\sas\s")
_THEN: Final = re.compile(r"\s(?:then|catch)\s")


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression in the markup of a component."""

    role: Role
    span: Span
    written: str
    """How what it is written for is called: `v-html`, `{@html}`, the name of an attribute; empty for text."""


@dataclass(frozen=True, slots=True)
class Expressions:
    """The expressions of a component's markup, and the names that the markup declares by itself."""

    found: Sequence[Expression]
    declared: frozenset[str]


def expressions(file: SourceFile) -> Expressions:
    """Return the expressions in the markup of a component."""
    reader = _Reader(file)
    if file.path.endswith(".vue"):
        reader.read_vue()
    elif file.path.endswith(".svelte"):
        reader.read_svelte()
    return Expressions(reader.found, frozenset(reader.declared))


class _Reader:
    def __init__(self, file: SourceFile) -> None:
        self.text = file.text
        self.tags = list(tags.scan(component_markup(file)).start_tags)
        self.holes = list(component_holes(file))
        self.found: list[Expression] = []
        self.declared: set[str] = set()

    def add(self, role: Role, start: int, end: int, written: str) -> None:
        self.found.append(Expression(role, Span(start, end), written))

    def declare(self, start: int, end: int) -> None:
        self.declared.update(WORD.findall(self.text, start, end))

    def read_vue(self) -> None:
        for tag in self.tags:
            is_html = self.is_html(tag)
            for attribute in tag.attributes:
                name = attribute.name
                if name.startswith(_VUE_SLOT):
                    self.declare(*attribute.span)
                elif attribute.value is not None:
                    self.vue_attribute(name, attribute.value, is_html=is_html)
        for hole in self.texts():
            self.add("shown", hole.start + 2, hole.end - 2, "")

    def vue_attribute(self, name: str, value: Span, *, is_html: bool) -> None:
        start, end = value
        directive = re.split("[:.]", name, maxsplit=1)[0]
        bound = re.split("[:.]", name)[1] if name.startswith((":", "v-bind:")) else ""
        if name == "v-html" or bound == "innerhtml":
            self.add("html", start, end, "v-html" if not bound else name)
        elif name == "v-for":
            middle = _LOOP.search(self.text, start, end)
            if middle is not None:
                self.declare(start, middle.start())
                self.add("shown", middle.end(), end, name)
        elif directive == "v-model":
            self.add("model" if is_html else "other", start, end, name)
        elif name.startswith(("@", "v-on:")):
            self.add("handler", start, end, name)
        elif directive in _OF_VUE or name.startswith(":"):
            is_condition = directive in _OF_VUE - {"v-bind"}
            role: Role = "model" if bound in _MODELS - {"open"} and is_html else "shown"
            self.add(role if is_html or is_condition else "other", start, end, name)
        elif directive.startswith("v-"):
            self.add("other", start, end, name)

    def read_svelte(self) -> None:
        for tag in self.tags:
            is_html = self.is_html(tag)
            for attribute in tag.attributes:
                self.svelte_attribute(attribute, is_html=is_html)
        for hole in self.texts():
            self.svelte_text(hole)

    def svelte_attribute(self, attribute: tags.TagAttribute, *, is_html: bool) -> None:
        name = attribute.name
        kind, _, rest = name.partition(":")
        if kind == "let":
            self.declare(*attribute.name_span)
            self.declare(*attribute.span)
        if attribute.value is None and kind in {"bind", "class", "style"} and rest:
            end = attribute.name_span.end
            self.add("model" if kind == "bind" and is_html else "shown", end - len(rest), end, name)
        for hole in self.holes_in(attribute.span):
            self.add(_svelte_role(name, is_html=is_html), hole.start + 1, hole.end - 1, name)

    def svelte_text(self, hole: Span) -> None:
        block = _BLOCK.match(self.text, hole.start, hole.end)
        start, end = hole.start + 1, hole.end - 1
        if block is None:
            self.add("shown", start, end, "")
            return
        start = block.end()
        match block["sign"], block["word"]:
            case ("@", "html"):
                self.add("html", start, end, "{@html}")
            case ("#", "each"):
                middle = _EACH.search(self.text, start, end)
                self.add("shown", start, end if middle is None else middle.start(), "{#each}")
                if middle is not None:
                    self.declare(middle.end(), end)
            case ("#", "await"):
                middle = _THEN.search(self.text, start, end)
                self.add("shown", start, end if middle is None else middle.start(), "{#await}")
                if middle is not None:
                    self.declare(middle.end(), end)
            case ("#", "if" | "key") | (":", "else if"):
                self.add("shown", start, end, f"{{#{block['word']}}}")
            case ("/", _) | (":", "else"):
                pass
            case _:
                # What is declared here, or handed to a snippet
                self.declare(start, end)
                self.add("other", start, end, f"{{{block['sign']}{block['word']}}}")

    def is_html(self, tag: tags.StartTag) -> bool:
        """Whether a tag is that of an HTML element, or of what only groups some, and of no component."""
        written = _TAG_NAME.match(self.text, tag.span.start)
        name = "" if written is None else written[1]
        return name.islower() and name.isalnum() and name not in {"slot", "component"}

    def holes_in(self, span: Span) -> Iterator[Span]:
        at = bisect_left(self.holes, span)
        while at < len(self.holes) and self.holes[at].start < span.end:
            yield self.holes[at]
            at += 1

    def texts(self) -> Iterator[Span]:
        """Yield the holes that stand in no tag."""
        starts = [tag.span.start for tag in self.tags]
        for hole in self.holes:
            at = bisect_right(starts, hole.start) - 1
            if at < 0 or hole.start >= self.tags[at].span.end:
                yield hole


def _svelte_role(name: str, *, is_html: bool) -> Role:
    kind, _, rest = name.partition(":")
    if HOLE in name:
        return "shown" if is_html else "other"
    if kind == "bind":
        return "html" if rest == "innerhtml" else "model" if rest in _MODELS and is_html else "other"
    if kind == "on" or (not rest and name.startswith("on")):
        return "handler"
    if kind in {"class", "style"} or not rest:
        is_typed = name in {"value", "checked"} and is_html
        return "model" if is_typed else "shown" if is_html else "other"
    return "other"
