"""Forms that stand in JSX, as the document that they render to; what is computed is a hole in it.

Names are lower-cased, `htmlFor` and `className` have their HTML names. React writes a boolean for the attributes that HTML
knows as boolean and for no other; Preact, Solid and Vue write `true` as a text, and the last two `false` as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.contexts import contexts
from webmcp_lint.program.jsx_components import (
    MARKUP,
    MAX_DEPTH,
    TRANSPARENT,
    Rendered,
    meaning,
    rounds,
)
from webmcp_lint.program.jsx_controls import holds_no_control
from webmcp_lint.program.jsx_text import rendered_text, unescaped
from webmcp_lint.program.libraries import library_of
from webmcp_lint.program.props import children_of, has_children
from webmcp_lint.program.rendering import Library, Rendering
from webmcp_lint.program.scopes import JSX, ScopeTree
from webmcp_lint.program.texts import to_string
from webmcp_lint.program.values import (
    Environment,
    External,
    Function,
    Literal,
    Object,
    Thunk,
    Undefined,
    Value,
    is_nothing,
    options,
    truth,
)
from webmcp_lint.source import SourceFile
from webmcp_lint.syntax.dom import Attribute, Document, Element, Scope, Text
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.owners import associate
from webmcp_lint.syntax.spelling import string_value
from webmcp_lint.syntax.templates import HOLE
from webmcp_lint.syntax.wrapping import unwrapped

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_NAMES = {"htmlfor": "for", "classname": "class", "defaultvalue": "value", "defaultchecked": "checked"}
_BOOLEAN = frozenset({"autofocus", "checked", "disabled", "hidden", "multiple", "novalidate", "readonly", "required"})
_DECLARING = frozenset({"toolname", "tooldescription"})
_MAX_USES: Final = 100
_WAYS: Final = {
    "": ("consequence", "alternative"), "&&": ("right", ""), "||": ("left", "right"), "??": ("left", "right"),
}  # fmt: skip
"""What is rendered where the first part of an expression is true, and where it is not."""
_UNWRITTEN = frozenset({"children", "key", "ref", "style", "dangerouslysetinnerhtml"})
_MAX_STEPS: Final = 10_000
"""How many nodes are rendered of one use of a form."""
_MAX_LOOKS: Final = 40_000
"""How many nodes are rendered, or looked through for a control, of all forms of a file."""
_YIELDING_BOOLEANS = frozenset({"!", "===", "!==", "==", "!=", "<", ">", "<=", ">="})
_FOREIGN = {"svg": "svg", "math": "math"}


def documents(analysis: Analysis, tree: ScopeTree) -> Iterator[Rendering]:
    """Yield a document for each form in a script's JSX that declares a tool."""
    library: Library | None = None
    is_known = False
    looks = iter(range(_MAX_LOOKS))
    for opening in (*tree.calls.get("form", ()),):
        if opening.type not in JSX:
            continue
        node = opening.parent if opening.type == "jsx_opening_element" else opening
        declaring = list(filter(None, map(_declaring, opening.children)))
        if node is None or not declaring:
            continue
        if not is_known:
            library = library_of(analysis.modules, analysis.globals.path_of(tree.script), tree.script.text)
            is_known = True
        analysis.begin()
        # A component that is a form is as many tools as there are places where it is used
        for env in contexts(analysis, declaring, {})[:_MAX_USES]:
            builder = _Builder(analysis, library, tree.script.file, looks)
            builder.add(node, builder.scope, env)
            associate([builder.scope])
            document = Document(tree.script.file, (builder.scope,), (), tuple(builder.elements))
            # In broken markup there may be none
            if any(not each.attributes.keys().isdisjoint(_DECLARING) for each in builder.elements[:1]):
                yield Rendering(document, library, builder.dropped)


def _declaring(child: Node) -> Node | None:
    """Return what a form's attribute, or object of attributes, says of the tool that it is."""
    name = child.children[0].text.lower() if child.type == "jsx_attribute" and child.children else ""
    if name in _DECLARING:
        return _inner(child.children[-1])
    spread = child.children[0] if child.type == "jsx_expression" and child.children else None
    return spread.children[0] if spread is not None and spread.type == "spread_element" else None


@dataclass(frozen=True, slots=True)
class _Around:
    """In what a node is rendered: how names are bound, in how many components, and the tag of the outermost in another file."""

    env: Environment
    depth: int = 0
    site: Node | None = None


_Pending = tuple[Node, Element | Scope, _Around]


