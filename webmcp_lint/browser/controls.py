"""From the controls of one key to the schema of a parameter, as Chromium 156 builds it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from webmcp_lint.browser.numbers import number_constraints, range_constraints, step_milliseconds
from webmcp_lint.browser.patterns import pattern_error
from webmcp_lint.browser.text import (
    FROM_TEMPLATE,
    MAYBE_FROM_TEMPLATE,
    known_text,
    label_text,
    option_text,
    read,
    strip_white_space,
)
from webmcp_lint.located import Json, Origin, Unknown
from webmcp_lint.source import Location
from webmcp_lint.syntax.dom import Attribute, Element, Text, text_content
from webmcp_lint.syntax.templates import HOLE

READONLY_TYPES: Final = frozenset(
    {"text", "search", "tel", "url", "email", "password", "date", "month", "week", "time", "datetime-local", "number"}
)
"""Input types to which `readonly` applies."""

_FREE_TYPES: Final = frozenset({"text", "search", "tel", "url", "password", "textarea"})
"""Controls whose values have no form of their own; an `email` has one that leaves no room for a tag."""

_SHORT: Final = 16
UNSUPPORTED_TYPES: Final = frozenset({"file", "submit", "image", "reset", "button"})
_INPUT_TYPES: Final = READONLY_TYPES | UNSUPPORTED_TYPES | {"hidden", "range", "color", "checkbox", "radio"}

_TIME = "([01][0-9]|2[0-3]):[0-5][0-9]"
_DATE_TIME = "[0-9]{4}-(0[1-9]|1[0-2])-[0-9]{2}T"
_FORMATS: Final = {
    "month": "^[0-9]{4}-(0[1-9]|1[0-2])$",
    "week": "^[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])$",
    "color": "^#[0-9a-zA-Z]{6}$",
}
DATE_ADVICE: Final = "Dates MUST be provided in 'YYYY-MM-DD' format."
"""What Chromium says of a date by itself, behind what the author wrote of it (table of section 5)."""


def input_type(control: Element) -> str | Unknown:
    """Return the state of an `<input>`'s type attribute; `text` for anything the browser does not know."""
    attribute = control.get("type")
    if attribute is None:
        return Unknown(MAYBE_FROM_TEMPLATE, control.location) if control.may_have("type") else "text"
    if not attribute.is_static:
        return Unknown(FROM_TEMPLATE, attribute.value_or_name)
    value = attribute.value.lower() if attribute.value.isascii() else attribute.value
    return value if value in _INPUT_TYPES else "text"


def control_type(control: Element) -> str | Unknown:
    """Return the type of an `<input>`, else the element's name."""
    return input_type(control) if control.name == "input" else control.name


def is_candidate(control: Element) -> bool:
    """Whether the control alone would be a parameter (section 5: buttons, files and bare hidden inputs are not)."""
    kind = control_type(control)
    if kind == "hidden":
        description = control.get("toolparamdescription")
        return description is not None and description.value != ""
    return isinstance(kind, Unknown) or kind in {"textarea", "select"} or kind in _INPUT_TYPES - UNSUPPORTED_TYPES


def may_hold_any_text(control: Element) -> bool:
    """Whether a control lets whatever an agent fills in through to a submit, markup included.

    Others take one of several values, or have a form that a submit is refused without. In `maxlength`, which bounds what
    people type, nothing harmful has room below some length.
    """
    most = control.get("maxlength")
    if most is not None and (not most.is_static or (most.value.isdecimal() and int(most.value[:6]) < _SHORT)):
        return False
    return control_type(control) in _FREE_TYPES


class Property:
    """The schema of one parameter while it is written: keywords in Chromium's order, each with its origin."""

    def __init__(self, at: str, key: Location, control: Element) -> None:
        self.at = at
        self.control = control
        self.schema: dict[str, Json] = {}
        self.origins = {at: Origin(control.location, key)}
        self.open: dict[str, Unknown] = {}

    def put(self, keyword: str, value: Json, location: Location | None = None) -> None:
        """Append a keyword."""
        self.schema[keyword] = value
        self.origins[f"{self.at}/{keyword}"] = Origin(location or self.control.location)

    def put_type(self, value: str) -> None:
        """Append the `type` keyword; the control's own type attribute is its source."""
        attribute = self.control.get("type")
        self.put("type", value, attribute.value_or_name if attribute else None)

    def put_description(self, described: tuple[str | Unknown, Location] | None) -> None:
        """Append a description, where there is one."""
        if described is not None:
            self.put("description", *described)

    def put_choices(
        self, options: Sequence[tuple[str | Unknown, str | Unknown | None, Element]], at: str = ""
    ) -> dict[str, Json]:
        """Return the `anyOf` and `enum` of these (value, title, element), written at `at` below the property."""
        any_of: list[Json] = []
        for index, (value, title, element) in enumerate(options):
            choice: dict[str, Json] = {"type": "string", "const": value}
            if title is not None:
                choice["title"] = title
            any_of.append(choice)
            attribute = element.get("value")
            location = attribute.value_or_name if attribute else element.location
            for place in (f"/anyOf/{index}", f"/anyOf/{index}/title"):
                self.origins[self.at + at + place] = Origin(element.location)
            for place in (f"/anyOf/{index}/const", f"/enum/{index}"):
                self.origins[self.at + at + place] = Origin(location)
        return {"anyOf": any_of, "enum": [value for value, _, _ in options]}


