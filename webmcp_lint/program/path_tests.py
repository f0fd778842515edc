"""What a condition in a submit listener is, when an agent or a person submits the form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.elements import EVENT, SYNTHETIC, Dom, event_member, event_of
from webmcp_lint.program.values import Environment, External, Frame, Function, Literal, Thunk, Undefined, Value, truth
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import string_value
from webmcp_lint.syntax.wrapping import unwrapped

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

MAX_DEPTH: Final = 12
_LITERALS: Final = frozenset({"string", "number", "true", "false", "null", "undefined"})
_STATEFUL: Final = frozenset({"member_expression", "subscript_expression", "call_expression", "new_expression", "this"})
"""What may be another value each time it is asked for."""

_EQUALS: Final = frozenset({"===", "==", "!==", "!="})


@dataclass(frozen=True, slots=True)
class Conditions:
    """Tells conditions; `is_agent` says who submits."""

    analysis: Analysis
    dom: Dom
    is_agent: bool

    def truth(self, node: Node, env: Environment, depth: int = 0) -> bool | None:
        """Return whether a condition holds; None where it may be either."""
        node = unwrapped(node)
        if depth > MAX_DEPTH:
            return None
        known = self.dom.checked(node) if self.is_agent else None
        if known is not None:
            return known
        match node.type:
            case "unary_expression" if node.fields["operator"].type == "!":
                known = self.truth(node.fields["argument"], env, depth + 1)
                return None if known is None else not known
            case "binary_expression" if "operator" in node.fields:
                return self._of_binary(node, env, depth)
            case "identifier":
                return self._of_name(node, env, depth)
            case "call_expression":
                return self._of_call(node, env, depth)
            case "assignment_expression" if "right" in node.fields:
                return self.truth(node.fields["right"], env, depth + 1)
        return self._of_value(node, env)

    def _of_value(self, node: Node, env: Environment) -> bool | None:
        value = self.analysis.value(node, env)
        member = event_member(value)
        if member is not None:
            owner, name = member
            if name in {"agentInvoked", "respondWith"}:
                if owner != EVENT:
                    # React's object has neither; what jQuery's has depends on its version
                    return False if owner == SYNTHETIC else None
                return self.is_agent or name == "respondWith"
            return True if name in {"target", "currentTarget", "nativeEvent", "preventDefault"} else None
        if event_of(value) is not None:
            return True
        if isinstance(value, External) and self.dom.elements(value):
            return True
        return truth(value) if self._is_stable(node, env) else None

    def _is_stable(self, node: Node, env: Environment, depth: int = 0) -> bool:
        """Whether an expression has one value for ever, so that it matters not when a listener asks."""
        if depth > MAX_DEPTH or node.type in _STATEFUL:
            return False
        if node.type == "identifier":
            binding = self.analysis.tree(node).resolve(node)
            if binding is None or binding.kind in {"function", "class"}:
                return True
            if binding.kind == "parameter":
                value = self.analysis.value(node, env)
                return isinstance(value, Literal) and value.node.type in _LITERALS
            is_constant = binding.kind == "variable" and binding.is_constant and not binding.path
            return is_constant and binding.source is not None and self._is_stable(binding.source, env, depth + 1)
        return all(self._is_stable(child, env, depth + 1) for child in node.children)

    def _of_name(self, node: Node, env: Environment, depth: int) -> bool | None:
        binding = self.analysis.tree(node).resolve(node)
        source = binding.source if binding is not None else None
        if binding is not None and binding.kind == "variable" and source is not None and not binding.path:
            is_written = any(
                use.parent is not None and use.parent.field("left") is use
                for use in self.analysis.tree(node).uses(binding)
            )
            if not is_written and not binding.others:
                return self.truth(source, env, depth + 1)
        return self._of_value(node, env)

    def _of_binary(self, node: Node, env: Environment, depth: int) -> bool | None:
        operator = node.fields["operator"].type
        left, right = node.fields["left"], node.fields["right"]
        if operator in {"&&", "||", "??"}:
            first, second = self.truth(left, env, depth + 1), self.truth(right, env, depth + 1)
            if operator == "??":
                return first if event_member(self.analysis.value(left, env)) else (second if first is None else first)
            decides = operator == "||"
            if decides in {first, second}:
                return decides
            return None if first is None or second is None else not decides
        if operator == "in":
            return self._has(left, self.analysis.value(right, env))
        if operator == "instanceof":
            return True if event_of(self.analysis.value(left, env)) == EVENT and "Event" in right.text else None
        if operator in _EQUALS:
            known = self._are_equal(left, right, env, depth)
            return None if known is None else known is (operator[0] == "=")
        return self._of_value(node, env)

    def _has(self, key: Node, value: Value) -> bool | None:
        is_ours = key.type == "string" and string_value(key) in {"agentInvoked", "respondWith"}
        return True if is_ours and event_of(value) == EVENT else None

    def _are_equal(self, left: Node, right: Node, env: Environment, depth: int) -> bool | None:
        if left.type in _LITERALS:
            left, right = right, left
        first, second = self.analysis.value(left, env), self.analysis.value(right, env)
        elements, others = self.dom.elements(first), self.dom.elements(second)
        if elements is not None and others is not None and len(elements) == len(others) == 1:
            return elements == others
        if not self._is_stable(right, env):
            return None
        match second:
            case Literal(value=bool(flag)):
                known = self.truth(left, env, depth + 1)
                return None if known is None else known is flag
            case Undefined() | Literal(value=None):
                known = self.truth(left, env, depth + 1)
                return False if known and not isinstance(first, Literal) else None
            case Literal(value=str(text)):
                return self._is_text(left, first, text, env)
        return None

    def _is_text(self, node: Node, value: Value, text: str, env: Environment) -> bool | None:
        """Whether `typeof event.respondWith` is a text, or the id of the form is."""
        if node.type == "unary_expression" and node.fields["operator"].type == "typeof":
            member = event_member(self.analysis.value(node.fields["argument"], env))
            if member is not None and member[0] == EVENT and member[1] in {"respondWith", "agentInvoked"}:
                return text == ("function" if member[1] == "respondWith" else "boolean")
            return None
        if isinstance(value, External) and value.receiver is not None and value.path[-1] in {"id", "name", "tagName"}:
            elements = self.dom.elements(value.receiver)
            if elements is not None and len(elements) == 1:
                name = value.path[-1]
                written = elements[0].get(name)
                if name == "tagName":
                    return elements[0].name.upper() == text
                return None if written is not None and not written.is_static else elements[0].value(name) == text
        return value.value == text if isinstance(value, Literal) and self._is_stable(node, env) else None

    def _of_call(self, node: Node, env: Environment, depth: int) -> bool | None:
        callee, listed = node.field("function"), node.field("arguments")
        if callee is None or listed is None:
            return None
        function = self.analysis.value(callee, env)
        match function:
            case External(package="", path=("Boolean",)) if listed.children:
                return self.truth(listed.children[0], env, depth + 1)
            case External(path=path, receiver=receiver) if path[-1:] == ("matches",) and receiver is not None:
                selector = self.analysis.value(listed.children[0], env) if listed.children else None
                elements = self.dom.elements(receiver)
                if elements is None or not isinstance(selector, Literal) or not isinstance(selector.value, str):
                    return None
                return self.dom.matches(elements[0], selector.value) if len(elements) == 1 else None
            case Function():
                returned = self.analysis.returned(function.node)
                body = function.node.field("body")
                is_plain = body is not None and (body.type != "statement_block" or len(body.children) == 1)
                if is_plain and len(returned) == 1:
                    slots = [Thunk(child, env) for child in listed.children]
                    frame = Frame(function.node, arguments=[*function.bound, *slots])
                    return self.truth(returned[0], {**function.env, function.node: frame}, depth + 1)
        return self._of_value(node, env)
