"""What the text of a function and of a call says: arguments, returned and yielded expressions, and what is reached."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.leaving import LEAVING, entered_at, leaves, left_in
from webmcp_lint.program.scopes import CLASSES, FUNCTIONS
from webmcp_lint.program.values import Array, Environment, Literal, Slot, Thunk, Unknown, truth
from webmcp_lint.syntax.javascript import Node, once_per_node
from webmcp_lint.syntax.spelling import unescape

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis


MAX_EXITS = 60
"""How many early exits of one block are looked at."""

_start: Final = attrgetter("start")
_ASKING = frozenset({"has", "get"})
_NOTING = frozenset({"add", "set"})


def arguments(analysis: Analysis, call: Node, env: Environment) -> tuple[list[Slot], Unknown | None]:
    """Return a call's arguments, and what stands for all that follow a spread of unknown length."""
    listed = call.field("arguments")
    if listed is None:
        return [], None
    if listed.type == "template_string":
        return _of_template(listed, env), None
    slots: list[Slot] = []
    for child in listed.children:
        if child.type != "spread_element":
            slots.append(Thunk(child, env))
            continue
        spread = analysis.elements(analysis.value(child.children[0], env)) if child.children else None
        if spread is None:
            return slots, Unknown("a spread argument", child)
        slots += spread.items
        if spread.open:
            return slots, Unknown("a spread argument", child, spread.open[0].refs)
    return slots, None


def _of_template(template: Node, env: Environment) -> list[Slot]:
    """Return what a tag is called with: the list of the texts between the holes, and what is in each hole."""
    texts, given = [""], list[Slot]()
    for child in template.children:
        if child.type == "template_substitution":
            texts.append("")
            given += [Thunk(child.children[0], env)] if child.children else []
        else:
            text = child.text.replace("\r\n", "\n").replace("\r", "\n")
            texts[-1] += unescape(text) if child.type == "escape_sequence" else text
    return [Array(template, [Literal(text, template) for text in texts]), *given]


def returned(function: Node) -> tuple[Node, ...]:
    """Return the expressions that a function returns; an arrow function's body is one."""
    body = function.field("body")
    if body is None:
        return ()
    if body.type != "statement_block":
        return (body,)
    return tuple(each.children[0] for each in _own_nodes(body) if each.type == "return_statement" and each.children)


def yielded(function: Node) -> tuple[Node, ...]:
    """Return the yield expressions of a generator."""
    body = function.field("body")
    return tuple(each for each in _own_nodes(body) if each.type == "yield_expression") if body is not None else ()


def _own_nodes(body: Node) -> Iterator[Node]:
    """Yield the nodes of a function's body, those of functions and classes inside it apart, in source order."""
    stack = [body]
    while stack:
        node = stack.pop()
        yield node
        if node.type not in FUNCTIONS and node.type not in CLASSES:
            stack.extend(reversed(node.children))


def function_around(node: Node) -> Node | None:
    """Return the innermost function that a node stands in."""
    return next((each for each in node.ancestors if each.type in FUNCTIONS), None)


def call_with(argument: Node) -> Node | None:
    """Return the call that an expression is an argument of; one of a constructor is none."""
    listed = argument.parent
    call = listed.parent if listed is not None and listed.type == "arguments" else None
    return call if call is not None and call.type == "call_expression" else None


def is_in_class(node: Node) -> bool:
    """Whether a node stands in a class."""
    return any(each.type in CLASSES for each in node.ancestors)


def runs_in(node: Node, block: Node) -> bool:
    """Whether a node stands in a block, and in no function inside it."""
    return next((each for each in node.ancestors if each is block or each.type in FUNCTIONS), None) is block


def standing_in(nodes: Sequence[Node], around: Node) -> Sequence[Node]:
    """Return those of a script's nodes, which are in source order, that stand in another one."""
    return standing_between(nodes, around.start, around.end)


def standing_between(nodes: Sequence[Node], start: int, end: int) -> Sequence[Node]:
    """Return those of a script's nodes, which are in source order, that begin between two places of its text."""
    first = bisect_left(nodes, start, key=_start)
    return nodes[first : bisect_left(nodes, end, lo=first, key=_start)]


