"""Classes: what `this` and `super` are, and what the fields and methods of instances and classes are."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from webmcp_lint.program import mutation
from webmcp_lint.program.functions import arguments
from webmcp_lint.program.patterns import parameters
from webmcp_lint.program.scopes import CLASSES, FUNCTIONS
from webmcp_lint.program.values import (
    Class,
    Environment,
    External,
    Frame,
    Function,
    Instance,
    Literal,
    ModelContext,
    Undefined,
    Unknown,
    Value,
    join,
)
from webmcp_lint.syntax.javascript import Node, once_per_node
from webmcp_lint.syntax.spelling import property_name

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

MODEL_CONTEXT = "modelContext"
MAX_HERITAGE = 12
_NOT_SET = "a field that is not set in sight"
_SET_ELSEWHERE = "a field that is set elsewhere"


def this_value(analysis: Analysis, node: Node, env: Environment) -> Value:
    """Return what `this` is: what a call gave, the instance of the class around, or the object around."""
    function = _this_function(node)
    if function is not None:
        frame = env.get(function)
        if frame is not None and frame.this is not None:
            return frame.this
    member = function or next((each for each in node.ancestors if _is_in_class(each)), None)
    owner = _owner(member) if member is not None else None
    if owner is not None and owner.type in CLASSES:
        frame = env.get(owner)
        if frame is not None and frame.this is not None:
            return frame.this
        cls = Class(owner, analysis.around(owner, env))
        is_static = member is not None and any(child.type == "static" for child in member.children)
        return cls if is_static else Instance(cls, analysis.inside(owner, env), node)
    if owner is not None:
        return analysis.value(owner, env)
    if function is None:
        is_global = node.script.is_module is not True
        return External("", ("window",), node) if is_global else Undefined(node)
    owner = _assigned_owner(function)
    if owner is not None:
        return analysis.value(owner, env)
    return Unknown("`this` of a function that is not called in sight", node, frozenset({function}))


def _this_function(node: Node) -> Node | None:
    """Return the function whose call sets `this` where a node stands; None in a class field and outside of all."""
    for around in node.ancestors:
        if around.type in FUNCTIONS and around.type != "arrow_function":
            return around
        if _is_in_class(around):
            return None
    return None


def _is_in_class(node: Node) -> bool:
    return node.parent is not None and node.parent.type == "class_body"


def _owner(member: Node) -> Node | None:
    """Return the class or object literal that a method, field or function-valued property belongs to."""
    around = member.parent
    if around is not None and around.type == "pair":
        around = around.parent
    if around is not None and around.type == "class_body":
        around = around.parent
    return around if around is not None and (around.type in CLASSES or around.type == "object") else None


def _assigned_owner(function: Node) -> Node | None:
    """Return `A` of `A.f = function () {…}`."""
    parent = function.parent
    left = parent.field("left") if parent is not None and parent.type == "assignment_expression" else None
    return left.field("object") if left is not None and left.type == "member_expression" else None


def super_member(analysis: Analysis, node: Node, name: str, env: Environment) -> Value:
    """Return a member of the class that the class around extends, for the instance at hand."""
    this = this_value(analysis, node, env)
    own = next((around for around in node.ancestors if around.type in CLASSES), None)
    while isinstance(this, Instance) and own is not None:
        parent = superclass(analysis, this)
        if parent is None:
            break
        if this.cls.node is own:
            return _rebound(analysis.member(parent, name, node), parent, this)
        # `this` may be of a class further down, whose own parents lead to the class around
        this = parent
    return Unknown("`super` of a class that is not followed", node)


def _rebound(value: Value, old: Value, this: Value) -> Value:
    if isinstance(value, Function) and value.this is old:
        return Function(value.node, value.env, this, value.bound)
    return value


def class_body(cls: Node) -> Sequence[Node]:
    """Return the members of a class."""
    body = cls.field("body")
    return body.children if body is not None else ()


def class_member(cls: Node, name: str, *, static: bool) -> Node | None:
    """Return the member of a class of that name; a later one wins."""
    return _members(cls).get((name, static))


@once_per_node
def _members(cls: Node) -> Mapping[tuple[str, bool], Node]:
    """Return the members of a class by their names, and whether they are static."""
    found: dict[tuple[str, bool], Node] = {}
    for child in class_body(cls):
        key = child.field("name") or child.field("property")
        if key is None:
            continue
        named = property_name(key) or key.text, any(each.type == "static" for each in child.children)
        if child.type == "method_definition" or child.field("value") is not None or named not in found:
            found[named] = child
    return found


def instance_member(analysis: Analysis, instance: Instance, name: str, node: Node, depth: int = 0) -> Value:
    """Return a member of an instance: its class's, what is written to it, or an inherited one."""
    if instance.written is not None:
        set_ = instance.written.properties.get(name)
        inner = replace(instance, written=None)
        if set_ is not None:
            found = analysis.force(set_.value)
            is_sure = set_.is_certain and set_.is_last
            return found if is_sure else join((found, instance_member(analysis, inner, name, node, depth)), node)
        if instance.written.open:
            return instance.written.open[0]
        return _rebound(instance_member(analysis, inner, name, node, depth), inner, instance)
    cls, env = instance.cls.node, instance.env
    if name == "constructor" and (cls in env or not heirs(analysis, cls)):
        return instance.cls
    if cls not in env and (name == "constructor" or _is_overridden(analysis, cls, name)):
        return Unknown("a member that a class further down has of its own", node, frozenset({cls}))
    initial: list[Value] = []
    declared = class_member(cls, name, static=False)
    if declared is not None and declared.type == "method_definition":
        kinds = {child.type for child in declared.children}
        function = Function(declared, analysis.inside(cls, env), this=instance)
        if "get" in kinds:
            return analysis.invoke(function, [], node, this=instance)
        if "set" not in kinds:
            return function
    elif declared is not None and declared.field("value") is not None:
        initial.append(analysis.value(declared.fields["value"], env))
        if "decorator" in declared.fields and _is_placeholder(initial[0]):
            initial.append(Unknown(_SET_ELSEWHERE, node))
    parameter = _parameter_property(cls, name)
    if parameter is not None:
        binding = analysis.tree(cls).scope_of(parameter).lookup(name)
        if binding is not None:
            initial.append(analysis.binding_value(binding, node, env))
    value = _field(analysis, instance, name, initial, node)
    if not isinstance(value, Unknown) or value.reason != _NOT_SET:
        return value
    parent = superclass(analysis, instance) if depth < MAX_HERITAGE else None
    if parent is not None:
        return _rebound(instance_member(analysis, parent, name, node, depth + 1), parent, instance)
    if declared is not None and not _is_set_elsewhere(declared):
        return Undefined(node)
    if name == MODEL_CONTEXT:
        return ModelContext(node)
    # A class that extends this one may have it
    refs = frozenset({cls}) if cls not in env and heirs(analysis, cls) else frozenset[Node]()
    return Unknown(_NOT_SET if declared is None else _SET_ELSEWHERE, node, refs)