def describe(control: Element) -> tuple[str | Unknown, Location] | None:
    """Return the description of a control that stands alone, with its place (6.1)."""
    own = control.get("toolparamdescription")
    if own is not None and own.value:
        return read(own), own.value_or_name
    if own is None and control.may_have("toolparamdescription"):
        return Unknown(MAYBE_FROM_TEMPLATE, control.location), control.location
    labels = control.scope.labels.get(control, [])
    text = label_text(labels)
    if text:
        return known_text(text, labels[0].location), labels[0].location
    aria = control.get("aria-description")
    if aria is not None and aria.value:
        return read(aria), aria.value_or_name
    return None


def build(property_: Property, members: Sequence[Element], form: Element) -> bool:
    """Write the schema of the controls that share a key; return False where Chromium emits none (4.5)."""
    kinds = [control_type(member) for member in members]
    first = members[0]
    if len(members) > 1:
        if all(kind == "radio" for kind in kinds):
            property_.put_type("string")
            _radios(property_, members)
        elif all(kind == "checkbox" for kind in kinds):
            property_.put_type("array")
            choices = property_.put_choices([_choice(member) for member in members], "/items")
            property_.put("items", {"type": "string", **choices})
            property_.put("uniqueItems", True)
        else:
            return False
        property_.put_description(describe_group(members, form))
        return True
    if not is_candidate(first):
        return False
    kind = kinds[0]
    if isinstance(kind, Unknown):
        property_.open[property_.at] = kind
        return True
    match kind:
        case "radio":
            property_.put_type("string")
            _radios(property_, members)
        case "checkbox":
            property_.put_type("boolean")
        case "select":
            _select(property_, first)
        case "number" | "range":
            _number(property_, kind)
        case _:
            property_.put_type("string")
            _string(property_, kind)
    described = describe(first)
    property_.put_description(_with_date_advice(described, first) if kind == "date" else described)
    return True


def _radios(property_: Property, members: Sequence[Element]) -> None:
    choices = property_.put_choices([_choice(member) for member in members])
    for keyword, value in choices.items():
        property_.put(keyword, value)


def _choice(control: Element) -> tuple[str | Unknown, str | Unknown | None, Element]:
    attribute = control.get("value")
    value: str | Unknown = "on" if attribute is None else read(attribute)
    if attribute is None and control.is_open:
        value = Unknown(MAYBE_FROM_TEMPLATE, control.location)
    title = label_text(control.scope.labels.get(control, []))
    return value, known_text(title, control.location) or None, control


def _select(property_: Property, select: Element) -> None:
    options = []
    for option in select_options(select):
        attribute = option.get("value")
        value = known_text(option_text(option), option.location) if attribute is None else read(attribute)
        options.append((value, known_text(text_content(option), option.location), option))
    is_multiple = select.get("multiple") is not None
    at = "/items" if is_multiple else ""
    choices = property_.put_choices(options, at)
    if is_multiple:
        property_.put("type", "array")
        property_.put("items", {"type": "string", **choices})
        property_.put("uniqueItems", True)
    else:
        property_.put("type", "string")
        for keyword, listed in choices.items():
            property_.put(keyword, listed)
    if _has_open_options(select):
        for keyword in ("/anyOf", "/enum"):
            property_.open[property_.at + at + keyword] = Unknown("a template writes the options", select.location)


def select_options(select: Element) -> Iterable[Element]:
    """Yield the options that Chromium lists for a select, in tree order (5.3)."""
    stack = [(child, False) for child in reversed(select.children)]
    while stack:
        node, in_group = stack.pop()
        if isinstance(node, Text) or node.namespace != "html" or node.name in {"select", "datalist"}:
            continue
        if node.name == "option":
            yield node
            continue
        is_group = node.name == "optgroup"
        if is_group and in_group:
            continue
        stack += ((child, in_group or is_group) for child in reversed(node.children))


def _has_open_options(select: Element) -> bool:
    stack: list[Element] = [select]
    while stack:
        for child in stack.pop().children:
            if isinstance(child, Text):
                if HOLE in child.data and not child.is_plain:
                    return True
            elif child.name != "option":
                stack.append(child)
    return False


