"""JavaScript and TypeScript text → a light tree with exact spans.

`tree-sitter` parses; its tree is copied once into plain objects, since every access to a tree-sitter node makes a new
one. An error in the text lowers what is known, and is no report to the user.
"""

from __future__ import annotations

import gc
import posixpath
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, wraps
from operator import attrgetter
from sys import intern
from types import MappingProxyType
from typing import Literal, TypeVar, cast

import tree_sitter

from webmcp_lint.source import Location, SourceFile, Span

Grammar = Literal["javascript", "typescript", "tsx"]

_GRAMMARS: Mapping[str, Grammar] = {
    ".js": "javascript",
    ".mjs": "javascript",
    ".cjs": "javascript",
    ".jsx": "javascript",
    ".ts": "typescript",
    ".mts": "typescript",
    ".cts": "typescript",
    ".tsx": "tsx",
}

MAX_ANGLES = 20_000
"""How many `<` a typed text may hold: TypeScript's grammars take quadratic time on `a<b,a<b,…`, 3 s for this many."""

MAX_OPEN_COMMENTS = 2_000_000
"""How many characters may be searched for the ends of comments that have none: the grammars search from each `/*`."""

MAX_NESTING = 400
"""How deep a tree may be; what lies deeper becomes one node of the type `too_deep`."""

MAX_NODES = 350_000
"""How many nodes a tree may have; each takes some 200 bytes."""

_ALL_PER_NODE = 2
"""The grammars' trees have nodes for tokens too; they are about as many as those that are copied."""

TOO_DEEP = "too_deep"
HOLE = "hole"
"""What stands for nothing in `[a, , b]`; the grammars leave no node there."""

_KEPT_TOKENS = frozenset(
    {"async", "static", "get", "set", "*", "const", "let", "var", "await", "new", "of", "in", "default", "type"}
    | {"abstract", "this", "super", "null", "undefined", "true", "false", "export", "declare", "readonly"}
)
"""Anonymous tokens that mean something beyond their node's type."""


_start = attrgetter("start")
_END = "*/"
_COMMENTS = frozenset({"comment", "html_comment"})
_LISTS = frozenset({"array", "array_pattern"})
_NO_FIELDS: Mapping[str, int] = MappingProxyType({})


def grammar_of(path: str) -> Grammar | None:
    """Return the grammar of a file of scripts, None for any other."""
    return _GRAMMARS.get(posixpath.splitext(path)[1].lower())


class Node:
    """A syntax node: its grammar's type, its span, its children and the fields that name some of them.

    A project has millions of them, so what many have in common is one object.
    """

    __slots__ = ("children", "end", "named", "parent", "script", "start", "type")

    def __init__(self, script: Script, type_: str, start: int, end: int, parent: Node | None) -> None:
        self.script = script
        self.type = type_
        self.start = start
        self.end = end
        self.parent = parent
        self.children: Sequence[Node] = ()
        self.named: Mapping[str, int] = _NO_FIELDS
        """Which of the children is (the first) of a field."""

    def __repr__(self) -> str:
        """Return the type and a little of the text, for people who debug."""
        return f"<{self.type} {self.text[:30]!r}>"

    @property
    def text(self) -> str:
        """The source text."""
        return self.script.between(self.start, self.end)

    def starts_with(self, *words: str) -> bool:
        """Whether the source text starts with one of these; of a large node no copy is made for it."""
        return self.script.starts_with(words, self.start, self.end)

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.start, self.end)

    @property
    def location(self) -> Location:
        """Where it stands, with its file."""
        return self.script.file.location(self.start, self.end)

    @property
    def fields(self) -> Mapping[str, Node]:
        """The (first) children of all fields."""
        return {name: self.children[index] for name, index in self.named.items()}

    def field(self, name: str) -> Node | None:
        """Return the (first) child of that field."""
        index = self.named.get(name)
        return None if index is None else self.children[index]

    @property
    def place(self) -> int:
        """Which of its parent's children it is; 0 for the root."""
        around = self.parent.children if self.parent is not None else (self,)
        place = bisect_left(around, self.start, key=_start)
        while around[place] is not self:
            place += 1
        return place

    def child_at(self, offset: int) -> Node | None:
        """Return the child that holds what stands at an offset of the file."""
        place = bisect_right(self.children, offset, key=_start) - 1
        return self.children[place] if place >= 0 and offset < self.children[place].end else None

    @property
    def ancestors(self) -> Iterator[Node]:
        """The nodes around this one, nearest first."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def walk(self) -> Iterator[Node]:
        """Yield this node and all below it, in source order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))


