"""What a component gets from a context of React: what the providers in sight put there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.scopes import JSX, ScopeTree
from webmcp_lint.program.values import External, Value, join, options
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import property_name, string_value

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis
    from webmcp_lint.program.modules import Modules

_MAX_FILES: Final = 20
"""How many files that import a context are searched for its providers."""
_MAX_PROVIDERS: Final = 8
_PROVIDING: Final = re.compile(r"\bProvider\b|\bvalue\s*=|<[\w$.]+\s+\{\s*\.\.\.|\bcreateElement\b")
"""What a file says that provides a context; most that import one only ask for what it holds."""


def provided(analysis: Analysis, context: Value, node: Node) -> Value | None:
    """Return what `useContext(context)` gives; None where no provider of it is in sight."""
    if not isinstance(context, External) or context.path != ("createContext",) or context.arguments is None:
        return None
    importers = _importers(analysis.modules, analysis.globals.path_of(context.node.script))
    if importers is None:
        return None
    trees = [analysis.tree(context.node), *(tree for path in importers for tree in analysis.modules.trees(path))]
    found = [each for tree in trees for each in _given(analysis, tree, context)]
    given = [each for each in found if each is not None]
    if not given or len(found) > min(len(given), _MAX_PROVIDERS):
        return None
    key = ("context", context.node)
    return analysis.guarded(key, node, lambda: join([analysis.value(each, {}) for each in given], node))


def _importers(modules: Modules, path: str) -> list[str] | None:
    """Return the files that may provide what a file exports, also through others that hand it on; None for too many."""
    found: dict[str, None] = {}
    handing_on = [path]
    for at in handing_on:
        for importer in sorted(modules.importers.get(at, ())):
            if importer in found or importer in handing_on or modules.is_test(importer):
                continue
            if _hands_on(modules, importer, at):
                handing_on.append(importer)
            elif modules.mentions(importer, _PROVIDING):
                found[importer] = None
            if len(found) > _MAX_FILES or len(handing_on) > _MAX_FILES:
                return None
    return [*found, *handing_on[1:]]


def _hands_on(modules: Modules, path: str, source: str) -> bool:
    """Whether a file exports what another one does: `export * from`, `export {Board} from`."""
    table = modules.exports(path)
    specifiers = [*table.stars, *(each.source for each in table.named.values() if each.source is not None)]
    return any(modules.resolve(string_value(each), path) == source for each in specifiers)


def _given(analysis: Analysis, tree: ScopeTree, context: External) -> Iterator[Node | None]:
    """Yield the values of the providers of a context in a script, None for one that does not spell it out."""
    for tag, value in (*_in_jsx(tree), *_in_calls(tree)):
        owner = tag.field("object") if _is_provider(tag) else tag
        if owner is not None and any(each.node is context.node for each in options(analysis.value(owner, {}))):
            yield value


def _in_jsx(tree: ScopeTree) -> Iterator[tuple[Node, Node | None]]:
    """Yield the tags in JSX that may be providers, with what they give: `<Board.Provider value={…}>`, since React 19 `<Board value={…}>`."""
    for name, calls in tree.calls.items():
        # A tag in small letters is an element of HTML
        for opening in calls if not name[:1].islower() else ():
            tag = opening.field("name")
            if opening.type in JSX and tag is not None:
                value = next(_attributes(opening), None)
                if value is not None or _is_provider(tag) or _spreads(opening):
                    yield tag, value


def _in_calls(tree: ScopeTree) -> Iterator[tuple[Node, Node | None]]:
    """Yield the same of `createElement(Board.Provider, {value: …})`."""
    for call in tree.calls.get("createElement", ()):
        listed = call.field("arguments")
        given = listed.children if listed is not None else ()
        if len(given) > 1 and given[0].type in {"identifier", "member_expression"}:
            members = given[1].children if given[1].type == "object" else ()
            yield given[0], next(_properties(members), None)


def _is_provider(tag: Node) -> bool:
    name = tag.field("property")
    return name is not None and name.text == "Provider"


def _spreads(opening: Node) -> bool:
    return any(each.children and each.children[0].type == "spread_element" for each in opening.children)


def _attributes(opening: Node) -> Iterator[Node]:
    for attribute in opening.children:
        name = attribute.children[0].text if attribute.type == "jsx_attribute" and attribute.children else ""
        if name == "value" and len(attribute.children) > 1 and attribute.children[1].children:
            yield attribute.children[1].children[0]


def _properties(members: Iterable[Node]) -> Iterator[Node]:
    for member in members:
        key, value = member.field("key"), member.field("value")
        if member.type == "shorthand_property_identifier" and member.text == "value":
            yield member
        elif key is not None and value is not None and property_name(key) == "value":
            yield value
