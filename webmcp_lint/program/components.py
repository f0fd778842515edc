"""Components of user interfaces: which function is one, and in which of its hooks a place runs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal

from webmcp_lint.program.functions import call_with, function_around, is_in_class
from webmcp_lint.program.proved_calls import calls_of
from webmcp_lint.program.scopes import FUNCTIONS, JSX
from webmcp_lint.program.values import External, options
from webmcp_lint.syntax.javascript import Node, Script, once_per_node
from webmcp_lint.syntax.spelling import last_name
from webmcp_lint.syntax.wrapping import WRAPPING, wrapped

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

Framework = Literal["React", "Vue", "Svelte", "Solid", "Angular", "custom element"]

_PACKAGES: Final = re.compile(
    r"^(?P<react>react|preact)\b|^(?P<vue>@?vue)\b|^(?P<svelte>svelte)\b|^(?P<solid>solid-js)\b"
)
_EFFECTS: Final = frozenset({"useEffect", "useLayoutEffect", "useInsertionEffect"})
_MOUNTS: Final = frozenset({"onMounted", "onBeforeMount", "onActivated", "onMount", "createEffect"})
_METHODS: Final[dict[str, Framework]] = {
    "connectedCallback": "custom element",
    "firstUpdated": "custom element",
    "ngOnInit": "Angular",
    "ngAfterViewInit": "Angular",
    "componentDidMount": "React",
}
_OPTIONS: Final = frozenset({"mounted", "created", "beforeMount", "activated"})
"""Methods that Vue calls of the object that describes a component."""
_PASSING: Final = frozenset(
    {"forEach", "map", "then", "finally", "catch", "setTimeout", "requestAnimationFrame", "queueMicrotask", "nextTick"}
)
_ELEMENTS: Final = JSX | {"jsx_element", "jsx_fragment"}
_NOT_REACT: Final = re.compile(r"""["'](?:solid-js|@builder\.io/qwik|voby)\b|@jsxImportSource\s+(?!react|preact)""")
_MAX_CALLERS: Final = 2


@dataclass(frozen=True, slots=True)
class Hook:
    """Where a framework runs a function when a component appears: `node` is the call or the method."""

    framework: Framework
    name: str
    node: Node
    callback: Node

    @property
    def dependencies(self) -> Node | None:
        """The second argument of an effect."""
        listed = self.node.field("arguments")
        return listed.children[1] if listed is not None and len(listed.children) > 1 else None


def hook_of(analysis: Analysis, place: Node, depth: int = 0) -> Hook | None:
    """Return the hook in which a place runs, in a function of its own or in one that only hooks call."""
    function = function_around(place)
    while function is not None:
        found = _hook_at(analysis, function)
        if found is not None:
            return found
        if not is_passed_through(function):
            return _hook_of_callers(analysis, function, depth)
        function = function_around(function)
    return None


def _hook_of_callers(analysis: Analysis, function: Node, depth: int) -> Hook | None:
    calls = list(calls_of(analysis, function)) if depth < _MAX_CALLERS else []
    hooks = [hook_of(analysis, call, depth + 1) for call in calls]
    return hooks[0] if hooks and all(hooks) else None


def is_passed_through(function: Node) -> bool:
    """Whether a function runs where it is written, now or a little later: `(() => …)()`, `list.forEach(…)`."""
    place = wrapped(function)
    around = place.parent
    if around is None:
        return False
    if around.type == "call_expression":
        return around.field("function") is place
    call = call_with(place)
    callee = call.field("function") if call is not None else None
    return callee is not None and last_name(callee) in _PASSING


def _hook_at(analysis: Analysis, function: Node) -> Hook | None:
    if function.type == "method_definition":
        name = function.fields["name"].text
        if name in _OPTIONS and _is_vue_option(function):
            return Hook("Vue", name, function, function)
        in_class = is_in_class(function)
        return Hook(_METHODS[name], name, function, function) if name in _METHODS and in_class else None
    place = wrapped(function)
    call = place.parent.parent if place.parent is not None and place.parent.type == "arguments" else None
    callee = call.field("function") if call is not None else None
    if call is None or callee is None or call.fields["arguments"].children[0] is not place:
        return None
    name = last_name(callee) or ""
    if name not in _EFFECTS | _MOUNTS and callee.text != "$effect":
        return None
    framework = _framework(analysis, callee, name)
    return None if framework is None else Hook(framework, callee.text if name == "$effect" else name, call, function)