def is_generator(function: Node) -> bool:
    """Whether the function is a generator."""
    return any(child.type == "*" for child in function.children)


def is_async(function: Node) -> bool:
    """Whether the function is asynchronous: it returns a promise."""
    return any(child.type == "async" for child in function.children)


def ends(statement: Node) -> bool:
    """Whether control never goes on behind a statement: it returns or throws on every path."""
    match statement.type:
        case "return_statement" | "throw_statement":
            return True
        case "statement_block" | "else_clause" | "finally_clause":
            return any(map(ends, statement.children))
        case "if_statement":
            yes, no = statement.field("consequence"), statement.field("alternative")
            return yes is not None and no is not None and ends(yes) and ends(no)
        case "try_statement":
            body, handler, last = (statement.field(name) for name in ("body", "handler", "finalizer"))
            caught = handler.field("body") if handler is not None else None
            is_through = body is not None and ends(body) and (handler is None or (caught is not None and ends(caught)))
            return is_through or (last is not None and ends(last))
        case "switch_statement":
            cases = statement.field("body")
            return cases is not None and _always_leaves(cases)
        case "while_statement":
            condition = statement.field("condition")
            return condition is not None and condition.text == "(true)"
    return False


_is_ended = once_per_node(ends)


def _always_leaves(cases: Node) -> bool:
    has_default = any(case.type == "switch_default" for case in cases.children)
    is_left = any(node.type == "break_statement" for case in cases.children for node in case.walk())
    return has_default and not is_left and any(map(ends, cases.children[-1].children))


def falls_through(analysis: Analysis, function: Node, env: Environment) -> bool:
    """Whether control may reach the end of a function, so that it gives undefined."""
    body = function.field("body")
    if body is None or body.type != "statement_block":
        return False
    return not _is_ended(body) and not _left_before(analysis, body, None, env)


def thrown(analysis: Analysis, function: Node, env: Environment) -> Node | None:
    """Return the statement at which a function throws that does not return."""
    body = function.field("body")
    statements = body.children if body is not None and body.type == "statement_block" else ()
    found = next((each for each in statements if each.type == "throw_statement"), None)
    return found if found is not None and is_reached(analysis, found, env) else None


def is_reached(analysis: Analysis, node: Node, env: Environment) -> bool:
    """Whether control may reach a node of a function, as far as conditions with known values tell."""
    inside = node
    for around in node.ancestors:
        if around.type in FUNCTIONS or around.type in CLASSES:
            return True
        match around.type:
            case "if_statement":
                condition = around.field("condition")
                is_asked = condition is not None and inside is not condition and not _is_noted(condition, around)
                known = _known(analysis, condition, env) if is_asked else None
                if known is not None and inside is not around.field("consequence" if known else "alternative"):
                    return False
            case "statement_block":
                if _left_before(analysis, around, inside, env):
                    return False
            case "switch_case" if not _is_case_taken(analysis, around, env):
                return False
            case "switch_default" if _is_other_case_taken(analysis, around, env):
                return False
        inside = around
    return True


def _known(analysis: Analysis, condition: Node | None, env: Environment) -> bool | None:
    return None if condition is None else truth(analysis.value(condition, env))


def _left_before(analysis: Analysis, block: Node, inside: Node | None, env: Environment) -> bool:
    """Whether a block is known to be left before `inside` (its end, if None): by an earlier `if (…) return`."""
    end = block.end if inside is None else inside.start
    conditional, statement = _exits(block)
    if statement is not None and statement.start < end:
        return True
    return any(
        _known(analysis, condition, env) is leads_out
        for condition, leads_out in conditional
        if condition.start < end and not _is_noted(condition, block)
    )


@lru_cache(maxsize=256)
def _is_noted(condition: Node, within: Node) -> bool:
    """Whether what a condition asks of a map or set is put in behind it: `if (known.has(name)) return; known.add(name);`.

    It decides otherwise the first time, whatever the map holds in the end.
    """
    asked = {owner.text for node in condition.walk() if (owner := _owner(node, _ASKING)) is not None}
    for name in {node.text for node in condition.walk() if node.type == "identifier"}:
        value = _declared(name, condition, within)
        owner = None if value is None else _owner(value, _ASKING)
        asked |= set[str]() if owner is None else {owner.text}
    if not asked:
        return False
    noted = _noted(within)
    return any(noted.get(name, -1) >= condition.end for name in asked)


