"""What the stores of zustand and pinia hold: the actions that are written where a store is made; the thunks of Redux.

What else a store holds is its state, which is another whenever somebody asks: it is unknown.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.scopes import FUNCTIONS
from webmcp_lint.program.values import (
    External,
    Function,
    Object,
    Property,
    Slot,
    Thunk,
    Undefined,
    Unknown,
    Value,
)
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_REDUX: Final = "@reduxjs/toolkit"
_STATE: Final = "the state of a store"
_MAKING: Final = frozenset({"create", "createStore", "createWithEqualityFn", "default"})
_WRAPPING: Final = frozenset({"devtools", "persist", "subscribeWithSelector", "immer", "redux", "useShallow"})
_HOLDING: Final = frozenset({"identifier", "shorthand_property_identifier", "member_expression", "object"})
_MAX_DEPTH: Final = 2
_OWN: Final = (
    _MAKING
    | _WRAPPING
    | {"createAsyncThunk", "createAction", "createSlice", "configureStore", "getState", "defineStore"}
    | {"storeToRefs", "useStore", "setState", "subscribe", "combine"}
)
"""What the libraries give by themselves; all else is what somebody put into a store."""


def is_of_store(value: Value) -> bool:
    """Whether a value is something of a library of stores."""
    return isinstance(value, External) and (
        value.package.partition("/")[0] == "zustand" or value.package in {"pinia", _REDUX}
    )


def is_own_of_library(function: External) -> bool:
    """Whether a function is one that a library of stores has by itself, which changes at most the state of a store."""
    if not is_of_store(function) or not function.path:
        return False
    is_creator = function.package == _REDUX and "actions" in function.path
    return is_creator or function.path in {("set",), ("get",)} or function.path[-1] in _OWN


def call(analysis: Analysis, function: External, slots: list[Slot], node: Node) -> Value | None:
    """Return what calling something of a library of stores gives; None where it is nothing that holds actions."""
    if not is_of_store(function):
        return None
    first = analysis.force(slots[0]) if slots else Undefined(node)
    if function.package == "pinia":
        is_store = function.path == ("defineStore",) and bool(function.arguments)
        return _of_pinia(analysis, function) if is_store else None
    name = function.path[-1] if function.path else ""
    if function.package == _REDUX:
        is_thunk = name == "createAsyncThunk" and bool(function.arguments)
        return _thunk(analysis, function, slots) if is_thunk else None
    match name:
        case "combine" if len(slots) > 1:
            return analysis.force(slots[1])
        case _ if name in _WRAPPING and function.arguments is None and isinstance(first, Function):
            return first
        case "get" | "getState" if function.receiver is not None:
            return _of_zustand(analysis, function.receiver)
        case "set" | "setState":
            return Undefined(node)
        case "useStore" if isinstance(first, External) and is_of_store(first):
            return _selected(analysis, first, slots[1:], node)
        case _ if name in _MAKING and _initialiser(analysis, function) is not None:
            return _selected(analysis, function, slots, node)
    return None


def _thunk(analysis: Analysis, thunk: External, slots: list[Slot]) -> Value | None:
    """Return what `dispatch` calls: the function that a thunk is made of, with what the thunk is given."""
    creator = analysis.force(thunk.arguments[1]) if thunk.arguments and len(thunk.arguments) > 1 else None
    return replace(creator, bound=(*creator.bound, *slots)) if isinstance(creator, Function) else None


def _selected(analysis: Analysis, store: External, slots: list[Slot], node: Node) -> Value | None:
    state = _of_zustand(analysis, store)
    selector = analysis.force(slots[0]) if slots else None
    if state is None or selector is None:
        return state
    return analysis.invoke(selector, [state], node) if isinstance(selector, Function) else None


def _initialiser(analysis: Analysis, store: External) -> Function | None:
    given = analysis.force(store.arguments[0]) if store.arguments else None
    return given if isinstance(given, Function) else None


def _of_zustand(analysis: Analysis, store: External) -> Value | None:
    function = _initialiser(analysis, store)
    if function is None:
        return None

    def made() -> Value:
        given: list[Slot] = [External("zustand", (name,), store.node, receiver=store) for name in ("set", "get")]
        found = analysis.invoke(function, [*given, store], store.node)
        return _actions(analysis, found) if isinstance(found, Object) else Unknown(_STATE, store.node)

    # One value for all who ask, and so one binding of what its actions close over
    return analysis.guarded(("store", function.node, *function.env.values()), store.node, made)


def _of_pinia(analysis: Analysis, store: External) -> Value | None:
    def made() -> Value:
        described = analysis.force(store.arguments[-1]) if store.arguments else None
        if isinstance(described, Function):
            described = analysis.invoke(described, [], store.node)
        elif isinstance(described, Object):
            described = analysis.member(described, "actions", store.node)
        if isinstance(described, Object):
            return _actions(analysis, described)
        return Unknown(_STATE, store.node)

    return analysis.guarded(("store", store.node), store.node, made)


def _actions(analysis: Analysis, held: Object, depth: int = 0) -> Object:
    """Return what a store is seen to hold: its functions, and objects of them."""
    rest = Unknown(_STATE, held.node)
    kept: dict[str, Property] = {}
    for name, written in held.properties.items():
        slot = written.value
        kind = slot.node.type if isinstance(slot, Thunk) else ""
        value = analysis.force(slot) if kind in _HOLDING or not isinstance(slot, Thunk) else None
        if kind in FUNCTIONS or isinstance(value, Function):
            kept[name] = written
        elif isinstance(value, Object) and depth < _MAX_DEPTH and _has_functions(value):
            kept[name] = replace(written, value=_actions(analysis, value, depth + 1))
        else:
            kept[name] = replace(written, value=rest)
    return Object(held.node, kept, [*held.open, rest])


def _has_functions(value: Object) -> bool:
    slots = [each.value for each in value.properties.values()]
    return any(isinstance(each, Thunk) and each.node.type in FUNCTIONS for each in slots)
