"""Submit listeners that stand in markup: `onsubmit="…"`, and what Vue, Svelte, Alpine and JSX write in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.elements import EVENT, SYNTHETIC
from webmcp_lint.program.listeners import Listener
from webmcp_lint.program.scopes import ScopeTree
from webmcp_lint.program.values import Function, Object, Unknown, Value, options
from webmcp_lint.source import Location, Span
from webmcp_lint.syntax.components import blanked, script_elements
from webmcp_lint.syntax.javascript import Node, Script

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis
    from webmcp_lint.syntax.dom import Attribute, Element

_NAME: Final = re.compile(
    r"(?:@|v-on:|x-on:|on:)submit(?P<modifiers>(?:[.|]\w+)*)|\((?:ng)?submit\)|onsubmit(?:capture)?|\{onsubmit\}",
    re.ASCII,
)
_WRAPPERS: Final = frozenset({"expression_statement", "statement_block", "parenthesized_expression", "as_expression"})
_NAMED: Final = frozenset({"identifier", "member_expression", "arrow_function", "function_expression"})


def submit_attributes(form: Element) -> Iterator[tuple[Attribute, frozenset[str]]]:
    """Yield the attributes of a form that name a submit listener, each with the modifiers behind its name."""
    for attribute in form.attributes.values():
        written = _NAME.fullmatch(attribute.name)
        if written is not None:
            modifiers = re.split(r"[.|]", written["modifiers"] or "")
            yield attribute, frozenset(each.lower() for each in modifiers if each)


def in_jsx(analysis: Analysis, trees: Sequence[ScopeTree], form: Element, *, is_react: bool) -> Iterator[Listener]:
    """Yield the listener that a form in JSX names by `onSubmit`."""
    for tree in trees:
        for opening in tree.calls.get("form", ()):
            if opening.start != form.location.span.start or opening.script.file is not form.location.file:
                continue
            for child in opening.children:
                name = child.children[0].text.lower() if child.type == "jsx_attribute" and child.children else ""
                if name.startswith("onsubmit") and len(child.children) > 1 and child.children[1].children:
                    analysis.begin_aside()
                    value = analysis.value(child.children[1].children[0], {})
                    event = SYNTHETIC if is_react else EVENT
                    yield from _of_value(value, child, form, event=event)


def in_markup(
    analysis: Analysis, trees: Sequence[ScopeTree], path: str, form: Element, *, is_component: bool
) -> Iterator[Listener]:
    """Yield the listeners that a form of a page or of a component's markup names in its attributes."""
    for attribute, modifiers in submit_attributes(form):
        place = _inside_braces(attribute) if attribute.name == "{onsubmit}" else attribute.value_location
        prevents = bool(modifiers & {"prevent", "preventdefault"}) or attribute.name == "(ngsubmit)"
        if place is None:
            if prevents and trees:
                written = attribute.location
                yield Listener(trees[0].script.root, None, (form,), body=(), prevents=True, written=written)
            continue
        is_code = attribute.name.startswith("onsubmit") and not is_component
        tree = _tree(analysis, trees, path, place, is_component=is_component)
        statements = _statements(tree, place.span)
        reference = None if is_code else _reference(statements)
        if reference is not None:
            analysis.begin_aside()
            for each in _of_value(_component_value(analysis, tree, path, reference), reference, form, event=EVENT):
                yield replace(each, prevents=prevents, written=attribute.location)
        elif statements:
            yield Listener(
                statements[0],
                None,
                (form,),
                body=tuple(statements),
                prevents=prevents,
                false_prevents=is_code,
                written=attribute.location,
            )


def _inside_braces(attribute: Attribute) -> Location:
    """Return the name in Svelte's `{onsubmit}`, which is short for `onsubmit={onsubmit}`."""
    written = attribute.location
    return written.file.location(written.span.start + 1, written.span.end - 1)


def _of_value(value: Value, place: Node, form: Element, *, event: str) -> Iterator[Listener]:
    for option in options(value):
        function = option if isinstance(option, Function) else None
        yield Listener(place, function, (form,), event)


def _tree(
    analysis: Analysis, trees: Sequence[ScopeTree], path: str, place: Location, *, is_component: bool
) -> ScopeTree:
    """Read an attribute's text as a script: a component's together with its scripts, whose names it uses."""
    text, span = place.file.text, place.span
    if is_component:
        kept = [each.content for each in script_elements(text) if each.content is not None]
        written = list(blanked(text, sorted([*kept, span])))
        for each in (*kept, span):
            written[each.end : each.end + 1] = ";" if each.end < len(text) else ""
        is_typed = any(tree.script.grammar != "javascript" for tree in trees)
        script = Script(place.file, "".join(written), "typescript" if is_typed else "javascript", is_module=None)
    else:
        script = Script(place.file, text, "javascript", is_module=None, part=span)
    tree = ScopeTree(script)
    analysis.globals.add(tree, path)
    analysis.globals.share([tree, *trees])
    return tree


def _statements(tree: ScopeTree, span: Span) -> list[Node]:
    return [each for each in tree.script.root.children if span.start <= each.start < span.end]


def _reference(statements: Sequence[Node]) -> Node | None:
    """Return the expression of an attribute that names a function, or is one, rather than code to run."""
    found = [each for each in statements if each.type != "empty_statement"]
    if len(found) != 1:
        return None
    node = found[0]
    while node.type in _WRAPPERS and len([each for each in node.children if each.type != "empty_statement"]) == 1:
        node = next(each for each in node.children if each.type != "empty_statement")
    return node if node.type in _NAMED else None


def _component_value(analysis: Analysis, tree: ScopeTree, path: str, reference: Node) -> Value:
    """Return what an expression of a component's markup is: a name of its script, or one of its `methods`."""
    if reference.type == "identifier" and tree.resolve(reference) is None:
        component = analysis.exported(path, "default", reference)
        methods = analysis.member(component, "methods", reference) if isinstance(component, Object) else None
        if isinstance(methods, Object):
            return analysis.member(methods, reference.text, reference)
        return Unknown("a name that the component's script does not declare", reference)
    return analysis.value(reference, {})
