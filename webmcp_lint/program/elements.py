"""Which elements of a document an expression gives: a small DOM, read off the members and calls that lead to a value.

A call such as `document.querySelector("form")` evaluates to an `External` that remembers its receiver and arguments; here it
is looked up in a document's tree. What leads to no element of that tree is unknown: a script may have made it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.form_checks import checked
from webmcp_lint.program.values import External, Literal, Value, options
from webmcp_lint.syntax.dom import Document, Element, descendants
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.selectors import Selectors

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

EVENT: Final = "event"
"""The package of a submit event in the hands of its listener; its members follow in the path."""

SYNTHETIC: Final = "synthetic event"
"""The same of React's own event object, which has the browser's as `nativeEvent`."""

WRAPPED: Final = "wrapped event"
"""The same of jQuery's, which has it as `originalEvent`."""

_EVENTS: Final = frozenset({EVENT, SYNTHETIC, WRAPPED})
_CURRENT: Final = frozenset({("event",), ("$event",)})
"""`event` of `onsubmit="…"`, which is the window's while a listener runs, and what Vue, Alpine and Angular call it."""

_ROOTS: Final = frozenset(
    {("window",), ("self",), ("globalThis",), ("document",), ("document", "body"), ("document", "documentElement")}
)
_LISTS: Final = frozenset(
    {"querySelectorAll", "getElementsByClassName", "getElementsByTagName", "getElementsByName", "find"}
)
_JQUERY: Final = frozenset({"$", "jQuery"})
_SELF: Final = frozenset(
    {"on", "off", "one", "addClass", "removeClass", "show", "hide", "first", "eq", "get", "each", "toArray", "validate"}
)
"""Methods of jQuery that give the elements back, or one of them."""

EACH: Final = "[each]"
"""The last step of a path that stands for any element of a list."""


def each_of(value: External) -> External | None:
    """Return what stands for any element of a list of elements; None for what is no such list."""
    if value.package != "":
        return None
    is_list = value.path[-1] in _LISTS if value.arguments is not None else value.path[-1:] == ("forms",)
    return External(value.package, (*value.path, EACH), value.node, receiver=value) if is_list else None


def event_of(value: Value) -> str | None:
    """Return which event object a value is, by its package; the browser's own inside another's is `EVENT`."""
    if not isinstance(value, External) or value.arguments is not None:
        return None
    if value.package == "" and value.path in _CURRENT:
        return EVENT
    if value.package not in _EVENTS:
        return None
    if not value.path:
        return value.package
    inner = {SYNTHETIC: "nativeEvent", WRAPPED: "originalEvent"}.get(value.package)
    return EVENT if value.path == (inner,) else None


def event_member(value: Value) -> tuple[str, str] | None:
    """Return the event object and the member of it that a value is (`EVENT`, `agentInvoked`)."""
    if not isinstance(value, External) or not value.path or value.arguments is not None or value.receiver is None:
        return None
    owner = event_of(value.receiver)
    return None if owner is None else (owner, value.path[-1])


