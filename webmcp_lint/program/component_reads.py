"""What the markup of a Vue or Svelte component reads of the names that its script declares."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from webmcp_lint.program.scopes import Binding, ScopeTree
from webmcp_lint.source import SourceFile
from webmcp_lint.syntax.component_expressions import Expression, Expressions, Role, expressions
from webmcp_lint.syntax.javascript import Node, Script
from webmcp_lint.syntax.wrapping import WRAPPING

STORE: Final = "$"
"""The step to what a store of Svelte holds, for which `$name` stands."""

_SETUP: Final = re.compile(r"<script\b[^>]{0,200}\bsetup\b")
_PATHS: Final = frozenset({"member_expression", "identifier"})
_MAX_PARSED: Final = 200
"""How many expressions of one component are parsed for one name."""


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
    return file.path.endswith((".vue", ".svelte"))


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


@lru_cache(maxsize=16)
def _expressions(file: SourceFile) -> Expressions:
    return expressions(file)


@lru_cache(maxsize=64)
def _parsed(file: SourceFile, expression: Expression) -> ScopeTree:
    return ScopeTree(Script(file, file.text, "javascript", part=expression.span))


def reads(file: SourceFile, name: str) -> Sequence[MarkupRead] | None:
    """Return where a component's markup reads a name; None where that cannot be told."""
    found = _expressions(file)
    if name in found.declared:
        return None
    word = re.compile(rf"(?<![\w$.])\$?{re.escape(name)}(?![\w$])")
    read: list[MarkupRead] = []
    mentioning = [each for each in found.found if word.search(file.text, *each.span)]
    if len(mentioning) > _MAX_PARSED:
        return None
    for expression in mentioning:
        tree = _parsed(file, expression)
        if tree.script.has_errors:
            return None
        named = (*tree.identifiers.get(name, ()), *tree.identifiers.get(STORE + name, ()))
        read += [MarkupRead(expression.role, node, expression.written) for node in named if tree.resolve(node) is None]
    return read


@lru_cache(maxsize=16)
def sinks(file: SourceFile) -> Sequence[MarkupSink]:
    """Return what a component's markup parses as HTML without calling anything that may clean it."""
    found = _expressions(file)
    return [
        sink
        for expression in found.found
        if expression.role == "html"
        for sink in _sinks(file, expression)
        if sink.name not in found.declared
    ]


def _sinks(file: SourceFile, expression: Expression) -> Iterator[MarkupSink]:
    tree = _parsed(file, expression)
    for node in _carriers(tree.script.root):
        path: list[str] = []
        at = node
        while at.type == "member_expression" and "property" in at.fields and "object" in at.fields:
            path.insert(0, at.fields["property"].text)
            at = at.fields["object"]
        if at.type == "identifier" and tree.resolve(at) is None:
            is_store = at.text.startswith(STORE) and file.path.endswith(".svelte")
            name = at.text[1:] if is_store else at.text
            yield MarkupSink(name, (STORE, *path) if is_store else tuple(path), node, expression.written)


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
