"""Whether what an expression in JSX gives may be a control of the form around it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.jsx_components import TRANSPARENT, Rendered, mapped, meaning
from webmcp_lint.program.values import Environment
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name
from webmcp_lint.syntax.wrapping import unwrapped

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_MAX_LOOKED_INTO: Final = 2
"""How many components in each other are looked into."""
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
_GIVING_CHILDREN: Final = frozenset({"dangerouslySetInnerHTML", "children"})
_VOID: Final = frozenset({"br", "hr", "img", "svg", "path", "circle", "rect", "line"})
"""Elements with no controls inside, whatever they are handed."""
_CHOOSING: Final = frozenset({"&&", "||", "??"})


def holds_no_control(analysis: Analysis, node: Node, env: Environment, looks: Iterator[int], depth: int = 0) -> bool:
    """Whether what an expression in JSX gives is text, or markup without controls, labels and components that are not known.

    Each node takes one of the `looks`; without them nothing is known.
    """
    if next(looks, None) is None:
        return False
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
            return _maps_to_none(analysis, node, env, looks, depth) or (
                callee is not None and last_name(callee) in _TEXTS
            )
        case "binary_expression" if operator is not None and operator.type not in _CHOOSING:
            return True
        case "binary_expression":
            given = ("right",) if operator is not None and operator.type == "&&" else ("left", "right")
            sides = [node.fields[each] for each in given]
            return all(holds_no_control(analysis, each, env, looks, depth) for each in sides)
        case "ternary_expression":
            ways = (node.field("consequence"), node.field("alternative"))
            return all(each is not None and holds_no_control(analysis, each, env, looks, depth) for each in ways)
        case "jsx_expression":
            return all(holds_no_control(analysis, each, env, looks, depth) for each in node.children)
        case "jsx_element" | "jsx_self_closing_element":
            return _is_plain(analysis, node, env, looks, depth)
    return False


def _is_plain(analysis: Analysis, markup: Node, env: Environment, looks: Iterator[int], depth: int) -> bool:
    opening = markup.children[0] if markup.type == "jsx_element" else markup
    tag = opening.field("name")
    inside = markup.children if markup.type != "jsx_self_closing_element" else []
    if not all(holds_no_control(analysis, each, env, looks, depth) for each in inside):
        return False
    # Children may come by an attribute, too
    is_void = tag is not None and tag.text in _VOID
    if not is_void and any(map(_may_give_children, opening.children)):
        return False
    if tag is None or tag.text in _NO_CONTROLS:
        return True
    if tag.text == "button":
        return any(each.text.replace("'", '"') in {'type="button"', 'type="reset"'} for each in opening.children)
    found = meaning(analysis, opening, env) if depth < _MAX_LOOKED_INTO and not tag.text.islower() else None
    if isinstance(found, Rendered):
        return holds_no_control(analysis, found.markup, found.env, looks, depth + 1)
    return found in {"", TRANSPARENT} or found in _NO_CONTROLS


def _may_give_children(attribute: Node) -> bool:
    return attribute.type == "jsx_expression" or (
        attribute.type == "jsx_attribute" and attribute.children[0].text in _GIVING_CHILDREN
    )


def _maps_to_none(analysis: Analysis, call: Node, env: Environment, looks: Iterator[int], depth: int) -> bool:
    """Whether `list.map((each) => …)` gives none for any element."""
    function = mapped(call)
    returned = analysis.returned(function) if function is not None else ()
    return bool(returned) and all(holds_no_control(analysis, each, env, looks, depth) for each in returned)