class _Builder:
    def __init__(self, analysis: Analysis, library: Library | None, file: SourceFile, looks: Iterator[int]) -> None:
        self.analysis = analysis
        self.library = library
        self.file = file
        self.looks = looks
        self.scope = Scope("document")
        self.elements: list[Element] = []
        self.dropped: list[tuple[Element, Attribute]] = []

    def add(self, node: Node, into: Element | Scope, env: Environment) -> None:
        """Add what a JSX node renders to, and all inside it."""
        stack: list[_Pending] = [(node, into, _Around(env))]
        for _ in range(_MAX_STEPS):
            if not stack:
                return
            if next(self.looks, None) is None:
                break
            stack += reversed(list(self.step(*stack.pop())))
        for _, parent, _ in stack:
            parent.children.append(Text(HOLE, parent))

    def step(self, node: Node, parent: Element | Scope, around: _Around) -> Iterable[_Pending]:
        """Add one node, and return what is still to be added in its place or inside it."""
        match node.type:
            case "jsx_element" | "jsx_self_closing_element":
                return self.tagged(node, parent, around)
            case "jsx_text":
                parent.children.append(Text(rendered_text(node.text), parent))
            case "html_character_reference":
                parent.children.append(Text(unescaped(node.text), parent))
            case "jsx_expression":
                return [(each, parent, around) for each in node.children]
            case "jsx_opening_element" | "jsx_closing_element" | "comment":
                pass
            case _:
                return self.expression(unwrapped(node), parent, around)
        return ()

    def expression(self, node: Node, parent: Element | Scope, around: _Around) -> Iterable[_Pending]:
        """Add what an expression between tags gives."""
        if node.type in MARKUP:
            return [(node, parent, around)]
        value = self.analysis.value(node, around.env)
        call = children_of(value)
        if call is not None:
            return self.inside(call.node, parent, replace(around, env={**around.env, **call.env}))
        if node.type == "call_expression" and (given := rounds(self.analysis, node, around.env)) is not None:
            return [(each, parent, replace(around, env=env)) for each, env in given]
        chosen = self.chosen(node, around.env)
        if chosen is not None:
            return [(each, parent, around) for each in chosen]
        is_plain = holds_no_control(self.analysis, node, around.env, self.looks)
        parent.children.append(Text(self.text_of(value), parent, is_plain=is_plain))
        return ()

    def chosen(self, node: Node, env: Environment) -> list[Node] | None:
        """Return what is rendered of `a ? <b/> : <c/>`, `a && <b/>` and `a || <b/>` where `a` is known."""
        operator = node.field("operator")
        kind = operator.type if node.type == "binary_expression" and operator is not None else ""
        condition = node.field("condition") if node.type == "ternary_expression" else node.field("left")
        if condition is None or (not kind and node.type != "ternary_expression"):
            return None
        value = self.analysis.value(condition, env)
        known = truth(value) if isinstance(value, (Literal, Undefined)) or children_of(value) else None
        if kind == "??" and known is not None:
            known = not is_nothing(value)
        if known is None or kind not in _WAYS:
            return None
        way = node.field(_WAYS[kind][not known])
        return [] if way is None else [way]

    def tagged(self, node: Node, parent: Element | Scope, around: _Around) -> Iterable[_Pending]:
        """Add an element, or what a component renders; of one that is not known, its children and that there may be more."""
        opening = node.children[0] if node.type == "jsx_element" else node
        tag = opening.field("name")
        if tag is None:
            return self.inside(opening, parent, around)
        name = tag.text
        if not name[0].islower() or "." in name:
            site = opening if opening.script.file is self.file else around.site
            found = meaning(self.analysis, opening, around.env) if around.depth < MAX_DEPTH else None
            if isinstance(found, Rendered):
                return [(found.markup, parent, _Around(found.env, around.depth + 1, site))]
            if found == "":
                return ()
            if not found or found == TRANSPARENT:
                if found is None:
                    parent.children.append(Text(HOLE, parent))
                return self.inside(opening, parent, around)
            name = found
        element = self.element(name, opening, parent, around)
        held = self.attributes(element, opening, around)
        is_empty = opening is node or not has_children(node)
        return (
            self.inside(held.node, element, replace(around, env={**around.env, **held.env}))
            if is_empty and held
            else self.inside(opening, element, around)
        )

    def inside(self, opening: Node, into: Element | Scope, around: _Around) -> list[_Pending]:
        """Return what stands between the tags of an element."""
        whole = opening.parent if opening.type == "jsx_opening_element" else None
        return [(each, into, around) for each in whole.children] if whole is not None else []

    def element(self, name: str, opening: Node, parent: Element | Scope, around: _Around) -> Element:
        """Add an element; one that a component of another file renders stands where that is used."""
        at = opening if around.site is None or opening.script.file is self.file else around.site
        element = Element(name.lower(), "html", {}, at.location, parent, at.start)
        if name in _FOREIGN:
            element.namespace = "svg" if name == "svg" else "math"
        parent.children.append(element)
        self.elements.append(element)
        return element

    def attributes(self, element: Element, opening: Node, around: _Around) -> Thunk | None:
        """Add the attributes of an element, and return the tag whose children are handed to it among them."""
        children: Thunk | None = None
        own: set[str] = set()
        for child in opening.children:
            if child.type == "jsx_attribute" and child.children:
                self.attribute(element, child, around.env, own)
            elif child.type == "jsx_expression" and child.children and child.children[0].type == "spread_element":
                value = self.analysis.value(child.children[0].children[0], around.env)
                if isinstance(value, Object):
                    given = value.properties.get("children")
                    children = children_of(self.analysis.force(given.value)) if given is not None else children
                element.is_open = not self.spread(element, value, child) or element.is_open
        identifier = element.value("id")
        if identifier and HOLE not in identifier:
            self.scope.ids.setdefault(identifier, element)
        return children

    def attribute(self, element: Element, node: Node, env: Environment, own: set[str]) -> None:
        key = node.children[0]
        name = key.text.lower()
        name = _NAMES.get(name, name)
        value = node.children[1] if len(node.children) > 1 else None
        if name in own:
            return
        own.add(name)
        if name == "dangerouslysetinnerhtml":
            element.children.append(Text(HOLE, element))
        is_dropped = self.library == "React" and name not in _BOOLEAN and _is_boolean(value)
        written = None if is_dropped else self.written(name, value, env)
        location = None if value is None else _inner(value).location
        found = None if value is None or value.type == "string" else self.analysis.value(_inner(value), env)
        is_certain = found is None or not _may_be_left_out(name, found, written)
        attribute = Attribute(name, written or "", key.location, location, node.location, is_certain)
        element.attributes.pop(name, None)
        if written is not None:
            element.attributes[name] = attribute
        elif is_dropped:
            self.dropped.append((element, attribute))

    def spread(self, element: Element, value: Value, node: Node) -> bool:
        """Add the attributes of `{...value}`, and return whether it is known that there are no others."""
        if isinstance(value, External) and (value.package, value.path[-1:]) == ("react-hook-form", ("register",)):
            return self.registered(element, value, node)
        if not isinstance(value, Object):
            return False
        for key, each in value.properties.items():
            name = _NAMES.get(key.lower(), key.lower())
            given = self.analysis.force(each.value)
            if name in _UNWRITTEN or name.startswith("on") or isinstance(given, Function):
                continue
            text = self.shown(name, given)
            element.attributes.pop(name, None)
            if text is not None:
                at = each.key or node
                whole = at.parent if at.parent is not None and at.parent.type in {"jsx_attribute", "pair"} else at
                where = given.node.location if isinstance(given, Literal) else whole.location
                is_certain = each.is_certain and not _may_be_left_out(name, given, text)
                element.attributes[name] = Attribute(name, text, at.location, where, whole.location, is_certain)
        return not value.open

    def registered(self, element: Element, field_: External, node: Node) -> bool:
        """Add the name that `{...register("email")}` of react-hook-form gives to a control."""
        name = self.analysis.force(field_.arguments[0]) if field_.arguments else None
        if isinstance(name, Literal) and isinstance(name.value, str):
            element.attributes["name"] = Attribute("name", name.value, node.location, name.node.location, node.location)
            return len(field_.arguments or ()) == 1
        return False

    def written(self, name: str, value: Node | None, env: Environment) -> str | None:
        """Return the text that reaches the document; None where the attribute does not."""
        if value is None:
            return "" if name in _BOOLEAN else self.boolean(is_true=True)
        if value.type == "string":
            return unescaped(string_value(value))
        return self.shown(name, self.analysis.value(_inner(value), env))

    def shown(self, name: str, value: Value) -> str | None:
        """Return what the library makes of an attribute's value."""
        match value:
            case Literal(value=bool(flag)):
                return ("" if flag else None) if name in _BOOLEAN else self.boolean(is_true=flag)
            case Undefined() | Literal(value=None):
                return None
            case _:
                return _known(value)

    def boolean(self, *, is_true: bool) -> str | None:
        """Return the text that the library makes of a boolean."""
        writing = {"Preact", "Solid", "Vue"} if is_true else {"Solid", "Vue"}
        return str(is_true).lower() if self.library in writing else None

    def text_of(self, value: Value) -> str:
        if is_nothing(value) or (isinstance(value, Literal) and isinstance(value.value, bool)):
            return ""
        return _known(value)


def _may_be_left_out(name: str, value: Value, text: str | None) -> bool:
    """Whether an attribute of which something reaches the document may be missing: its value is nothing on another way.

    Of one that is there or is not, its being there is what a value says that is not known.
    """
    return any(map(is_nothing, options(value))) or (text == HOLE and name in {*_BOOLEAN, "toolautosubmit"})


def _is_boolean(value: Node | None) -> bool:
    """Whether a value is or may be `true`, and never a text: an attribute alone, `{true}`, `{!x}`, `{a === b}`."""
    inner = None if value is None else _inner(value)
    if inner is None or inner.type == "true":
        return True
    operator = inner.field("operator")
    return operator is not None and operator.type in _YIELDING_BOOLEANS


def _known(value: Value) -> str:
    if isinstance(value, External):
        return HOLE
    text = to_string(value)
    return HOLE if text is None else text


def _inner(value: Node) -> Node:
    return value.children[0] if value.type == "jsx_expression" and value.children else value
