"""Where a function or class may be called: candidates found by the names it goes by, to be proved by evaluation."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING

from webmcp_lint.program.functions import function_around
from webmcp_lint.program.patterns import targets
from webmcp_lint.program.scopes import FUNCTIONS, ScopeTree
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import property_name
from webmcp_lint.syntax.wrapping import WRAPPING

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

MAX_CALLS = 300
MAX_FILES = 200
MAX_RENAMES = 3
MAX_FACTORIES = 3
"""How many factories may lie between a function and the variable that takes it."""

_HANDING = frozenset({"arguments", "jsx_expression", "assignment_expression"})


class Mentions:
    """What a script does with the names it mentions, by name; bundles mention each short name thousands of times."""

    def __init__(self, tree: ScopeTree) -> None:
        self.aliases: dict[str, dict[str, None]] = defaultdict(dict)
        """Other names that are given to what is called so."""
        self.passed: dict[str, list[Node]] = defaultdict(list)
        """The identifiers that are arguments."""
        self.handed: dict[str, list[Node]] = defaultdict(list)
        """The identifiers and members that may be handed on: to a call, as a listener."""
        self.defaults = frozenset(name for each in tree.exports for name in _exported_by_default(each))
        """The names of what is exported by default."""
        for given in (tree.import_aliases, tree.renames):
            for name, aliases in given.items():
                self.aliases[name] |= dict.fromkeys(aliases)
        for name, identifiers in tree.identifiers.items():
            self.passed[name] += (each for each in identifiers if each.parent and each.parent.type == "arguments")
            self._add(name, identifiers)
        for name, members in tree.members.items():
            self._add(name, members)

    def _add(self, name: str, mentions: Iterable[Node]) -> None:
        for each in mentions:
            if each.parent is not None:
                for alias in _given_name(each):
                    self.aliases[name][alias] = None
                if each.parent.type in _HANDING:
                    self.handed[name].append(each)


@dataclass(frozen=True, slots=True)
class Candidates:
    """The calls that may be of a function or class, and the places where it may be handed to a call."""

    calls: tuple[Node, ...]
    passed: tuple[Node, ...]
    is_complete: bool
    """False where there are more than `MAX_CALLS`, or some may stand in scripts that are not parsed."""
    mentions: tuple[Node, ...] = ()
    """The places where it, or a member of that name, may be handed on: to a call, as a listener."""
    is_cut: bool = False
    """Whether scripts that may hold more of them are not parsed, so as to save work."""


def candidates(analysis: Analysis, target: Node) -> Candidates:
    """Return the candidates for the callers of a function or class."""
    found = analysis.candidates.get(target)
    work = analysis.work
    if found is None or (found.is_cut and not work.is_aside):
        outer_short, work.is_short = work.is_short, False
        found = analysis.candidates[target] = _found(analysis, target)
        work.is_short = outer_short
    work.is_short = work.is_short or found.is_cut
    return found


def _found(analysis: Analysis, target: Node) -> Candidates:
    names = dict.fromkeys(_names(analysis, target))
    is_default = _is_default_export(analysis, target)
    trees: list[ScopeTree] = []
    for _ in range(MAX_RENAMES):
        trees = list(_trees(analysis, target, names, is_default=is_default))
        more = [alias for tree in trees for alias in _aliases(analysis, tree, names, is_default=is_default)]
        if all(alias in names for alias in more):
            break
        names |= dict.fromkeys(more)
    known = [analysis.mentions(tree) for tree in trees]
    calls = _some(tree.calls.get(name, ()) for tree in trees for name in names)
    passed = _some(mentions.passed.get(name, ()) for mentions in known for name in names)
    is_complete = len(calls) <= MAX_CALLS and len(passed) <= MAX_CALLS
    handed = _some(mentions.handed.get(name, ()) for mentions in known for name in names)
    is_cut = analysis.work.is_short
    return Candidates(calls[:MAX_CALLS], passed[:MAX_CALLS], is_complete and not is_cut, handed[:MAX_CALLS], is_cut)


def _some(nodes: Iterable[Iterable[Node]]) -> tuple[Node, ...]:
    """Return the first of many nodes, and one more than may be looked at."""
    return tuple(islice(chain.from_iterable(nodes), MAX_CALLS + 1))


def _trees(analysis: Analysis, target: Node, names: Iterable[str], *, is_default: bool) -> Iterator[ScopeTree]:
    """Yield the scripts that may call the target: its own, its page's others, and those that import it and name it.

    Tests are left out, unless it is a part of one itself.
    """
    own = analysis.tree(target)
    seen = {own}
    yield own
    for tree in analysis.globals.siblings(target.script):
        if tree not in seen:
            seen.add(tree)
            yield tree
    path = analysis.globals.path_of(target.script)
    word = re.compile("|".join(map(re.escape, names)) or r"(?!)")
    importers = frozenset(analysis.modules.importers.get(path, ()))
    for each in analysis.modules.closure(path)[1:MAX_FILES]:
        if analysis.modules.is_test(each) and not analysis.modules.is_test(path):
            continue
        # A default import gives a name of its own choice
        is_named = (is_default and each in importers) or analysis.modules.mentions(each, word)
        if is_named and (analysis.globals.is_parsed(each) or analysis.work.may_parse()):
            for tree in analysis.modules.trees(each):
                if tree not in seen:
                    seen.add(tree)
                    yield tree


def _names(analysis: Analysis, target: Node, depth: int = 0) -> Iterator[str]:
    """Yield the names that a function or class has where it stands."""
    declared = target.field("name")
    if declared is not None and declared.type != "computed_property_name":
        name = property_name(declared) or declared.text
        if name == "constructor":
            return
        yield name
    node, parent = target, target.parent
    while parent is not None and _hands_on(parent, node):
        node, parent = parent, parent.parent
    if parent is None:
        return
    match parent.type:
        case "variable_declarator" | "assignment_pattern" | "object_assignment_pattern":
            target_ = parent.field("name") or parent.field("left")
            for identifier, _ in targets(target_) if target_ is not None else ():
                yield identifier.text
        case "pair" if (key := parent.field("key")) is not None:
            yield property_name(key) or key.text
        case "assignment_expression" if (left := parent.field("left")) is not None:
            member = left.field("property")
            yield member.text if member is not None else left.text
        case "field_definition" | "public_field_definition":
            key = parent.field("property") or parent.field("name")
            if key is not None:
                yield property_name(key) or key.text
        case "return_statement" | "arrow_function" if depth < MAX_FACTORIES:
            yield from _names_of_results(analysis, node, depth)


def _hands_on(parent: Node, node: Node) -> bool:
    """Whether a function may come out of what stands around it: `(f)`, `f as T`, `wrap(f)`."""
    is_argument = parent.type == "arguments" or (
        parent.type == "call_expression" and parent.field("function") is not node
    )
    return is_argument or parent.type in WRAPPING


def _names_of_results(analysis: Analysis, node: Node, depth: int) -> Iterator[str]:
    """Yield the names of the variables that take what a factory returns."""
    factory = function_around(node)
    if factory is None:
        return
    names = list(_names(analysis, factory, depth + 1))
    for tree in _trees(analysis, factory, names, is_default=_is_default_export(analysis, factory)):
        for name in names:
            for call in tree.calls.get(name, ()):
                yield from _receiver(call)


def _receiver(call: Node) -> Iterator[str]:
    node = call
    while node.parent is not None and node.parent.type in {"await_expression", *WRAPPING}:
        node = node.parent
    parent = node.parent
    name = parent.field("name") if parent is not None and parent.type == "variable_declarator" else None
    for identifier, _ in targets(name) if name is not None else ():
        yield identifier.text


def _aliases(analysis: Analysis, tree: ScopeTree, names: Iterable[str], *, is_default: bool) -> Iterator[str]:
    """Yield other names that a script gives to what is called one of `names`."""
    yield from tree.import_aliases.get("default", ())
    if is_default:
        yield from tree.default_imports
        yield from _names_of_default(tree)
    aliases = analysis.mentions(tree).aliases
    for name in names:
        yield from aliases.get(name, ())


def _names_of_default(tree: ScopeTree) -> Iterator[str]:
    """Yield the names that a script gives to what another exports by default, or as `module.exports`."""
    for call in tree.calls.get("require", ()):
        yield from _receiver(call)
    for statement in tree.exports:
        for clause in statement.children:
            for specifier in clause.children if clause.type == "export_clause" else ():
                name, alias = specifier.field("name"), specifier.field("alias")
                if name is not None and alias is not None and name.text == "default":
                    yield alias.text


def _given_name(mention: Node) -> Iterator[str]:
    """Yield the name that a mention of a function gives it: `const a = f`, `{a: f}`, `export {f as a}`, `x.a = f`."""
    parent = mention.parent
    if parent is None:
        return
    match parent.type:
        case "variable_declarator" if parent.field("value") is mention:
            name = parent.field("name")
            if name is not None and name.type == "identifier":
                yield name.text
        case "pair" if parent.field("value") is mention and (key := parent.field("key")) is not None:
            yield property_name(key) or key.text
        case "export_specifier" if (alias := parent.field("alias")) is not None:
            yield alias.text
        case "assignment_expression" if parent.field("right") is mention:
            left = parent.field("left")
            member = left.field("property") if left is not None else None
            if left is not None:
                yield member.text if member is not None else left.text
        case "arguments" if parent.parent is not None:
            # `const g = wrap(f)`, as of `useCallback` and `bind`
            yield from _receiver(parent.parent)


def _is_default_export(analysis: Analysis, target: Node) -> bool:
    for around in target.ancestors:
        left = around.field("left")
        if around.type == "assignment_expression" and left is not None and left.text == "module.exports":
            return True
        if around.type == "export_statement":
            return any(child.type == "default" for child in around.children)
        if around.type in FUNCTIONS:
            return False
    name = target.field("name")
    if name is None and target.parent is not None and target.parent.type == "variable_declarator":
        name = target.parent.field("name")
    return name is not None and name.text in analysis.mentions(analysis.tree(target)).defaults


def _exported_by_default(statement: Node) -> Iterator[str]:
    value = statement.field("value")
    if value is not None and value.type == "identifier":
        yield value.text
    specifiers = (each for child in statement.children if child.type == "export_clause" for each in child.children)
    for each in specifiers:
        alias, name = each.field("alias"), each.field("name")
        if alias is not None and name is not None and alias.text == "default":
            yield name.text
