"""What else is lost where a use of the model context throws: the rest of its function, of its callers, of its script.

Registrations and declarations are no loss, since what they make would serve a browser that has no WebMCP to nothing. What
is not understood counts as a loss.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from webmcp_lint.program.candidates import candidates
from webmcp_lint.program.functions import is_async
from webmcp_lint.program.proved_calls import calls_of
from webmcp_lint.program.scopes import CLASSES, FUNCTIONS
from webmcp_lint.program.values import External, Function, Method, ModelContext, options
from webmcp_lint.syntax.javascript import Node, Script, once_per_node
from webmcp_lint.syntax.spelling import last_name
from webmcp_lint.syntax.wrapping import wrapped

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_MAX_DEPTH: Final = 4
_MAX_CALLS: Final = 20
_MAX_NODES: Final = 4_000
_BLOCKS: Final = frozenset({"program", "statement_block", "switch_case", "switch_default"})
_COMPOUND: Final = frozenset({"if_statement", "else_clause", "for_in_statement", *_BLOCKS})
"""Statements that were looked into on the way out of them."""
_LOOPS: Final = frozenset({"for_in_statement", "for_statement", "while_statement", "do_statement"})
_WRAPPING: Final = frozenset(
    {"await_expression", "parenthesized_expression", "unary_expression", "non_null_expression"}
)
_DECLARED: Final = frozenset(
    {"function_declaration", "generator_function_declaration", "empty_statement", "comment", "import_statement"}
    | {"type_alias_declaration", "interface_declaration", "ambient_declaration"}
)
_DOING: Final = frozenset(
    {"call_expression", "new_expression", "assignment_expression", "augmented_assignment_expression"}
    | {"update_expression"}
)
"""Expressions that do something; all but `new AbortController()`."""
_ALONE: Final = frozenset(
    {"addEventListener", "setTimeout", "setInterval", "requestAnimationFrame", "requestIdleCallback", "queueMicrotask"}
)
"""What runs a function in a task of its own, so that nothing else waits for it."""
_EACH: Final = frozenset({"forEach", "map"})
_SCRIPTS: Final = (".html", ".htm", ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts")


def is_last(analysis: Analysis, place: Node) -> bool:
    """Whether what throws at a place keeps nothing from running but registrations and declarations."""
    return _Aftermath(analysis).is_last(place, None, 0)


class _Aftermath:
    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self._active: set[Node] = set()
        self._left = _MAX_NODES

    def is_last(self, place: Node, thrown: Node | None, depth: int) -> bool:
        """Whether nothing of importance follows a place; `thrown` is the call that is known to throw there."""
        inside = place
        for around in place.ancestors:
            if around.type in FUNCTIONS:
                body = around.field("body")
                is_plain = body is inside and (body.type in _BLOCKS or self._is_idle(body, thrown))
                return is_plain and self._function(around, depth)
            if around.type in CLASSES or around.type == "try_statement":
                return False
            if around.type in _LOOPS and not self._is_idle(around, thrown):
                return False
            if around.type in _BLOCKS:
                is_walked = inside.type in _COMPOUND
                rest = [
                    each for each in around.children if each.start > inside.start or (each is inside and not is_walked)
                ]
                if not all(self._is_idle(each, thrown, after=place) for each in rest):
                    return False
                if around.type.startswith("switch"):
                    return False
            inside = around
        return self._script(place.script)

    def _function(self, function: Node, depth: int) -> bool:
        """Whether nothing of importance waits for a function to return."""
        if function in self._active:
            return True
        if depth > _MAX_DEPTH:
            return False
        self._active.add(function)
        handed = self._handed(wrapped(function), function, depth)
        if handed is not None:
            return handed
        calls = list(calls_of(self.analysis, function))
        mentions = [
            each
            for each in candidates(self.analysis, function).mentions
            if any(isinstance(v, Function) and v.node is function for v in options(self.analysis.value(each, {})))
        ]
        ways = [self._call(call, function, depth) for call in calls[:_MAX_CALLS]]
        ways += [found for each in mentions if (found := self._handed(each, function, depth)) is not None]
        return bool(ways) and len(calls) <= _MAX_CALLS and all(ways)

    def _handed(self, place: Node, function: Node, depth: int) -> bool | None:
        """Return what holds of a function by the place where it, or its name, stands; None where it is but named."""
        around = place.parent
        if around is None:
            return None
        if around.type == "call_expression" and around.field("function") is place:
            return self._call(around, function, depth)
        if around.type == "arguments" and around.parent is not None:
            name = last_name(around.parent.field("function") or around.parent)
            if name in _ALONE:
                return True
            return name in _EACH and not is_async(function) and self._call(around.parent, function, depth)
        if around.type == "assignment_expression" and around.field("right") is place:
            name = last_name(around.fields["left"]) or ""
            return True if name in {"onload", "onclick"} else None
        return None

    def _call(self, call: Node, function: Node, depth: int) -> bool:
        """Whether nothing of importance follows a call that throws, or whose promise is rejected."""
        around = call.parent
        is_void = around is not None and (around.type == "expression_statement" or around.text.startswith("void "))
        return (is_async(function) and is_void) or self.is_last(call, call, depth + 1)

    def _is_idle(self, node: Node, thrown: Node | None, *, after: Node | None = None, depth: int = 0) -> bool:
        """Whether a statement or an expression only declares, or registers tools."""
        self._left -= 1
        if node is thrown or node.type in _DECLARED:
            return True
        if depth > _MAX_DEPTH or self._left < 0:
            return False
        if node.type in _WRAPPING and node.children:
            return self._is_idle(node.children[-1], thrown, depth=depth)
        if node.type in {"lexical_declaration", "variable_declaration"}:
            return all(self._is_idle_name(each, thrown, after) for each in node.children)
        if node.type in {"expression_statement", "return_statement", "statement_block", "else_clause"}:
            return all(self._is_idle(each, thrown, after=after, depth=depth) for each in node.children)
        if node.type == "if_statement":
            parts = [node.field("consequence"), node.field("alternative")]
            condition = node.fields["condition"]
            return self._is_plain(condition) and all(
                self._is_idle(each, thrown, after=after, depth=depth) for each in parts if each is not None
            )
        if node.type == "for_in_statement":
            right, body = node.fields["right"], node.fields["body"]
            return self._is_plain(right) and self._is_idle(body, thrown, after=after, depth=depth)
        if node.type == "call_expression":
            return self._is_idle_call(node, thrown, depth)
        return self._is_plain(node)

    def _is_plain(self, node: Node) -> bool:
        """Whether an expression calls nothing, but in functions that it makes."""
        is_plain, size = _is_plain(node)
        self._left -= size
        return is_plain and self._left >= 0

    def _is_idle_name(self, declarator: Node, thrown: Node | None, after: Node | None) -> bool:
        """Whether a variable holds nothing that was called for, and is read by nothing that still runs."""
        name, value = declarator.field("name"), declarator.field("value")
        if value is not None and not self._is_idle(value, thrown):
            return False
        if name is None or name.type != "identifier" or after is None:
            return value is not None and name is not None
        tree = self.analysis.tree(name)
        binding = tree.resolve(name)
        return binding is not None and all(use.start > after.start for use in tree.uses(binding))

    def _is_idle_call(self, call: Node, thrown: Node | None, depth: int) -> bool:
        callee = call.field("function")
        if callee is None:
            return False
        listed = call.field("arguments")
        given = listed.children if listed is not None else ()
        if not all(map(self._is_plain, given)):
            return False
        found = list(options(self.analysis.value(callee, {})))
        if all(isinstance(each, Method) and isinstance(each.receiver, ModelContext) for each in found):
            return True
        if all(isinstance(each, External) and each.path[:1] == ("console",) for each in found):
            return True
        owner = callee.field("object")
        if owner is not None and last_name(callee) in {"then", "catch", "finally"}:
            return self._is_idle(owner, thrown, depth=depth)
        if last_name(callee) in _EACH and given and given[0].type in FUNCTIONS:
            return self._is_idle(given[0].fields["body"], thrown, depth=depth + 1)
        return bool(found) and all(
            isinstance(each, Function) and self._is_idle(each.node.fields["body"], thrown, depth=depth + 1)
            for each in found
        )

    def _script(self, script: Script) -> bool:
        """Whether nothing waits for a script: nobody imports it, and there is nothing to import."""
        path = self.analysis.globals.path_of(script)
        has_exports = any(each.type == "export_statement" for each in script.root.children)
        return script.file.path.endswith(_SCRIPTS) and not has_exports and not self.analysis.modules.importers.get(path)


@once_per_node
def _is_plain(expression: Node) -> tuple[bool, int]:
    """Whether an expression calls nothing, and how many nodes were looked at to tell."""
    pending, size = [expression], 0
    while pending:
        node = pending.pop()
        size += 1
        if node.type in _DOING:
            constructor = node.field("constructor")
            if constructor is None or constructor.text != "AbortController":
                return False, size
        elif node.type not in FUNCTIONS:
            pending.extend(reversed(node.children))
    return True, size
