"""Where what `registerTool` gives is taken for a handle that takes the tool back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webmcp_lint.program import components
from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.functions import call_with, function_around
from webmcp_lint.program.patterns import parameters
from webmcp_lint.program.scopes import FUNCTIONS
from webmcp_lint.site.living import Handle
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name
from webmcp_lint.syntax.wrapping import WRAPPING

_METHODS: Final = frozenset(
    {"unregister", "dispose", "remove", "unsubscribe", "destroy", "cancel", "abort", "close", "cleanup", "off"}
)
_THROUGH: Final = WRAPPING | {"await_expression"}


def handles_of(analysis: Analysis, call: Node) -> Iterator[Handle]:
    """Yield where the value of a call is asked to take the tool back, or handed to a hook as its cleanup."""
    place = call
    while place.parent is not None and place.parent.type in _THROUGH:
        place = place.parent
    around = place.parent
    if around is None:
        return
    yield from _asked(place)
    if _is_cleanup(analysis, place, around):
        yield Handle(place.location, None)
    yield from _of_list(analysis, around)
    name = around.field("name") if around.type == "variable_declarator" else None
    binding = analysis.tree(call).resolve(name) if name is not None and name.type == "identifier" else None
    is_only = binding is not None and not any(_is_written(use) for use in analysis.tree(call).uses(binding))
    for use in analysis.tree(call).uses(binding) if binding is not None and is_only and not binding.others else ():
        if _is_asked_for(use):
            continue
        yield from _asked(use)
        outer = use.parent
        if (outer is not None and outer.type == "call_expression" and outer.field("function") is use) or (
            outer is not None and _is_cleanup(analysis, use, outer)
        ):
            yield Handle(use.location, None)


def _of_list(analysis: Analysis, function: Node) -> Iterator[Handle]:
    """Yield the elements of `tools.map((tool) => register(tool))` that are called or asked later on."""
    mapping = call_with(function) if function.type == "arrow_function" else None
    around = mapping.parent if mapping is not None and last_name(mapping.fields["function"]) == "map" else None
    name = around.field("name") if around is not None and around.type == "variable_declarator" else None
    tree = analysis.tree(function)
    binding = tree.resolve(name) if name is not None and name.type == "identifier" else None
    for use in tree.uses(binding) if binding is not None else ():
        element = _element(use)
        declared = tree.resolve(element) if element is not None else None
        for inner in tree.uses(declared) if declared is not None else ():
            outer = inner.parent
            if outer is not None and outer.type == "call_expression" and outer.field("function") is inner:
                yield Handle(inner.location, None)
            yield from _asked(inner)


def _element(use: Node) -> Node | None:
    """Return the name that a loop over a list gives its elements."""
    around = use.parent
    if around is not None and around.type == "for_in_statement" and around.field("right") is use:
        return around.field("left")
    call = around.parent if around is not None and last_name(around) == "forEach" else None
    listed = call.field("arguments") if call is not None and call.type == "call_expression" else None
    taken = parameters(listed.children[0]) if listed is not None and listed.children else []
    single = listed.children[0].field("parameter") if listed is not None and listed.children else None
    found = single or (taken[0] if taken else None)
    return found if found is not None and found.type == "identifier" else None


def _asked(place: Node) -> Iterator[Handle]:
    """Yield `.unregister` of `value.unregister()`."""
    member = place.parent
    if member is None or member.type != "member_expression" or member.field("object") is not place:
        return
    name, outer = member.field("property"), member.parent
    is_called = outer is not None and outer.type == "call_expression" and outer.field("function") is member
    is_sure = is_called and outer is not None and outer.field("optional_chain") is None
    if name is not None and name.text in _METHODS and (is_sure or (not is_called and _is_passed(member))):
        yield Handle(name.location, name.text)


def _is_written(use: Node) -> bool:
    return (
        use.parent is not None and use.parent.field("left") is use and use.parent.type.endswith("assignment_expression")
    )


def _is_passed(member: Node) -> bool:
    return member.parent is not None and member.parent.type in {"arguments", "return_statement"}


def _is_asked_for(use: Node) -> bool:
    """Whether a condition on the way asks what the value is, as code does that takes older and other browsers too."""
    from webmcp_lint.program.conditions import conditions

    name = use.text
    return any(name in condition.text for condition, _ in conditions(use))


def _is_cleanup(analysis: Analysis, place: Node, around: Node) -> bool:
    """Whether a value is what an effect returns, for its framework to call."""
    is_body = around.type == "arrow_function" and around.field("body") is place
    function = around if is_body else function_around(place) if around.type == "return_statement" else None
    if function is None or function.type not in FUNCTIONS or any(child.type == "async" for child in function.children):
        return False
    hook = components.hook_of(analysis, place)
    return (
        hook is not None
        and hook.callback is function
        and last_name(hook.node.field("function") or hook.node)
        in {
            "useEffect",
            "useLayoutEffect",
            "onMount",
            "$effect",
        }
    )
