"""What a component in JSX renders: the markup that a function in sight returns, or the one element that a package's part is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.functions import is_reached
from webmcp_lint.program.props import props_of
from webmcp_lint.program.scopes import FUNCTIONS
from webmcp_lint.program.values import (
    Environment,
    External,
    Frame,
    Function,
    Literal,
    Property,
    Thunk,
    Value,
    options,
)
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name
from webmcp_lint.syntax.wrapping import unwrapped

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

MARKUP: Final = frozenset({"jsx_element", "jsx_self_closing_element"})
TRANSPARENT: Final = "*"
"""What is but its children: a fragment, a provider of a context."""
MAX_DEPTH: Final = 6
"""How many components lie in each other."""
_MAX_LOOKED_INTO: Final = 2
"""How many of them are looked into for controls."""
_MAX_ROUNDS: Final = 100

_CHILDREN: Final = ("children",)
_PARTS: Final = {
    ("@base-ui/react/input", ("Input",)): "input",
    ("@base-ui/react/button", ("Button",)): "button",
    ("@base-ui/react/separator", ("Separator",)): "div",
    ("@radix-ui/react-label", ("Root",)): "label",
    ("@radix-ui/react-label", ("Label",)): "label",
    ("@radix-ui/react-separator", ("Root",)): "div",
    ("radix-ui", ("Label", "Root")): "label",
    ("radix-ui", ("Separator", "Root")): "div",
    ("next/link", ("default",)): "a",
    ("next/image", ("default",)): "img",
    ("react-router", ("Link",)): "a",
    ("react-router-dom", ("Link",)): "a",
    ("react-textarea-autosize", ("default",)): "textarea",
}
"""Components of packages that are one element, and hand their attributes on to it."""
_ICONS: Final = ("lucide-react", "react-icons", "@heroicons/react", "@radix-ui/react-icons", "@tabler/icons-react", "@phosphor-icons/react")  # fmt: skip
_STYLED: Final = frozenset({"styled-components", "@emotion/styled", "framer-motion", "motion/react"})
"""Packages of which `styled.input` and `motion.input` are the element of that name."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """The markup of a component, or what else it returns, and how its names are bound."""

    markup: Node
    env: Environment


def meaning(analysis: Analysis, opening: Node, env: Environment) -> Rendered | str | None:
    """Return what a component renders: its markup, the name of an element, `TRANSPARENT`, empty for an icon; else None."""
    tag = opening.field("name")
    found = list(options(analysis.value(tag, env))) if tag is not None else []
    if len(found) != 1:
        return None
    match found[0]:
        case Literal(value=str(name)) if name.islower():
            return name
        case External() as part:
            return _element_of(part)
        case Function() as function if function.node.type in FUNCTIONS:
            return _returned(analysis, function, opening, env)
    return None


def _element_of(part: External) -> str | None:
    if part.package.startswith(_ICONS):
        return ""
    if part.package in {"react", "preact"} and part.path in {("Fragment",), ("createContext", "()", "Provider")}:
        return TRANSPARENT
    if part.package in _STYLED and len(part.path) > 1:
        return part.path[-1] if part.path[-1].islower() else None
    return _PARTS.get((part.package, part.path))


def _returned(analysis: Analysis, function: Function, opening: Node, env: Environment) -> Rendered | None:
    props = props_of(analysis, opening, env)
    children = External("react", _CHILDREN, opening, arguments=(Thunk(opening, env),))
    props.properties.setdefault("children", Property(children, None))
    key = ("rendered", function.node, opening, *(env.get(each) for each in analysis.tree(opening).binders(opening)))
    frame = analysis.frame(key, Frame(function.node, arguments=[props], call=opening))
    inside = {**function.env, function.node: frame}
    returned = [each for each in analysis.returned(function.node) if is_reached(analysis, each, inside)]
    return Rendered(returned[0], inside) if len(returned) == 1 else None


def children_of(value: Value) -> Thunk | None:
    """Return the tag between whose opening and end the value stands that a component knows as `children`."""
    is_children = isinstance(value, External) and value.package == "react" and value.path == _CHILDREN
    given = value.arguments[0] if is_children and isinstance(value, External) and value.arguments else None
    return given if isinstance(given, Thunk) else None


def rounds(analysis: Analysis, call: Node, env: Environment) -> list[tuple[Node, Environment]] | None:
    """Return what `LIST.map((each) => …)` gives for each element of a constant list; None where that cannot be told."""
    callee, function = call.field("function"), _mapped(call)
    receiver = unwrapped(callee.fields["object"]) if callee is not None and "object" in callee.fields else None
    if function is None or receiver is None or not _is_constant(analysis, receiver):
        return None
    found, returned = analysis.elements(analysis.value(receiver, env)), analysis.returned(function)
    if found is None or found.open or found.is_shuffled or len(found.items) > _MAX_ROUNDS or len(returned) != 1:
        return None
    frames = []
    for index, item in enumerate(found.items):
        key = ("round", function, index, *(env.get(each) for each in analysis.tree(call).binders(call)))
        frames.append(analysis.frame(key, Frame(function, arguments=[item, Literal(index, function)], call=call)))
    return [(returned[0], {**env, function: frame}) for frame in frames]


def _mapped(call: Node) -> Node | None:
    """Return the function of `list.map((each) => …)`."""
    callee, listed = call.field("function"), call.field("arguments")
    function = listed.children[0] if listed is not None and listed.children else None
    is_map = callee is not None and callee.type == "member_expression" and last_name(callee) == "map"
    return function if is_map and function is not None and function.type in FUNCTIONS else None


def _is_constant(analysis: Analysis, receiver: Node) -> bool:
    """Whether a list is written down; state that begins with one may hold others later."""
    if receiver.type == "array":
        return True
    binding = analysis.tree(receiver).resolve(receiver) if receiver.type == "identifier" else None
    if binding is None:
        return False
    source = unwrapped(binding.source) if binding.source is not None else None
    is_written = source is not None and source.type == "array" and binding.is_constant and not binding.path
    return is_written or binding.kind == "import"


_NO_CONTROLS: Final = frozenset(
    {
        "a",
        "abbr",
        "article",
        "aside",
        "b",
        "br",
        "code",
        "div",
        "em",
        "figure",
        "footer",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
    }
    | {
        "header",
        "hr",
        "i",
        "img",
        "kbd",
        "li",
        "main",
        "mark",
        "nav",
        "ol",
        "p",
        "path",
        "pre",
        "section",
        "small",
        "span",
    }
    | {
        "strong",
        "sub",
        "sup",
        "svg",
        "table",
        "tbody",
        "td",
        "th",
        "thead",
        "time",
        "tr",
        "u",
        "ul",
        "circle",
        "rect",
        "line",
    }
)
_TEXTS: Final = frozenset(
    {
        "join",
        "padEnd",
        "padStart",
        "replace",
        "substring",
        "toFixed",
        "toISOString",
        "toLocaleDateString",
        "toLocaleLowerCase",
    }
    | {
        "toLocaleString",
        "toLocaleTimeString",
        "toLocaleUpperCase",
        "toLowerCase",
        "toString",
        "toUpperCase",
        "trim",
        "String",
    }
)
"""What is called for a text."""
_CHOOSING: Final = frozenset({"&&", "||", "??"})


def holds_no_control(analysis: Analysis, node: Node, env: Environment, depth: int = 0) -> bool:
    """Whether what an expression in JSX gives is text, or markup without controls, labels and components that are not known."""
    node = unwrapped(node)
    operator = node.field("operator")
    match node.type:
        case "string" | "template_string" | "number" | "null" | "undefined" | "true" | "false" | "unary_expression":
            return True
        case "jsx_text" | "html_character_reference" | "jsx_opening_element" | "jsx_closing_element" | "comment":
            return True
        case "member_expression":
            return last_name(node) == "length"
        case "call_expression":
            callee = node.field("function")
            return _maps_to_none(analysis, node, env, depth) or (callee is not None and last_name(callee) in _TEXTS)
        case "binary_expression" if operator is not None and operator.type not in _CHOOSING:
            return True
        case "binary_expression":
            given = ("right",) if operator is not None and operator.type == "&&" else ("left", "right")
            sides = [node.fields[each] for each in given]
            return all(holds_no_control(analysis, each, env, depth) for each in sides)
        case "ternary_expression":
            ways = (node.field("consequence"), node.field("alternative"))
            return all(each is not None and holds_no_control(analysis, each, env, depth) for each in ways)
        case "jsx_expression":
            return all(holds_no_control(analysis, each, env, depth) for each in node.children)
        case "jsx_element" | "jsx_self_closing_element":
            return _is_plain(analysis, node, env, depth)
    return False


def _is_plain(analysis: Analysis, markup: Node, env: Environment, depth: int) -> bool:
    opening = markup.children[0] if markup.type == "jsx_element" else markup
    tag = opening.field("name")
    inside = markup.children if markup.type != "jsx_self_closing_element" else []
    if not all(holds_no_control(analysis, each, env, depth) for each in inside):
        return False
    if tag is None or tag.text in _NO_CONTROLS:
        return True
    if tag.text == "button":
        return any(each.text.replace("'", '"') in {'type="button"', 'type="reset"'} for each in opening.children)
    found = meaning(analysis, opening, env) if depth < _MAX_LOOKED_INTO and not tag.text.islower() else None
    if isinstance(found, Rendered):
        return holds_no_control(analysis, found.markup, found.env, depth + 1)
    return found in {"", TRANSPARENT} or found in _NO_CONTROLS


def _maps_to_none(analysis: Analysis, call: Node, env: Environment, depth: int) -> bool:
    """Whether `list.map((each) => …)` gives none for any element."""
    function = _mapped(call)
    returned = analysis.returned(function) if function is not None else ()
    return bool(returned) and all(holds_no_control(analysis, each, env, depth) for each in returned)