@once_per_node
def _noted(within: Node) -> dict[str, int]:
    """Return where something is put last into each map or set that is named in a node."""
    return {owner.text: node.start for node in within.walk() if (owner := _owner(node, _NOTING)) is not None}


def _owner(node: Node, methods: frozenset[str]) -> Node | None:
    """Return what one of these methods is called on."""
    callee = node.field("function") if node.type == "call_expression" else None
    method = callee.field("property") if callee is not None else None
    return callee.field("object") if callee is not None and method is not None and method.text in methods else None


def _declared(name: str, before: Node, within: Node) -> Node | None:
    """Return what a name is declared with by an earlier statement of a block."""
    for statement in within.children:
        for each in statement.children if statement.end <= before.start else ():
            written = each.field("name")
            if each.type == "variable_declarator" and written is not None and written.text == name:
                return each.field("value")
    return None


@once_per_node
def _exits(block: Node) -> tuple[tuple[tuple[Node, bool], ...], Node | None]:
    """Return the conditions of a block that leave it where they hold, or do not, and the first statement that leaves it."""
    found: list[tuple[Node, bool]] = []
    for statement in block.children:
        if statement.type in LEAVING:
            return tuple(found), statement
        condition = statement.field("condition") if statement.type == "if_statement" else None
        if condition is not None and len(found) < MAX_EXITS:
            for name, holds in (("consequence", True), ("alternative", False)):
                branch = statement.field(name)
                if branch is not None and leaves(branch):
                    found.append((condition, holds))
    return tuple(found), None


def is_surely_reached(analysis: Analysis, node: Node, env: Environment, within: Node) -> bool | None:
    """Return whether control comes to a node each time that it enters what is around it; None where it may."""
    inside, is_sure = node, True
    for around in node.ancestors:
        match around.type:
            case _ if around is within:
                return is_sure or None
            case "if_statement" if inside is not (condition := around.field("condition")):
                known = _known(analysis, condition, env)
                if known is not None and inside is not around.field("consequence" if known else "alternative"):
                    return False
                is_sure = is_sure and known is not None
            case "statement_block":
                if _left_before(analysis, around, inside, env):
                    return False
                is_sure = is_sure and all(condition.start >= inside.start for condition, _ in _exits(around)[0])
            case "else_clause" | "expression_statement" | "try_statement":
                is_sure = is_sure and not (around.type == "try_statement" and inside is around.field("handler"))
            case _:
                is_sure = False
        inside = around
    return is_sure or None


def _is_other_case_taken(analysis: Analysis, default: Node, env: Environment) -> bool:
    """Whether a case is known to be taken that leaves the switch, so that `default` is not reached."""
    body = default.parent
    switch = body.parent if body is not None else None
    subject = switch.field("value") if switch is not None else None
    value = analysis.value(subject, env) if subject is not None else None
    if body is None or not isinstance(value, Literal):
        return False
    entered = entered_at(body, value.value)
    if entered is not None:
        return not entered <= default.place <= left_in(body, entered)
    for case in body.children:
        wanted = case.field("value")
        tested = analysis.value(wanted, env) if wanted is not None else None
        if isinstance(tested, Literal) and tested.value == value.value:
            return any(leaves(child) for child in case.children)
    return False


def _is_case_taken(analysis: Analysis, case: Node, env: Environment) -> bool:
    """Whether a case may be taken: its value is the tested one, or that of an earlier case that runs into it."""
    body = case.parent
    switch = body.parent if body is not None else None
    subject = switch.field("value") if switch is not None else None
    if body is None or subject is None:
        return True
    value = analysis.value(subject, env)
    entered = entered_at(body, value.value) if isinstance(value, Literal) else None
    if entered is not None:
        return entered <= case.place <= left_in(body, entered)
    for place in range(case.place, -1, -1):
        each = body.children[place]
        if each is not case and any(leaves(child) for child in each.children):
            return False
        wanted = each.field("value")
        tested = None if wanted is None else analysis.value(wanted, env)
        if not isinstance(value, Literal) or not isinstance(tested, Literal) or value.value == tested.value:
            return True
    return False
