"""Whether a write only keeps what was looked up, so that asking again is faster and nobody sees a difference.

The idiom decides, not where the value comes from: `x ??= y`, `if (!x) x = y`, or a container that is written to where a
look-up in it failed, whose hit is the answer, and which nothing else reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.functions import function_around
from webmcp_lint.program.scopes import FUNCTIONS, Binding, ScopeTree
from webmcp_lint.syntax.javascript import Node, Script
from webmcp_lint.syntax.spelling import string_value

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

MAX_AROUND: Final = 6
_MAX_USES: Final = 40
_MAX_STATEMENTS: Final = 60
"""How many statements of a block are searched for a look-up."""
_EMPTYING: Final = frozenset({"clear", "delete"})


def is_memo(analysis: Analysis, node: Node, target: Node) -> bool:
    """Whether a write only fills what was empty, or a container of answers that only the functions that fill it read."""
    return is_filled_once(node, target) or _is_of_memo(analysis, node, target)


def runs_on_server(script: Script) -> bool:
    """Whether a module says `"use server"`, so that its state is none of the page's."""
    for statement in script.root.children:
        first = statement.children[0] if statement.type == "expression_statement" and statement.children else None
        if first is None or first.type != "string":
            return False
        if string_value(first) == "use server":
            return True
    return False


def is_filled_once(node: Node, target: Node) -> bool:
    """Whether a write only fills what was empty: `x ??= y`, `if (!x) x = y`, `if (x) return x; x = y`."""
    operator = node.field("operator")
    if operator is not None and operator.type in {"??=", "||="}:
        return True
    text = target.text
    inside = node
    for index, around in enumerate(node.ancestors):
        if index > MAX_AROUND or around.type == "program":
            return False
        condition = around.field("condition") if around.type == "if_statement" else None
        if condition is not None and inside is not condition and _asks_if_empty(condition.text, text):
            return True
        if around.type == "statement_block" and any(
            each.type == "if_statement" and each.end <= inside.start and _leaves_if_full(each, text)
            for each in around.children
        ):
            return True
        inside = around
    return False


def _asks_if_empty(condition: str, text: str) -> bool:
    compact = condition.replace(" ", "")
    name = text.replace(" ", "")
    return any(
        sign in compact
        for sign in (f"!{name}", f"{name}==null", f"{name}===null", f"{name}===undefined", f"{name}.has(", f"!({name}")
    )


def _leaves_if_full(statement: Node, text: str) -> bool:
    consequence, condition = statement.field("consequence"), statement.field("condition")
    if consequence is None or condition is None:
        return False
    compact, name = condition.text.replace(" ", ""), text.replace(" ", "")
    is_asked = compact.startswith((f"({name})", f"({name}&&", f"({name}!="))
    return is_asked and any(each.type == "return_statement" for each in consequence.walk())


def _is_of_memo(analysis: Analysis, node: Node, target: Node) -> bool:
    owner = target.field("object") if target.type in {"member_expression", "subscript_expression"} else target
    tree = analysis.tree(node)
    binding = tree.resolve(owner) if owner is not None and owner.type == "identifier" else None
    if binding is None or binding.kind != "variable" or _is_seen_elsewhere(analysis, tree, binding):
        return False
    uses = tree.uses(binding)
    if len(uses) > _MAX_USES or _filler(tree, binding, node) is None:
        return False
    reading = [use for use in uses if not _is_emptied(use)]
    fillers = {filler for use in reading if (filler := _filler(tree, binding, use)) is not None}
    return all(any(around in fillers for around in use.ancestors) for use in reading)


def _is_seen_elsewhere(analysis: Analysis, tree: ScopeTree, binding: Binding) -> bool:
    """Whether a variable is exported or handed on, or a global that other scripts of the page mention."""
    around = next(
        (each for each in binding.node.ancestors if each.type in FUNCTIONS or each.type == "export_statement"), None
    )
    if (around is not None and around.type == "export_statement") or not all(map(_is_looked_into, tree.uses(binding))):
        return True
    siblings = analysis.globals.siblings(binding.node.script) if analysis.is_global(binding.node) else ()
    return any(binding.name in (*sibling.identifiers, *sibling.members) for sibling in siblings)


def _is_looked_into(use: Node) -> bool:
    """Whether a container is but asked for a member, so that it is handed to nobody."""
    around = use.parent
    return around is not None and (
        around.field("object") is use or (around.type == "binary_expression" and around.field("right") is use)
    )


def _is_emptied(use: Node) -> bool:
    """Whether a use only forgets what was kept: `memo.clear()`, `memo.delete(key)`."""
    member = use.parent
    last = member.field("property") if member is not None and member.field("object") is use else None
    return last is not None and last.text in _EMPTYING


def _filler(tree: ScopeTree, binding: Binding, place: Node) -> Node | None:
    """Return the function that gets to a place only where a look-up in a container failed, and answers with its hits."""
    inside = place
    for around in place.ancestors:
        condition = around.field("condition") if around.type == "if_statement" else None
        if condition is not None and around.field("consequence") is inside and _asks(tree, binding, condition):
            function = function_around(around)
            if function is not None and _is_negative(condition) and _answers(tree, binding, function, after=around):
                return function
        if around.type == "statement_block":
            for each in around.children[:_MAX_STATEMENTS]:
                is_before = each.type == "if_statement" and each.end <= inside.start
                if is_before and _leaves_with_hit(tree, binding, each):
                    return function_around(around)
        inside = around
    return None


def _leaves_with_hit(tree: ScopeTree, binding: Binding, statement: Node) -> bool:
    condition, consequence = statement.field("condition"), statement.field("consequence")
    if condition is None or consequence is None or _is_negative(condition) or not _asks(tree, binding, condition):
        return False
    return any(each.type == "return_statement" and _asks(tree, binding, each) for each in consequence.walk())


def _is_negative(condition: Node) -> bool:
    text = condition.text.lstrip("( ")
    return text.startswith("!") or any(sign in text for sign in ("== null", "=== undefined", "=== null"))


def _answers(tree: ScopeTree, binding: Binding, function: Node, *, after: Node) -> bool:
    return any(
        each.type == "return_statement" and each.start >= after.end and _asks(tree, binding, each)
        for each in function.walk()
    )


def _asks(tree: ScopeTree, binding: Binding, expression: Node) -> bool:
    """Whether an expression looks into a container, or names what such a look-up gave."""
    return any(
        found is binding
        or (found.kind == "variable" and found.source is not None and _holds(tree, binding, found.source))
        for found in _named(tree, expression)
    )


def _holds(tree: ScopeTree, binding: Binding, source: Node) -> bool:
    return source.type not in FUNCTIONS and any(found is binding for found in _named(tree, source))


def _named(tree: ScopeTree, expression: Node) -> Iterator[Binding]:
    for each in expression.walk():
        if each.type == "identifier" and (found := tree.resolve(each)) is not None:
            yield found