class Dom:
    """The elements of one document as its scripts get at them.

    `target` is the form that a submit event is about, and `current` where its listener is attached. `is_whole` is False
    for a piece of a document, in which the first form is not known to be that of the page.
    """

    def __init__(self, analysis: Analysis, document: Document, *, is_whole: bool = True) -> None:
        self._analysis = analysis
        self._document = document
        self._is_whole = is_whole
        self._selectors = Selectors(document)
        self._controls: dict[Element, list[Element]] | None = None
        self.target: Element | None = None
        self.current: tuple[Element, ...] = ()

    def checked(self, condition: Node) -> bool | None:
        """Return what the submitted form has made sure of; None where it says nothing of a condition."""
        return None if self.target is None else checked(self._analysis, self._document, self.target, condition)

    def elements(self, value: Value) -> tuple[Element, ...] | None:
        """Return the elements that a value is one or all of; None where none can be told."""
        found: dict[Element, None] = {}
        for option in options(value):
            if isinstance(option, External):
                found |= dict.fromkeys(self._of_external(option) or ())
        return tuple(found) or None

    def is_root(self, value: Value) -> bool:
        """Whether a value is the window, the document, its `body` or its root element: what hears all of its events."""
        if not isinstance(value, External) or value.package != "" or not value.path:
            return False
        if value.arguments is not None:
            first = self._argument(value)
            return value.path[-1] in _JQUERY and first is not None and self.is_root(first)
        return value.path in _ROOTS

    def matches(self, element: Element, selector: str) -> bool | None:
        """Whether an element matches a selector; None where that cannot be told."""
        found = self._selectors.all(selector)
        return None if found is None else element in found

    def controls(self, form: Element) -> Sequence[Element]:
        """Return the controls that a form owns, in tree order."""
        if self._controls is None:
            self._controls = {}
            for each in self._document.elements:
                if each.form is not None:
                    self._controls.setdefault(each.form, []).append(each)
        return self._controls.get(form, ())

    def _of_external(self, value: External) -> tuple[Element, ...] | None:
        member = event_member(value)
        if member is not None:
            return self._of_event(member[1])
        if value.arguments is not None and value.path:
            return self._of_call(value, value.path[-1])
        if not value.path:
            return None
        name = value.path[-1]
        if name == EACH and value.receiver is not None:
            return self._of_external(value.receiver)
        return self._of_member(value, name)

    def _of_event(self, member: str) -> tuple[Element, ...] | None:
        if member in {"target", "srcElement"} and self.target is not None:
            return (self.target,)
        return self.current or None if member == "currentTarget" else None

    def _of_member(self, value: External, name: str) -> tuple[Element, ...] | None:
        owner = value.receiver
        if value.package == "" and value.path == ("document", "forms"):
            return self._forms() if self._is_whole else None
        if owner is None:
            found = self._document.scopes[0].ids.get(name)
            return (found,) if found is not None and self._is_whole and value.package == "" else None
        if owner.package == "" and owner.arguments is None and owner.path in {("document",), ("document", "forms")}:
            return self._form_named(name)
        if owner.path[-1:] == ("elements",) and owner.receiver is not None and owner.arguments is None:
            return self._named_in(self._of_external(owner.receiver) or (), name)
        around = self._of_external(owner)
        if around is None:
            return None
        # A control hides the member of its form that is called like it
        if named := self._named_in(around, name):
            return named
        if name.isdecimal():
            return around[int(name) : int(name) + 1] if len(name) < 6 else None
        match name:
            case "form":
                return tuple(each.form for each in around if each.form is not None)
            case "parentElement" | "parentNode":
                return tuple(each.parent for each in around if isinstance(each.parent, Element))
        return None

    def _named_in(self, forms: Sequence[Element], name: str) -> tuple[Element, ...] | None:
        """Return the controls that forms have under a name: `form.name`, `form.elements.name`."""
        controls = (each for form in forms if form.name == "form" for each in self.controls(form))
        return tuple(each for each in controls if name in {each.value("id"), each.value("name")}) or None

    def _forms(self) -> tuple[Element, ...]:
        return tuple(form for form in self._document.of_name("form") if form.scope is self._document.scopes[0])

    def _form_named(self, name: str) -> tuple[Element, ...] | None:
        if not self._is_whole:
            return None
        if name.isdecimal() and len(name) < 6:
            return self._forms()[int(name) : int(name) + 1]
        return tuple(form for form in self._forms() if name in {form.value("id"), form.value("name")})[:1]

    def _argument(self, value: External) -> Value | None:
        return self._analysis.force(value.arguments[0]) if value.arguments else None

    def _of_call(self, value: External, name: str) -> tuple[Element, ...] | None:
        first = self._argument(value)
        text = first.value if isinstance(first, Literal) and isinstance(first.value, str) else None
        if name in _JQUERY and value.receiver is None:
            if text is not None:
                return None if text.lstrip().startswith("<") else self._all(text)
            return None if first is None else self.elements(first)
        owner = value.receiver
        if owner is None:
            return None
        if name == "namedItem" and owner.path[-1:] == ("elements",) and owner.receiver is not None and text is not None:
            return self._named_in(self._of_external(owner.receiver) or (), text)
        is_document = self.is_root(owner)
        around = None if is_document else self._of_external(owner)
        if not is_document and around is None:
            return None
        if name in _SELF:
            return around
        if text is None:
            return None
        if name == "closest":
            return self._closest(around or (), text)
        lookup = _LOOKUPS.get(name)
        return None if lookup is None else lookup(self, text, around)

    def _all(self, selector: str) -> tuple[Element, ...] | None:
        if not self._is_whole and not {"#", "["} & set(selector):
            return None
        return self._selectors.all(selector)

    def _below(self, selector: str, around: Sequence[Element] | None) -> tuple[Element, ...] | None:
        found = self._all(selector)
        if found is None or around is None:
            return found
        inside = {node for each in around for node in descendants(each) if isinstance(node, Element)}
        return tuple(each for each in found if each in inside)

    def _first(self, selector: str, around: Sequence[Element] | None) -> tuple[Element, ...] | None:
        found = self._below(selector, around)
        return None if found is None else found[:1]

    def _of_id(self, identifier: str, _around: Sequence[Element] | None) -> tuple[Element, ...] | None:
        found = self._document.scopes[0].ids.get(identifier)
        return None if found is None else (found,)

    def _of_class(self, names: str, around: Sequence[Element] | None) -> tuple[Element, ...] | None:
        wanted = set(names.split())
        found = self._below("[class]", around)
        return tuple(each for each in found if wanted <= set(each.value("class").split())) if found and wanted else None

    def _of_name(self, name: str, around: Sequence[Element] | None) -> tuple[Element, ...] | None:
        found = self._below("[name]", around)
        return None if found is None else tuple(each for each in found if each.value("name") == name)

    def _closest(self, around: Sequence[Element], selector: str) -> tuple[Element, ...] | None:
        matching = self._selectors.all(selector)
        if matching is None:
            return None
        wanted = set(matching)
        found = (next((at for at in (each, *each.ancestors) if at in wanted), None) for each in around)
        return tuple(each for each in found if each is not None)


_Lookup = Callable[[Dom, str, Sequence[Element] | None], tuple[Element, ...] | None]
_LOOKUPS: Final[Mapping[str, _Lookup]] = {
    "querySelector": Dom._first,  # noqa: SLF001
    "querySelectorAll": Dom._below,  # noqa: SLF001
    "find": Dom._below,  # noqa: SLF001
    "getElementsByTagName": Dom._below,  # noqa: SLF001
    "getElementById": Dom._of_id,  # noqa: SLF001
    "getElementsByClassName": Dom._of_class,  # noqa: SLF001
    "getElementsByName": Dom._of_name,  # noqa: SLF001
}
