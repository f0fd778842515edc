"""Which form owns a control, and which labels name it (HTML 4.10.17.3 and 4.10.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from webmcp_lint.syntax.dom import LABELABLE, LISTED, Element, Scope


def associate(scopes: Iterable[Scope], pointer: Callable[[int], Element | None] = lambda _offset: None) -> None:
    """Give every listed element its form owner and every labelled control its labels.

    `pointer` is the parser's form element pointer at an offset of the document.
    """
    for scope in scopes:
        labels: list[Element] = []
        labelled: dict[Element, Element] = {}
        stack: list[tuple[Element, _Around]] = [(node, _Around()) for node in _elements(scope)]
        while stack:
            element, around = stack.pop()
            if element.namespace == "html":
                if element.name in LISTED:
                    element.form = _owner(element, scope, pointer) or (None if element.get("form") else around.form)
                if _is_labelable(element):
                    enclosing = around
                    while enclosing.label is not None and enclosing.label not in labelled:
                        labelled[enclosing.label] = element
                        assert enclosing.outer is not None  # noqa: S101  a label is always inside something
                        enclosing = enclosing.outer
                if element.name == "form":
                    around = _Around(element, around.label, around.outer)
                elif element.name == "label":
                    labels.append(element)
                    if element.get("for") is None:
                        around = _Around(around.form, element, around)
            stack += ((child, around) for child in _elements(element))
        for label in labels:
            reference = label.get("for")
            control = labelled.get(label) if reference is None else scope.ids.get(reference.value)
            if control is not None and _is_labelable(control):
                scope.labels.setdefault(control, []).append(label)


@dataclass(frozen=True, slots=True)
class _Around:
    """What an element stands in: the nearest form and label, and what that label stands in."""

    form: Element | None = None
    label: Element | None = None
    outer: _Around | None = None


def _elements(root: Element | Scope) -> list[Element]:
    """Return the element children of a node, last first."""
    return [child for child in reversed(root.children) if isinstance(child, Element)]


def _owner(control: Element, scope: Scope, pointer: Callable[[int], Element | None]) -> Element | None:
    """Return the form owner by `form=` or by the form pointer (4.10.17.3)."""
    reference = control.get("form")
    if reference is not None:
        target = scope.ids.get(reference.value)
        return target if target is not None and target.is_html("form") else None
    return pointer(control.offset) if scope.kind == "document" else None


def _is_labelable(element: Element) -> bool:
    is_hidden = element.name == "input" and element.value("type").lower() == "hidden"
    return element.is_html(*LABELABLE) and not is_hidden
