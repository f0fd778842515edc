"""From a form to the tool that Chromium 156 makes of it, bit for bit.

Evidence: the recorded answers in `fixtures/browser/` and the live tests in `tests/browser/`. The tree is taken as
complete; what a page looks like while it is still being parsed is the browser's affair.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from webmcp_lint.browser.controls import Property, build, is_candidate, key_of, may_be_parameter, skipping
from webmcp_lint.browser.text import MAYBE_FROM_TEMPLATE, read
from webmcp_lint.located import Json, Origin, Schema, Unknown, pointer
from webmcp_lint.syntax.dom import Document, Element, Text, descendants
from webmcp_lint.syntax.templates import HOLE

NAME = re.compile(r"[A-Za-z0-9_.-]{1,128}")
"""What a tool may be called (J-name*)."""

_MEMBERS: Final = frozenset({"button", "fieldset", "input", "output", "select", "textarea"})
"""Listed elements that count as members of their key's group; `object` does not (C-mix-*)."""

_CAN_BE_SKIPPED: Final = frozenset({"button", "input", "select", "textarea"})
_TEXT_ONLY: Final = frozenset({"select", "textarea", "script", "style", "button"})


class Dropped(Enum):
    """Why the browser makes no tool of a form, without a word."""

    NO_NAME = "it has no `toolname`"
    NO_DESCRIPTION = "it has no `tooldescription`"
    INVALID_NAME = "its `toolname` is not made of 1 to 128 of the characters A-Z a-z 0-9 _ . -"
    DUPLICATE = "an earlier form has the same `toolname`"


class Skipped(Enum):
    """Why a control is passed over before its key is looked at."""

    DISABLED = "disabled"
    READONLY = "readonly"


class Code(Enum):
    """The DevTools issues of Chromium's forms (GenericIssue error types)."""

    MISSING_TOOL_DESCRIPTION = "FormModelContextMissingToolDescription"
    MISSING_TOOL_NAME = "FormModelContextMissingToolName"
    PARAMETER_MISSING_NAME = "FormModelContextParameterMissingName"
    REQUIRED_PARAMETER_MISSING_NAME = "FormModelContextRequiredParameterMissingName"
    PARAMETER_MISSING_DESCRIPTION = "FormModelContextParameterMissingTitleAndDescription"


@dataclass(frozen=True, slots=True)
class Issue:
    """A DevTools issue, raised at an element."""

    code: Code
    element: Element


@dataclass(frozen=True, slots=True)
class Group:
    """The controls of one form that share a key, and whether a parameter comes of them."""

    key: str
    members: tuple[Element, ...]
    is_emitted: bool
    is_required: bool

    @property
    def pointer(self) -> str:
        """Where its schema stands in the form's input schema."""
        return pointer("properties", self.key)


@dataclass(frozen=True, slots=True)
class FormTool:
    """What the browser makes of a form that carries `toolname` or `tooldescription`.

    `name`, `title` and `description` are None where nothing is written; `dropped` says why no tool comes of it.
    """

    form: Element
    name: str | Unknown | None
    title: str | Unknown
    description: str | Unknown | None
    schema: Schema
    groups: tuple[Group, ...]
    skipped: tuple[tuple[Element, Skipped], ...]
    issues: tuple[Issue, ...]
    dropped: Dropped | None
    frame: tuple[Element, ...] = ()
    """The `srcdoc` frames it stands in, outermost first."""


def form_tools(document: Document, exclusive: Callable[[int, int], bool] = lambda _a, _b: False) -> list[FormTool]:
    """Return every form that declares a tool, in the order in which the parser meets them; frames follow.

    `exclusive` tells of two offsets whether they stand in different branches of one template condition.
    """
    controls = _controls_by_form(document)
    declared = [form for form in document.of_name("form") if {"toolname", "tooldescription"} & form.attributes.keys()]
    declared.sort(key=lambda form: form.offset)
    found: list[FormTool] = []
    taken: dict[str, list[Element]] = {}
    legends: dict[Element, Element | None] = {}
    for form in declared:
        tool = _form_tool(form, controls.get(form, []), legends)
        if tool.dropped is None and isinstance(tool.name, str):
            holders = taken.setdefault(tool.name, [])
            if any(not exclusive(holder.offset, form.offset) for holder in holders):
                tool = replace(tool, dropped=Dropped.DUPLICATE)
            else:
                holders.append(form)
        found.append(tool)
    for frame, inner in document.frames:
        if _shares_tools(frame):
            found += (replace(tool, frame=(frame, *tool.frame)) for tool in form_tools(inner))
    return found


def listed(tools: Sequence[FormTool]) -> list[FormTool]:
    """Return the tools in the order of `getTools()`: by name in code units, then by frame (1.10)."""
    return sorted((tool for tool in tools if tool.dropped is None), key=lambda tool: _utf16(tool.name))


def _utf16(name: str | Unknown | None) -> bytes:
    return name.encode("utf-16-be", "surrogatepass") if isinstance(name, str) else b""


def _shares_tools(frame: Element) -> bool:
    """Whether a `srcdoc` frame has the page's origin, scripts and the tools policy (1.9)."""
    sandbox = frame.get("sandbox")
    if sandbox is not None and not {"allow-scripts", "allow-same-origin"} <= set(sandbox.value.lower().split()):
        return False
    directives = (directive.split() for directive in frame.value("allow").split(";"))
    return not any(words[:1] == ["tools"] and "'none'" in words[1:] for words in directives)