def _is_overridden(analysis: Analysis, cls: Node, name: str, depth: int = 0) -> bool:
    """Whether a class that extends this one has a member of that name itself."""
    return depth < MAX_HERITAGE and any(
        class_member(heir.node, name, static=False) is not None or _is_overridden(analysis, heir.node, name, depth + 1)
        for heir in heirs(analysis, cls)
    )


def _is_set_elsewhere(declared: Node) -> bool:
    """Whether a member without a value gets one out of sight: `abstract`, `declare`, `name!: string`, a decorated field."""
    key = declared.field("name") or declared.field("property")
    kinds = {child.type for child in declared.children}
    told = declared.script.between(key.end, key.end + 1) if key is not None else ""
    return not kinds.isdisjoint({"abstract", "declare"}) or "decorator" in declared.fields or told == "!"


def _is_placeholder(value: Value) -> bool:
    """Whether what a decorated field holds at first says little of what the framework puts there: nothing, or an empty text."""
    return isinstance(value, Undefined) or (isinstance(value, Literal) and not value.value)


def _field(analysis: Analysis, instance: Instance, name: str, initial: list[Value], node: Node) -> Value:
    """Return what a field may be, worked out once for each way in which the instance is made."""
    cls = instance.cls.node
    binders = (*analysis.tree(cls).binders(cls), cls)
    key = ("field", cls, name, *(instance.env.get(binder) for binder in binders))
    return analysis.guarded(
        key, node, lambda: mutation.field_value(analysis, instance, name, initial, node) or Unknown(_NOT_SET, node)
    )


def _parameter_property(cls: Node, name: str) -> Node | None:
    """Return the parameter of TypeScript's `constructor(private name)`, which declares a field."""
    constructor = class_member(cls, "constructor", static=False)
    listed = constructor.field("parameters") if constructor is not None else None
    for child in listed.children if listed is not None else ():
        pattern = child.field("pattern")
        if pattern is not None and pattern.text == name and _has_modifier(child):
            return pattern
    return None


def _has_modifier(parameter: Node) -> bool:
    return any(each.type in {"accessibility_modifier", "readonly", "override_modifier"} for each in parameter.children)


def field_names(analysis: Analysis, instance: Instance) -> list[str]:
    """Return the names of an instance's fields that are declared or set in its class, its parents' first."""
    found: list[str] = []
    at: Instance | None = instance
    for _ in range(MAX_HERITAGE):
        if at is None:
            break
        found = [*_own_fields(analysis, at.cls.node), *found]
        at = superclass(analysis, at)
    return list(dict.fromkeys(found))


