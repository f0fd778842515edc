"""Forms in the HTML that scripts write: `innerHTML = "…"`, `` html`…` ``, `template: "…"`, whole pages, as the document it makes.

Text and places are kept character by character: what a literal escapes, or another literal goes on with, is found again
where it is written. What is computed is a hole, unless its text is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.libraries import library_of
from webmcp_lint.program.rendering import Library, Rendering
from webmcp_lint.program.scopes import FUNCTIONS, ScopeTree
from webmcp_lint.program.texts import to_string
from webmcp_lint.program.values import Function, Literal, options
from webmcp_lint.source import Location, SourceFile
from webmcp_lint.syntax import html
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name, unescape
from webmcp_lint.syntax.templates import HOLE

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_PROPERTIES: Final = ("innerHTML", "outerHTML")
_METHODS: Final = {"insertAdjacentHTML": 1, "setHTMLUnsafe": 0, "createContextualFragment": 0}
"""Methods that take HTML, and the place of it among their arguments."""
_WORDS: Final = ("toolname", "tooldescription")
_TESTS: Final = frozenset({"it", "test", "describe", "suite", "beforeEach", "beforeAll", "bench"})
_PAGE: Final = re.compile(r"""[`"'](?:\s|\\n)*<(?:!doctype\s+html|html)\b""", re.IGNORECASE)
"""How a text begins that is a whole page, which a server sends: nobody writes one for anything else."""
_MAX_DEPTH: Final = 6
"""How many names and calls lie between the place that takes HTML and the literal."""
_MAX_LENGTH: Final = 200_000


def documents(analysis: Analysis, tree: ScopeTree) -> Iterator[Rendering]:
    """Yield a document for each piece of HTML that a script writes and in which a form declares a tool."""
    lower = tree.script.text.lower()
    if "<form" not in lower or not any(word in lower for word in _WORDS):
        return
    library: Library | None = None
    is_known = False
    seen: set[Node] = set()
    for node, is_tagged in _sources(tree):
        if _is_in_test(node):
            continue
        text = _Text()
        text.add(analysis, node, 0)
        written = "".join(text.pieces)
        lower = written.lower()
        if "<form" not in lower or not any(word in lower for word in _WORDS) or not seen.isdisjoint(text.literals):
            continue
        seen |= text.literals
        if is_tagged and not is_known:
            is_known = True
            library = library_of(analysis.modules, analysis.globals.path_of(tree.script), tree.script.text)
        try:
            document = html.parse_written(tree.script.file, written, text.locate)
        except html.TooComplexError:
            continue
        yield Rendering(
            document,
            "Lit" if is_tagged and library == "Lit" else None,
            literals=[literal.location for literal in text.literals],
        )


def _sources(tree: ScopeTree) -> Iterator[tuple[Node, bool]]:
    """Yield the expressions that become HTML, and whether they are a tagged template."""
    for call in tree.calls.get("html", ()):
        listed = call.field("arguments")
        if listed is not None and listed.type == "template_string":
            yield listed, True
    for name in _PROPERTIES:
        for member in tree.members.get(name, ()):
            right = member.parent.field("right") if member.parent is not None else None
            if member.parent is not None and right is not None and member.parent.field("left") is member:
                yield right, False
    for name, place in _METHODS.items():
        for call in tree.calls.get(name, ()):
            listed = call.field("arguments")
            if listed is not None and listed.type == "arguments" and len(listed.children) > place:
                yield listed.children[place], False
    has_page = _PAGE.search(tree.script.text) is not None
    if has_page or "template" in tree.script.text:
        for node in tree.script.root.walk():
            key, value = (node.field("key"), node.field("value")) if node.type == "pair" else (None, None)
            if key is not None and value is not None and key.text == "template":
                yield value, False
            elif has_page and node.type in {"string", "template_string"} and _PAGE.match(node.text):
                yield node, False


def _is_in_test(node: Node) -> bool:
    """Whether a test writes the HTML, to see what comes of it."""
    return any(
        around.type == "call_expression" and last_name(around.fields["function"]) in _TESTS for around in node.ancestors
    )


@dataclass(slots=True)
class _Text:
    """A text in the making, with the place of each of its characters."""

    pieces: list[str] = field(default_factory=list)
    places: list[tuple[int, int]] = field(default_factory=list)
    literals: set[Node] = field(default_factory=set)
    file: SourceFile | None = None

    def put(self, text: str, start: int, end: int) -> None:
        """Add characters that all stand at one place."""
        self.pieces.append(text)
        self.places += [(start, end)] * len(text)

    def locate(self, start: int, end: int) -> Location:
        """Return where a part of the text is written."""
        if self.file is None or not self.places:
            raise ValueError("a text without a literal has no place")
        last = len(self.places) - 1
        first = self.places[min(start, last)][0] if start <= last else self.places[last][1]
        return self.file.location(first, max(first, self.places[min(end, last + 1) - 1][1] if end > start else first))

    def add(self, analysis: Analysis, node: Node, depth: int) -> None:
        """Add what an expression gives."""
        match node.type:
            case "string" | "template_string" if self.file in {None, node.script.file} and len(node.text) < _MAX_LENGTH:
                self.file = node.script.file
                self.literals.add(node)
                self._literal(analysis, node)
            case "parenthesized_expression" | "as_expression" | "non_null_expression" if node.children:
                self.add(analysis, node.children[0], depth)
            case "binary_expression" if node.fields["operator"].type == "+":
                for operand in _operands(node):
                    self.add(analysis, operand, depth)
            case "call_expression" if _tagged(node) is not None:
                self.add(analysis, _tagged(node) or node, depth)
            case _:
                inner = _behind(analysis, node) if depth < _MAX_DEPTH else None
                if inner is not None and inner not in self.literals:
                    self.add(analysis, inner, depth + 1)
                else:
                    self._computed(analysis, node)

    def _literal(self, analysis: Analysis, node: Node) -> None:
        at = node.start + 1
        for part in node.children:
            self._plain(node, at, part.start)
            at = part.end
            if part.type == "escape_sequence":
                self.put(unescape(part.text), part.start, part.end)
            elif part.type == "template_substitution":
                self._computed(analysis, part)
            else:
                self._plain(node, part.start, part.end)
        self._plain(node, at, node.end - 1)

    def _plain(self, node: Node, start: int, end: int) -> None:
        if start < end:
            self.pieces.append(node.script.between(start, end))
            self.places += [(at, at + 1) for at in range(start, end)]

    def _computed(self, analysis: Analysis, node: Node) -> None:
        inner = node.children[0] if node.type == "template_substitution" and node.children else node
        value = analysis.value(inner, {})
        text = to_string(value) if isinstance(value, Literal) else None
        if self.file is not None or text is None:
            is_here = self.file is None or node.script.file is self.file
            self.put(HOLE if text is None else text, *(node.span if is_here else (self.places[-1])))


def _operands(sum_: Node) -> list[Node]:
    """Return what `a + b + c` adds up, in order."""
    found: list[Node] = []
    while sum_.type == "binary_expression" and sum_.fields["operator"].type == "+":
        found.append(sum_.fields["right"])
        sum_ = sum_.fields["left"]
    return [sum_, *reversed(found)]


def _tagged(call: Node) -> Node | None:
    """Return the template of a call such as `` html`…` ``."""
    callee, listed = call.field("function"), call.field("arguments")
    is_html = callee is not None and callee.text in {"html", "String.raw"}
    return listed if is_html and listed is not None and listed.type == "template_string" else None


def _behind(analysis: Analysis, node: Node) -> Node | None:
    """Return the expression that a constant holds, or that a function always returns."""
    if node.type == "identifier":
        binding = analysis.tree(node).resolve(node)
        is_plain = binding is not None and binding.is_constant and not binding.others and not binding.path
        return binding.source if binding is not None and is_plain else None
    callee = node.field("function") if node.type == "call_expression" else None
    if callee is None:
        return None
    found = [each for each in options(analysis.value(callee, {})) if isinstance(each, Function)]
    if len(found) != 1 or found[0].node.type not in FUNCTIONS:
        return None
    returned = analysis.returned(found[0].node)
    return returned[0] if len(returned) == 1 else None