def _controls_by_form(document: Document) -> dict[Element, list[Element]]:
    controls: dict[Element, list[Element]] = {}
    for element in document.elements:
        if element.form is not None:
            controls.setdefault(element.form, []).append(element)
    return controls


def _form_tool(form: Element, controls: Sequence[Element], legends: dict[Element, Element | None]) -> FormTool:
    name, description, title = (_declared(form, attribute) for attribute in _DECLARING)
    members: dict[str, list[Element]] = {}
    skipped: list[tuple[Element, Skipped]] = []
    schema = Schema({"type": "object", "properties": {}, "required": []}, {"": Origin(form.location)})
    for control in controls:
        if control.name in _CAN_BE_SKIPPED:
            causes = skipping(control, legends)
            if causes:
                skipped.append((control, Skipped(causes[0].name)))
                if not any(cause.certain for cause in causes) and may_be_parameter(control):
                    schema.open.setdefault("/properties", Unknown(MAYBE_FROM_TEMPLATE, control.location))
                continue
        if control.name not in _MEMBERS:
            continue
        key = key_of(control)
        if isinstance(key, Unknown):
            schema.open.setdefault("/properties", key)
        else:
            members.setdefault(key, []).append(control)
    if hole := _hole(form):
        schema.open.setdefault("/properties", hole)
    groups = tuple(_write_groups(schema, members, form))
    has_both = name is not None and description is not None
    return FormTool(
        form=form,
        name=name,
        title="" if title is None else title,
        description=description,
        schema=schema,
        groups=groups,
        skipped=tuple(skipped),
        issues=tuple(_issues(form, name, description, schema, groups if has_both else ())),
        dropped=_dropped(name, description),
    )


_DECLARING: Final = ("toolname", "tooldescription", "tooltitle")


def _declared(form: Element, attribute: str) -> str | Unknown | None:
    written = form.get(attribute)
    if written is None:
        return (
            Unknown(MAYBE_FROM_TEMPLATE, form.location)
            if form.may_have(attribute) and attribute != "tooltitle"
            else None
        )
    return read(written)


def _dropped(name: str | Unknown | None, description: str | Unknown | None) -> Dropped | None:
    if name is None:
        return Dropped.NO_NAME
    if description is None:
        return Dropped.NO_DESCRIPTION
    if isinstance(name, str) and not NAME.fullmatch(name):
        return Dropped.INVALID_NAME
    return None


def _hole(form: Element) -> Unknown | None:
    """Return where a template may write controls of its own into the form."""
    for node in descendants(form, without=_TEXT_ONLY):
        if isinstance(node, Text) and HOLE in node.data and not node.is_plain:
            around = node.parent.location if isinstance(node.parent, Element) else form.location
            return Unknown("a template may write further controls", around)
    return None


def _write_groups(schema: Schema, members: dict[str, list[Element]], form: Element) -> Iterator[Group]:
    properties: dict[str, Json] = {}
    required: list[Json] = []
    for key, controls in members.items():
        at = pointer("properties", key)
        name = controls[0].get("name")
        location = controls[0].location if name is None else name.value_or_name
        written = Property(at, location, controls[0])
        is_emitted = build(written, controls, form)
        requiring = [attribute for control in controls if (attribute := control.get("required"))]
        if is_emitted:
            properties[key] = written.schema if at not in written.open else written.open.pop(at)
            schema.origins |= written.origins
            schema.open |= written.open
            if any(each.certain for each in requiring):
                schema.origins[f"/required/{len(required)}"] = Origin(requiring[0].location)
                required.append(key)
            elif requiring or any(control.is_open for control in controls):
                schema.open.setdefault("/required", Unknown(MAYBE_FROM_TEMPLATE, controls[0].location))
        yield Group(key, tuple(controls), is_emitted, bool(requiring))
    # JSON.parse puts integer-like keys first, ascending (section 2)
    ordered = sorted((key for key in properties if _is_index(key)), key=int)
    ordered += (key for key in properties if not _is_index(key))
    schema.value = {"type": "object", "properties": {key: properties[key] for key in ordered}, "required": required}


def _is_index(key: str) -> bool:
    return bool(re.fullmatch("0|[1-9][0-9]{0,9}", key)) and int(key) < 2**32 - 1


def _issues(
    form: Element,
    name: str | Unknown | None,
    description: str | Unknown | None,
    schema: Schema,
    groups: Sequence[Group],
) -> Iterator[Issue]:
    if description is None and name:
        yield Issue(Code.MISSING_TOOL_DESCRIPTION, form)
    if (name is None and description is not None) or (name == "" and description is None):
        yield Issue(Code.MISSING_TOOL_NAME, form)
    for group in groups:
        if group.key == "":
            for control in filter(is_candidate, group.members):
                has_required = control.get("required") is not None
                code = Code.REQUIRED_PARAMETER_MISSING_NAME if has_required else Code.PARAMETER_MISSING_NAME
                yield Issue(code, control)
        if group.is_emitted:
            properties = schema.value["properties"] if isinstance(schema.value, dict) else {}
            written = properties.get(group.key) if isinstance(properties, dict) else None
            if isinstance(written, dict) and "description" not in written:
                yield Issue(Code.PARAMETER_MISSING_DESCRIPTION, group.members[0])