def _own_fields(analysis: Analysis, cls: Node) -> list[str]:
    names = []
    constructor = class_member(cls, "constructor", static=False)
    for parameter in parameters(constructor, with_modifiers=True) if constructor is not None else ():
        pattern = parameter.field("pattern")
        if pattern is not None and _has_modifier(parameter):
            names.append(pattern.text)
    for child in class_body(cls):
        key = child.field("name") or child.field("property")
        is_static = any(each.type == "static" for each in child.children)
        is_field = child.type in {"field_definition", "public_field_definition"} and not is_static
        # A private field is no property that anybody else sees
        if key is not None and is_field and key.type != "private_property_identifier":
            names.append(property_name(key) or key.text)
    names += [name for name in analysis.tree(cls).fields_of(cls) if not name.startswith("#")]
    return names


def superclass(analysis: Analysis, instance: Instance) -> Instance | None:
    """Return the instance as one of the class that its own extends, with the arguments that `super()` passes."""
    cls = instance.cls
    parent = _parent(analysis, cls)
    if parent is None:
        return None
    env: dict[Node, Frame] = dict(parent.env)
    constructor = class_member(cls.node, "constructor", static=False)
    called = analysis.tree(cls.node).super_call(constructor) if constructor is not None else None
    if called is not None:
        inside = analysis.inside(cls.node, instance.env)
        slots, unknown = arguments(analysis, called, inside)
        binders = (cls.node, *analysis.tree(called).binders(called))
        key = ("super", called, *(instance.env.get(binder) for binder in binders))
        env[parent.node] = analysis.frame(key, Frame(parent.node, arguments=slots, open_=unknown))
    elif constructor is None and cls.node in instance.env:
        given = instance.env[cls.node]
        key = ("inherited", parent.node, given)
        env[parent.node] = analysis.frame(key, Frame(parent.node, arguments=given.arguments, open_=given.open))
    return Instance(parent, env, instance.node)


def heirs(analysis: Analysis, cls: Node) -> list[Class]:
    """Return the classes that extend a class, in its script, its page's others, and those that import it."""
    known = analysis.heirs.get(cls)
    if known is None:
        name = cls.field("name")
        word = re.compile(rf"\bextends\s+[\w.]*\b{re.escape(name.text)}\b") if name is not None else re.compile(r"(?!)")
        path = analysis.globals.path_of(cls.script)
        trees = [analysis.tree(cls), *analysis.globals.siblings(cls.script)]
        for importer in analysis.modules.importers.get(path, ()):
            if analysis.modules.mentions(importer, word):
                trees += analysis.modules.trees(importer)
        found = [Class(each, {}) for tree in dict.fromkeys(trees) for each in tree.classes if each is not cls]
        analysis.heirs[cls] = []
        known = analysis.heirs[cls] = [
            each for each in found if (parent := _parent(analysis, each)) is not None and parent.node is cls
        ]
    return known


def is_made_elsewhere(analysis: Analysis, cls: Node) -> bool:
    """Whether the browser or a framework makes instances of a class: a custom element, a class with a decorator."""
    around = cls.parent if cls.parent is not None and cls.parent.type == "export_statement" else cls
    if any(each.type == "decorator" for each in (*around.children, *cls.children)):
        return True
    for call in analysis.tree(cls).calls.get("define", ()):
        listed, callee = call.field("arguments"), call.field("function")
        given = listed.children[1] if listed is not None and len(listed.children) > 1 else None
        if given is not None and callee is not None and callee.text.endswith("customElements.define"):
            value = analysis.value(given, {})
            if isinstance(value, Class) and value.node is cls:
                return True
    return False


def _parent(analysis: Analysis, cls: Class) -> Class | None:
    heritage = next((child for child in cls.node.children if child.type == "class_heritage"), None)
    if heritage is None or not heritage.children:
        return None
    named = heritage.children[0]
    if named.type == "extends_clause":
        named = named.field("value") or named
    parent = analysis.value(named, cls.env)
    return parent if isinstance(parent, Class) and parent.node is not cls.node else None


def static_member(analysis: Analysis, cls: Class, name: str, node: Node) -> Value:
    """Return a static member of a class, an inherited one too."""
    at: Class | None = cls
    for _ in range(MAX_HERITAGE):
        if at is None:
            break
        found = _own_static(analysis, at, name, node)
        if found is not None:
            return _rebound(found, at, cls)
        at = _parent(analysis, at)
    return Unknown("a static field", node)


def _own_static(analysis: Analysis, cls: Class, name: str, node: Node) -> Value | None:
    declared = class_member(cls.node, name, static=True)
    if declared is not None and declared.type == "method_definition":
        function = Function(declared, analysis.inside(cls.node, cls.env), this=cls)
        is_getter = any(child.type == "get" for child in declared.children)
        return analysis.invoke(function, [], node, this=cls) if is_getter else function
    value = declared.field("value") if declared is not None else None
    initial = [] if value is None else [analysis.value(value, cls.env)]
    written = mutation.static_value(analysis, cls, name, initial)
    if written is not None:
        return written
    if name == "prototype":
        return Instance(cls, cls.env, node)
    if name == "name":
        return None
    return None if declared is None else Undefined(node)
