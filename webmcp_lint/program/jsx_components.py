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
_MAX_ROUNDS: Final = 100

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
    key = ("rendered", function.node, opening, *(env.get(each) for each in analysis.tree(opening).binders(opening)))
    frame = analysis.frame(key, Frame(function.node, arguments=[props], call=opening))
    inside = {**function.env, function.node: frame}
    returned = [each for each in analysis.returned(function.node) if is_reached(analysis, each, inside)]
    return Rendered(returned[0], inside) if len(returned) == 1 else None


def rounds(analysis: Analysis, call: Node, env: Environment) -> list[tuple[Node, Environment]] | None:
    """Return what `LIST.map((each) => …)` gives for each element of a constant list; None where that cannot be told."""
    callee, function = call.field("function"), mapped(call)
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


def mapped(call: Node) -> Node | None:
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