def _number(property_: Property, kind: str) -> None:
    control = property_.control
    names = {"minimum": "min", "maximum": "max", "multipleOf": "step"}
    attributes = {name: control.get(name) for name in ("min", "max", "step", "value")}
    values = {name: attribute.value if attribute else None for name, attribute in attributes.items()}
    constrain = range_constraints if kind == "range" else number_constraints
    constraints = constrain(minimum=values["min"], maximum=values["max"], step=values["step"], value=values["value"])
    found = {
        "minimum": constraints.minimum,
        "maximum": constraints.maximum,
        "multipleOf": constraints.multiple_of,
    }
    hangs_on = {"minimum": ("min",), "maximum": ("min", "max"), "multipleOf": ("step", "min", "value")}
    property_.put_type("number")
    for keyword, number in found.items():
        dynamic = next((a for name in hangs_on[keyword] if (a := attributes[name]) and not a.is_static), None)
        source = attributes[names[keyword]]
        location = source.value_or_name if source else None
        if dynamic is not None:
            property_.put(keyword, read(dynamic), location)
        elif number is not None:
            property_.put(keyword, number, location)
    if kind == "number":
        _put_pattern(property_)


def _put_pattern(property_: Property) -> None:
    attribute = property_.control.get("pattern")
    if attribute is None:
        return
    if not attribute.is_static or pattern_error(attribute.value) is None:
        property_.put("pattern", read(attribute), attribute.value_or_name)


def _string(property_: Property, kind: str) -> None:
    control = property_.control
    if kind == "date":
        property_.put("format", "date", _type_location(control))
    elif kind in _FORMATS:
        property_.put("format", _FORMATS[kind], _type_location(control))
    elif kind in {"time", "datetime-local"}:
        step = control.get("step")
        prefix = _TIME if kind == "time" else _DATE_TIME + _TIME
        tail = "" if step is None else _seconds(step)
        location = step.value_or_name if step else _type_location(control)
        is_known = step is None or step.is_static
        property_.put("format", f"^{prefix}{tail}$" if is_known else Unknown(FROM_TEMPLATE, location), location)
    elif kind != "textarea":
        _put_pattern(property_)


def _seconds(step: Attribute) -> str:
    """Return how a time's format goes on behind the minutes, by its step (5.7)."""
    milliseconds = step_milliseconds(step.value)
    if milliseconds < 1_000:
        return r"(:[0-5][0-9](\.[0-9]{1,3})?)?"
    return "(:[0-5][0-9])?" if milliseconds < 60_000 else ""


def _type_location(control: Element) -> Location:
    attribute = control.get("type")
    return attribute.value_or_name if attribute else control.location


def _with_date_advice(
    described: tuple[str | Unknown, Location] | None, control: Element
) -> tuple[str | Unknown, Location]:
    if described is None:
        return DATE_ADVICE, control.location
    text, location = described
    return (text if isinstance(text, Unknown) else f"{text} ({DATE_ADVICE})"), location


def describe_group(members: Sequence[Element], form: Element) -> tuple[str | Unknown, Location] | None:
    """Return the description of several radio buttons or checkboxes: that of the fieldset around them (6.4)."""
    fieldset = group_fieldset(members, form)
    own = fieldset.get("toolparamdescription") if fieldset is not None else None
    return (read(own), own.value_or_name) if own is not None and own.value else None


def group_fieldset(members: Sequence[Element], form: Element) -> Element | None:
    """Return the one fieldset that Chromium asks for a group's description, if any."""
    common = list(members[0].ancestors)
    for member in members[1:]:
        if member.parent is not members[0].parent:
            around = set(member.ancestors)
            common = [ancestor for ancestor in common if ancestor in around]
    for ancestor in common:
        if ancestor is form:
            return None
        if ancestor.is_html("fieldset"):
            return ancestor
    return None


def key_of(control: Element) -> str | Unknown:
    """Return the parameter name of a control: its `name`, stripped (4.4)."""
    attribute = control.get("name")
    if attribute is None:
        return Unknown(MAYBE_FROM_TEMPLATE, control.location) if control.may_have("name") else ""
    return strip_white_space(attribute.value) if attribute.is_static else read(attribute)


def may_be_parameter(control: Element) -> bool:
    """Whether a parameter may come of a control: none does of a button."""
    return not control.is_html("button") and control_type(control) not in UNSUPPORTED_TYPES


def skipping(control: Element, legends: dict[Element, Element | None]) -> list[Attribute]:
    """Return what makes the browser skip a control before its key is looked at: `disabled`, else `readonly` (4.3)."""
    return list(_disabling(control, legends)) or _readonly(control)


def _disabling(control: Element, legends: dict[Element, Element | None]) -> Iterator[Attribute]:
    """Yield what disables a control: its own attribute, and that of a fieldset outside whose first legend it stands.

    `legends` remembers the first legend of each disabled fieldset between calls.
    """
    own = control.get("disabled")
    if own is not None:
        yield own
    inside: Element = control
    for ancestor in control.ancestors:
        disabled = ancestor.get("disabled") if ancestor.is_html("fieldset") else None
        if disabled is not None:
            if ancestor not in legends:
                children = (child for child in ancestor.children if isinstance(child, Element))
                legends[ancestor] = next((child for child in children if child.is_html("legend")), None)
            if legends[ancestor] is not inside:
                yield disabled
        inside = ancestor


def _readonly(control: Element) -> list[Attribute]:
    written = control.get("readonly")
    applies = written is not None and control_type(control) in READONLY_TYPES | {"textarea"}
    return [written] if written is not None and applies else []