_T = TypeVar("_T")


def once_per_node(function: Callable[[Node], _T]) -> Callable[[Node], _T]:
    """Let a function work out once what a node alone says; it is kept as long as the tree."""

    @wraps(function)
    def kept(node: Node) -> _T:
        worked_out = node.script.worked_out
        key = (function, node)
        if key not in worked_out:
            worked_out[key] = function(node)
        return cast("_T", worked_out[key])

    return kept


class Script:
    """One text of JavaScript or TypeScript and its tree.

    It is a file's whole text, or one script of a page, which is the `part` of the text then; the offsets are the file's
    either way. `is_module` says whether the source is known to be a module. A tree of more than `most` nodes is not made.
    """

    def __init__(
        self,
        file: SourceFile,
        text: str,
        grammar: Grammar,
        *,
        is_module: bool | None = None,
        part: Span | None = None,
        most: int = MAX_NODES,
    ) -> None:
        self.file = file
        self.text = text if part is None else text[part.start : part.end]
        self._start = 0 if part is None else part.start
        self.grammar = grammar
        self.is_module = is_module
        self.part = part
        self.has_errors = False
        self.comments: list[Span] = []
        """The comments in order; the tree has no node for them."""
        self.size = 0
        """How many nodes the tree has."""
        self.is_too_large = False
        self.worked_out: dict[tuple[object, Node], object] = {}
        """What functions worked out of single nodes."""
        self.root = self._parse(most)

    def between(self, start: int, end: int) -> str:
        """Return the text between two offsets of the file."""
        return self.text[start - self._start : end - self._start]

    def starts_with(self, words: tuple[str, ...], start: int, end: int) -> bool:
        """Whether the text between two offsets of the file starts with one of these."""
        return self.text.startswith(words, start - self._start, end - self._start)

    def _parse(self, most: int) -> Node:
        text, first = self.text, self._start
        is_cut = has_many_open_comments(text)
        data = _encoded(text, is_cut=is_cut)
        has_many_angles = text.count("<") > MAX_ANGLES
        if has_many_angles and self.grammar != "javascript":
            self.has_errors = True
            return self._empty()
        tree = _parser(self.grammar).parse(data)
        if tree.root_node.has_error and self.grammar == "javascript" and not has_many_angles:
            typed = _parser("tsx").parse(data)
            if not typed.root_node.has_error:
                tree, self.grammar = typed, "tsx"
        self.has_errors = tree.root_node.has_error or is_cut
        if tree.root_node.descendant_count > _ALL_PER_NODE * most:
            self.is_too_large = True
            return self._empty()
        end = _END if is_cut else ""
        offsets: Sequence[int] = range(first, first + len(text) + 1)
        if len(data) != len(text) + len(end):
            offsets = _code_points(text, first)
        if is_cut:
            offsets = [*offsets, *([first + len(text)] * len(end))]
        # The copy makes millions of long-lived objects; the cyclic collector would scan them over and over
        was_enabled = gc.isenabled()
        gc.disable()
        try:
            return self._copy(tree, offsets)
        finally:
            if was_enabled:
                gc.enable()

    def _empty(self) -> Node:
        return Node(self, "program", self._start, self._start + len(self.text), None)

    def _copy(self, tree: tree_sitter.Tree, offsets: Sequence[int]) -> Node:
        cursor = tree.walk()
        root = self._empty()
        root.type = intern(tree.root_node.type)
        if not cursor.goto_first_child():
            return root
        parent, around = root, list[tuple[Node, list[Node], dict[str, int], int]]()
        children, fields, commas = list[Node](), dict[str, int](), 0
        while True:
            source = cursor.node
            assert source is not None  # noqa: S101  the cursor stands on a node
            field = cursor.field_name
            kind = source.type
            is_named = source.is_named
            if kind == "?.":
                # The grammar of TypeScript gives it no name where it stands before a call
                kind = field = "optional_chain"
            if (is_named and kind not in _COMMENTS) or field is not None or kind in _KEPT_TOKENS:
                start, end = offsets[source.start_byte], offsets[source.end_byte]
                if start == parent.start:
                    start = parent.start
                if end == parent.end:
                    end = parent.end
                node = Node(self, intern(kind), start, end, parent)
                self.size += 1
                if field is not None and field not in fields:
                    fields[field] = len(children)
                children.append(node)
                if is_named and len(around) >= MAX_NESTING and source.child_count:
                    node.type = TOO_DEEP
                elif is_named and cursor.goto_first_child():
                    around.append((parent, children, fields, commas))
                    parent, children, fields, commas = node, [], {}, 0
                    continue
            elif is_named:
                self.comments.append(Span(offsets[source.start_byte], offsets[source.end_byte]))
            elif kind == "," and parent.type in _LISTS:
                if len(children) == commas:
                    at = offsets[source.start_byte]
                    children.append(Node(self, HOLE, at, at, parent))
                commas += 1
            while not cursor.goto_next_sibling():
                parent.children = tuple(children)
                if fields:
                    parent.named = _named(*fields.items())
                if not around:
                    return root
                cursor.goto_parent()
                parent, children, fields, commas = around.pop()