def _is_vue_option(method: Node) -> bool:
    """Whether a method belongs to what a `.vue` file exports, or `defineComponent` is given."""
    described = method.parent
    place = None if described is None or described.type != "object" else wrapped(described).parent
    if place is None:
        return False
    if place.type == "export_statement":
        return method.script.file.path.endswith(".vue")
    callee = place.parent.field("function") if place.type == "arguments" and place.parent is not None else None
    return callee is not None and callee.text == "defineComponent"


def _framework(analysis: Analysis, callee: Node, name: str) -> Framework | None:
    path = callee.script.file.path
    for each in options(analysis.value(callee, {})):
        if not isinstance(each, External):
            return None
        if each.package == "":
            # Nuxt and its like import by themselves; runes are the compiler's
            if path.endswith(".vue") and name.startswith("on"):
                return "Vue"
            return "Svelte" if callee.text == "$effect" else None
        known = _PACKAGES.match(each.package)
        if known is None:
            return None
        return {"react": "React", "vue": "Vue", "svelte": "Svelte", "solid": "Solid"}[known.lastgroup or ""]  # type: ignore[return-value]
    return None


@once_per_node
def component_name(function: Node) -> str | None:
    """Return the name of a function that renders JSX or is a hook of its own; None for any other."""
    name = _name(function)
    is_hook = name is not None and re.match(r"use[A-Z]", name) is not None
    if name is None or not (is_hook or name[:1].isupper()) or _is_of_another_library(function.script):
        return None
    return name if is_hook or any(_renders(each) for each in _results(function)) else None


@lru_cache(maxsize=8)
def _is_of_another_library(script: Script) -> bool:
    return _NOT_REACT.search(script.text) is not None


def _name(function: Node) -> str | None:
    declared = function.field("name")
    if declared is not None:
        return None if function.type == "method_definition" else declared.text
    node = function
    while node.parent is not None and (node.parent.type in {*WRAPPING, "arguments"} or _wraps(node.parent)):
        node = node.parent
    target = (
        node.parent.field("name") if node.parent is not None and node.parent.type == "variable_declarator" else None
    )
    return target.text if target is not None and target.type == "identifier" else None


def _wraps(call: Node) -> bool:
    callee = call.field("function") if call.type == "call_expression" else None
    return callee is not None and last_name(callee) in {"memo", "forwardRef"}


def _results(function: Node) -> Iterator[Node]:
    from webmcp_lint.program.functions import returned

    yield from returned(function)


def _renders(result: Node) -> bool:
    """Whether what is returned is JSX, on one way at least."""
    stack = [result]
    while stack:
        node = stack.pop()
        if node.type in _ELEMENTS:
            return True
        if node.type in {*WRAPPING, "ternary_expression", "binary_expression"}:
            stack += node.children
    return False


def component_around(place: Node) -> Node | None:
    """Return the component's function that a place stands in, however deep."""
    return next((each for each in place.ancestors if each.type in FUNCTIONS and component_name(each) is not None), None)


def is_root(analysis: Analysis, component: Node) -> bool:
    """Whether a component is only ever rendered into the page itself: `createRoot(place).render(<Board />)`."""
    ways = list(calls_of(analysis, component))
    return bool(ways) and all(map(_is_rendered_into_page, ways))


def _is_rendered_into_page(element: Node) -> bool:
    while element.parent is not None and element.parent.type in {*_ELEMENTS, *WRAPPING}:
        element = element.parent
    call = call_with(element)
    callee = call.field("function") if call is not None else None
    if call is None or callee is None or last_name(callee) not in {"render", "hydrate", "hydrateRoot"}:
        return False
    # `render(<Board />)` alone is a test's
    return callee.type == "member_expression" or len(call.fields["arguments"].children) > 1


def is_rendered(place: Node) -> Node | None:
    """Return the component in whose body, run at each render, a place stands; None where it runs at other times."""
    function = function_around(place)
    while function is not None:
        if component_name(function) is not None:
            return None if any(child.type == "async" for child in function.children) else function
        call = call_with(wrapped(function))
        callee = call.field("function") if call is not None else None
        is_memo = callee is not None and last_name(callee) == "useMemo"
        is_now = callee is None or last_name(callee) in {"forEach", "map"}
        if not is_memo and not (is_passed_through(function) and is_now):
            return None
        function = function_around(function)
    return None
