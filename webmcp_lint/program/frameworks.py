"""What well-known packages do with what they are given: a table of functions that hand a value on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webmcp_lint.program import stores
from webmcp_lint.program.react_contexts import provided
from webmcp_lint.program.values import (
    BUILDERS,
    Array,
    External,
    Function,
    Literal,
    Object,
    Property,
    Slot,
    Undefined,
    Value,
)
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis
    from webmcp_lint.program.scopes import Binding

_REACT = frozenset({"react", "preact", "preact/hooks", "preact/compat", "solid-js"})
_VUE = frozenset({"vue", "@vue/reactivity", "@vue/composition-api"})

_IDENTITY = frozenset(
    {("react", name) for name in ("useCallback", "memo", "forwardRef", "useEvent", "useEffectEvent", "startTransition")}
    | {("vue", name) for name in ("reactive", "readonly", "shallowReactive", "toRaw", "markRaw", "unref")}
)
_CALLED = frozenset({("react", "useMemo"), ("react", "createMemo"), ("react", "lazy")})
_BOXES = {
    ("react", "useRef"): "current",
    ("react", "createRef"): "current",
    ("vue", "ref"): "value",
    ("vue", "shallowRef"): "value",
}


_CONVERTERS = frozenset({"zod-to-json-schema", "@valibot/to-json-schema"})


def is_known(package: str) -> bool:
    """Whether it is known what a package does, so that a copy of it in the project need not be followed."""
    return package in _REACT or package in _VUE or package in BUILDERS or package in _CONVERTERS


def hands_on(function: Value) -> bool:
    """Whether what is called gives its argument back, as `useCallback(f)` does, so that the argument gets a name."""
    return isinstance(function, External) and _name(function) in _IDENTITY


def _name(function: External) -> tuple[str, str]:
    """Return the family of a function's package, and the function's name."""
    family = "react" if function.package in _REACT else "vue" if function.package in _VUE else function.package
    return family, function.path[-1] if function.path else ""


def call(analysis: Analysis, function: External, slots: list[Slot], node: Node) -> Value:
    """Return what calling something of a package gives."""
    of_store = stores.call(analysis, function, slots, node)
    if of_store is not None:
        return of_store
    name = _name(function)
    first = analysis.force(slots[0]) if slots else Undefined(node)
    if name in _IDENTITY and isinstance(first, (Function, Object, Array)):
        return first
    if name in _CALLED and isinstance(first, Function):
        return analysis.invoke(first, [], node)
    if name in _BOXES:
        return Object(node, {_BOXES[name]: Property(first, None)})
    if name == ("vue", "computed") and isinstance(first, Function):
        return Object(node, {"value": Property(analysis.invoke(first, [], node), None)})
    if name == ("react", "useState"):
        initial = analysis.invoke(first, [], node) if isinstance(first, Function) else first
        is_filled_later = isinstance(initial, (Undefined, Literal)) or (
            isinstance(initial, Array) and not initial.items
        )
        state: Value = External("react", ("useState", "state"), node, arguments=()) if is_filled_later else initial
        return Array(node, [state, External("react", ("useState", "setter"), node)])
    if name in {("react", "useContext"), ("react", "use")}:
        found = provided(analysis, first, node)
        if found is not None:
            return found
    if name == ("@angular/core", "inject") and isinstance(first, External) and first.path == ("DOCUMENT",):
        return External("", ("document",), node)
    return External(function.package, function.path, node, arguments=tuple(slots), receiver=function.receiver)


def is_setter(value: Value) -> bool:
    """Whether a value is the function that sets a React state."""
    return isinstance(value, External) and value.package == "react" and value.path == ("useState", "setter")


def state_of(analysis: Analysis, setter: Value) -> Binding | None:
    """Return the name of the state that a setter sets."""
    declarator = setter.node.parent
    pattern = declarator.field("name") if declarator is not None else None
    if pattern is None or pattern.type != "array_pattern" or not pattern.children:
        return None
    first = pattern.children[0]
    return analysis.tree(first).resolve(first) if first.type == "identifier" else None