@lru_cache(maxsize=4_096)
def _named(*fields: tuple[str, int]) -> Mapping[str, int]:
    """Return the same places of the same fields as one object."""
    return {intern(name): index for name, index in fields}


def has_many_open_comments(text: str) -> bool:
    """Whether so many comments may begin and never end that searching for their ends takes quadratic time."""
    last = text.rfind(_END) + 1
    return text.count("/*", last) * (len(text) - last) > MAX_OPEN_COMMENTS


def _encoded(text: str, *, is_cut: bool) -> bytes:
    """Return what a parser is given; where many comments have no end, one is put behind them all."""
    return (text + _END if is_cut else text).encode("utf-8", "surrogatepass")


def error_count(text: str, grammar: Grammar) -> int:
    """Return how many places of a text the grammar can make no sense of, or where it misses something."""
    data = _encoded(text, is_cut=has_many_open_comments(text))
    many_angles = text.count("<") > MAX_ANGLES
    if many_angles and grammar != "javascript":
        return 0
    found = _errors(_parser(grammar).parse(data))
    if found and grammar == "javascript" and not many_angles:
        found = min(found, _errors(_parser("tsx").parse(data)))
    return found


def _errors(tree: tree_sitter.Tree) -> int:
    """Count the nodes that are errors or missing; only what holds some is walked."""
    found, pending = 0, [tree.root_node]
    while pending:
        node = pending.pop()
        found += node.is_error or node.is_missing
        if node.has_error:
            pending += node.children
    return found


@cache
def _parser(grammar: Grammar) -> tree_sitter.Parser:
    if grammar == "javascript":
        import tree_sitter_javascript

        language = tree_sitter_javascript.language()
    else:
        import tree_sitter_typescript

        is_tsx = grammar == "tsx"
        language = tree_sitter_typescript.language_tsx() if is_tsx else tree_sitter_typescript.language_typescript()
    return tree_sitter.Parser(tree_sitter.Language(language))


def _code_points(text: str, first: int) -> list[int]:
    """Return, for each UTF-8 byte offset that starts a character (and the end), the code point offset from `first` on."""
    offsets: list[int] = []
    for index, char in enumerate(text, first):
        code = ord(char)
        offsets += [index] * (1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4)
    offsets.append(first + len(text))
    return offsets
