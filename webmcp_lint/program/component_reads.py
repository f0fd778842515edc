"""What the markup of a Vue or Svelte component reads of the names that its script declares."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from webmcp_lint.program.scopes import Binding, ScopeTree
from webmcp_lint.source import SourceFile
from webmcp_lint.syntax.component_expressions import WORD, Expression, Role, expressions
from webmcp_lint.syntax.javascript import Node, Script
from webmcp_lint.syntax.wrapping import WRAPPING

COMPONENTS: Final = (".vue", ".svelte")
"""The files whose markup uses the names of their script."""

STORE: Final = "$"
"""The step to what a store of Svelte holds, for which `$name` stands."""

_SETUP: Final = re.compile(r"<script\b[^>]{0,200}\bsetup\b")
_PATHS: Final = frozenset({"member_expression", "identifier"})


@dataclass(frozen=True, eq=False, slots=True)
class MarkupRead:
    """A place of a component's markup that reads a name of its script, and what it is for."""

    role: Role
    node: Node
    """The identifier."""
    written: str
    """What the expression is written for."""


@dataclass(frozen=True, eq=False, slots=True)
class MarkupSink:
    """A name of a component's script, or a member of it, that its markup parses as HTML."""

    name: str
    path: tuple[str, ...]
    node: Node
    written: str


def is_component(file: SourceFile) -> bool:
    """Whether a file is a component whose markup uses the names of its script."""
    return file.path.endswith(COMPONENTS)


def is_of_component(binding: Binding) -> bool:
    """Whether a name is one of those that the markup around its script can use."""
    node = binding.scope.node
    file = node.script.file
    if binding.kind != "variable" or node.type != "program":
        return False
    return file.path.endswith(".svelte") or (file.path.endswith(".vue") and _has_setup(file))


@lru_cache(maxsize=16)
def _has_setup(file: SourceFile) -> bool:
    """Whether the markup of a Vue component uses all names of a script, and not those of what it exports."""
    return _SETUP.search(file.text) is not None


class _Markup:
    """The expressions of one component's markup, each parsed once."""

    def __init__(self, file: SourceFile) -> None:
        self.file = file
        found = expressions(file)
        self.declared = found.declared
        self.mentioning: dict[str, list[Expression]] = defaultdict(list)
        self._parsed: dict[Expression, ScopeTree] = {}
        self.sinks: dict[str, list[MarkupSink]] = defaultdict(list)
        for expression in found.found:
            for word in dict.fromkeys(WORD.findall(file.text, *expression.span)):
                self.mentioning[word.removeprefix(STORE)].append(expression)
            for sink in self._sinks(expression) if expression.role == "html" else ():
                if sink.name not in self.declared:
                    self.sinks[sink.name].append(sink)

    def parsed(self, expression: Expression) -> ScopeTree:
        """Return an expression as a script of its own."""
        if expression not in self._parsed:
            script = Script(self.file, self.file.text, "javascript", part=expression.span)
            self._parsed[expression] = ScopeTree(script)
        return self._parsed[expression]

    def _sinks(self, expression: Expression) -> Iterator[MarkupSink]:
        tree = self.parsed(expression)
        for node in _carriers(tree.script.root):
            path: list[str] = []
            at = node
            while at.type == "member_expression" and "property" in at.fields and "object" in at.fields:
                path.insert(0, at.fields["property"].text)
                at = at.fields["object"]
            if at.type == "identifier" and tree.resolve(at) is None:
                is_store = at.text.startswith(STORE) and self.file.path.endswith(".svelte")
                name = at.text.removeprefix(STORE) if is_store else at.text
                yield MarkupSink(name, (STORE, *path) if is_store else tuple(path), node, expression.written)


_markup = lru_cache(maxsize=8)(_Markup)


def reads(file: SourceFile, name: str) -> Sequence[MarkupRead] | None:
    """Return where a component's markup reads a name; None where that cannot be told."""
    markup = _markup(file)
    if name in markup.declared:
        return None
    found: list[MarkupRead] = []
    for expression in markup.mentioning.get(name, ()):
        tree = markup.parsed(expression)
        if tree.script.has_errors:
            return None
        named = (*tree.identifiers.get(name, ()), *tree.identifiers.get(STORE + name, ()))
        found += [MarkupRead(expression.role, node, expression.written) for node in named if tree.resolve(node) is None]
    return found


def sinks(file: SourceFile, name: str) -> Sequence[MarkupSink]:
    """Return where a component's markup parses a name as HTML, and calls nothing that may clean it."""
    return _markup(file).sinks.get(name, ())


def _carriers(root: Node) -> Iterator[Node]:
    """Yield the names and members that an expression gives, or puts into a text."""
    stack = [root]
    while stack:
        node = stack.pop()
        operator = node.field("operator")
        if node.type in _PATHS:
            yield node
        elif node.type in {"program", "expression_statement", "template_string", "template_substitution", *WRAPPING}:
            stack += node.children
        elif node.type == "ternary_expression":
            stack += [node.fields[name] for name in ("consequence", "alternative") if name in node.fields]
        elif node.type == "binary_expression" and operator is not None and operator.type in {"+", "||", "??", "&&"}:
            stack += [node.fields["right"], *([node.fields["left"]] if operator.type != "&&" else [])]
