"""What Angular makes of `form(model, rules, {experimentalWebMcpTool: …})`: a tool whose parameters are those of the model.

The schema is inferred from the value that the model has at first (`inferSchemaFromFieldNode` of @angular/forms 22).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.values import (
    Array,
    External,
    Function,
    Literal,
    Object,
    Property,
    Undefined,
    Unknown,
    Value,
    options,
)
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name, property_name
from webmcp_lint.syntax.wrapping import unwrapped

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

TOOL: Final = "experimentalWebMcpTool"
_PACKAGE: Final = "@angular/forms/signals"
_SIGNALS: Final = frozenset({"signal", "model"})
_FALSE_HINTS: Final = ("readOnlyHint", "untrustedContentHint")
_DEMANDS_NOTHING: Final = frozenset(
    {"debounce", "disabled", "email", "hidden", "max", "maxDate", "maxLength", "min", "minDate", "minLength", "pattern"}
    | {"readonly", "validate", "validateAsync", "validateHttp", "validateTree"}
)
_MAX_DEPTH: Final = 8

Path = tuple[str, ...]


def tools(analysis: Analysis, given: Sequence[Value], call: Node) -> Iterator[Value]:
    """Yield the tools that a call of `form` with these arguments registers."""
    rules = given[1] if len(given) > 2 else Undefined(call)
    settings = given[-1] if len(given) in {2, 3} else rules
    if not isinstance(settings, Object):
        return
    model = _first_value(analysis, given[0])
    if _is_refused(analysis, model, 0):
        return
    demanded = _demanded(analysis, rules)
    for tool in options(analysis.member(settings, TOOL, call)):
        if isinstance(tool, Object):
            schema = _schema(analysis, model, demanded, ())
            made = {
                "inputSchema": schema,
                "annotations": _annotations(analysis, tool, call),
                "execute": Unknown("a form that Angular submits", call),
            }
            yield replace(tool, properties={**tool.properties, **{k: Property(v, None) for k, v in made.items()}})


def _first_value(analysis: Analysis, model: Value) -> Value:
    """Return the value that a writable signal has at first."""
    if isinstance(model, External) and model.package == "@angular/core" and model.arguments:
        first = analysis.force(model.arguments[0])
        if model.path[-1] in _SIGNALS:
            return first
        if model.path[-1] == "linkedSignal" and isinstance(first, Function):
            return analysis.invoke(first, [], model.node)
    return Unknown("the model of a form", model.node)


def _is_refused(analysis: Analysis, value: Value, depth: int) -> bool:
    """Whether Angular throws, since no schema can be inferred: of nothing, of an empty list, or of what holds them."""
    match value:
        case Undefined() | Literal(value=None) | Array(items=[], open=[]):
            return True
        case Array(items=[first, *_]) if depth < _MAX_DEPTH:
            return _is_refused(analysis, analysis.force(first), depth + 1)
        case Object() if depth < _MAX_DEPTH:
            members = (analysis.force(each.value) for each in value.properties.values() if each.is_certain)
            return any(_is_refused(analysis, each, depth + 1) for each in members)
    return False


def _annotations(analysis: Analysis, tool: Object, call: Node) -> Value:
    given = analysis.member(tool, "annotations", call)
    hints = {name: Property(Literal(False, call), None) for name in _FALSE_HINTS}
    if isinstance(given, Object):
        return replace(given, properties={**given.properties, **hints})
    return Object(call, hints) if isinstance(given, Undefined) else given


def _schema(analysis: Analysis, value: Value, demanded: frozenset[Path] | Unknown, path: Path) -> Value:
    """Return the schema that is inferred from a value."""
    node = value.node
    match value:
        case Literal(value=bool()):
            return _object(node, type=Literal("boolean", node))
        case Literal(value=str()):
            return _object(node, type=Literal("string", node))
        case Literal(value=int() | float()):
            return _object(node, type=Literal("number", node))
        case Array(items=[first, *_]) if len(path) < _MAX_DEPTH:
            items = _schema(analysis, analysis.force(first), demanded, (*path, "*"))
            return _object(node, type=Literal("array", node), items=items)
        case Object(open=[]) if len(path) < _MAX_DEPTH:
            properties = {
                name: Property(_schema(analysis, analysis.force(each.value), demanded, (*path, name)), each.key)
                for name, each in value.properties.items()
            }
            required: Value
            if isinstance(demanded, Unknown):
                required = demanded
            else:
                required = Array(node, [Literal(name, node) for name in properties if (*path, name) in demanded])
            return _object(
                node,
                type=Literal("object", node),
                properties=Object(node, properties),
                required=required,
                additionalProperties=Literal(False, node),
            )
    return Unknown("the model of a form", node)


def _object(node: Node, **properties: Value) -> Object:
    return Object(node, {name: Property(value, None) for name, value in properties.items()})


def _demanded(analysis: Analysis, rules: Value) -> frozenset[Path] | Unknown:
    """Return the fields that rules demand, `*` for each element of a list; unknown where others may be demanded too."""
    unknown = Unknown("the rules of a form", rules.node)
    if isinstance(rules, Undefined):
        return frozenset()
    found: set[Path] = set()
    is_read = isinstance(rules, Function) and _collect(analysis, rules.node, (), found)
    return frozenset(found) if is_read else unknown


def _collect(analysis: Analysis, function: Node, around: Path, found: set[Path]) -> bool:
    """Add what a function's rules demand of the part that it is given; tell whether all of them could be read."""
    body, part = function.field("body"), _parameter(function)
    if body is None or part is None:
        return False
    statements = body.children if body.type == "statement_block" else [body]
    for statement in statements:
        call = unwrapped(statement.children[0] if statement.type == "expression_statement" else statement)
        callee, listed = call.field("function"), call.field("arguments")
        if call.type != "call_expression" or callee is None or listed is None or not listed.children:
            return False
        rule = analysis.value(callee, {})
        path = _path(listed.children[0], part, around)
        rest = listed.children[1:]
        if not isinstance(rule, External) or rule.package != _PACKAGE or path is None:
            return False
        if rule.path[-1] == "required" and not any(_is_conditional(each) for each in rest):
            found.add(path)
        elif rule.path[-1] in {"apply", "applyEach"} and rest and rest[0].type == "arrow_function":
            inner = path if rule.path[-1] == "apply" else (*path, "*")
            if not _collect(analysis, rest[0], inner, found):
                return False
        elif rule.path[-1] not in _DEMANDS_NOTHING:
            return False
    return True


def _parameter(function: Node) -> str | None:
    """Return the name of a function's only parameter."""
    single = function.field("parameter")
    if single is not None:
        return single.text
    listed = function.field("parameters")
    names = listed.children if listed is not None else ()
    name = (names[0].field("pattern") or names[0]) if len(names) == 1 else None
    return name.text if name is not None and name.type == "identifier" else None


def _path(node: Node, part: str, around: Path) -> Path | None:
    """Return which field `part.a.b` is."""
    names: list[str] = []
    node = unwrapped(node)
    while node.type == "member_expression":
        name, owner = last_name(node), node.field("object")
        if name is None or owner is None:
            return None
        names.append(name)
        node = unwrapped(owner)
    return (*around, *reversed(names)) if node.type == "identifier" and node.text == part else None


def _is_conditional(config: Node) -> bool:
    """Whether the configuration of a rule may hold a condition."""
    if config.type != "object":
        return True
    keys = [each.field("key") or each.field("name") for each in config.children]
    return any(key is None or property_name(key) == "when" for key in keys)
