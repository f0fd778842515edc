"""What `document.modelContext.registerTool(tool, options)` answers in Chromium 156, in the order of its checks.

The bindings read the members of both dictionaries alphabetically, the tool's first. Then come: the name (taken, invalid),
the description, the schema's serialisation, the signal, the origins. `R-…` and `RO-…` name recorded answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias
from typing import Literal as OneOf

from webmcp_lint.browser.abort_signals import abort_reason, is_signal
from webmcp_lint.browser.late_writes import may_be_set
from webmcp_lint.browser.model_context import HINTS
from webmcp_lint.browser.origins import is_secure_origin
from webmcp_lint.browser.serialization import stringify
from webmcp_lint.browser.web_idl import (
    Thrown,
    is_callable,
    is_object,
    judge,
    read,
    thrown_by_getter,
    to_boolean,
    to_string,
)
from webmcp_lint.program.values import (
    Array,
    Class,
    External,
    Function,
    Literal,
    Method,
    Object,
    Undefined,
    Unknown,
    Value,
    options,
)
from webmcp_lint.program.values import Collection as CollectionValue
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.wrapping import unwrapped

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,128}")
_LONE_SURROGATE = re.compile(r"[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class RegistrationError:
    """What the browser answers when it refuses a tool; `name` is empty where the page's own reason is no error."""

    name: str
    message: str


DUPLICATE = RegistrationError("InvalidStateError", "Duplicate tool name")
_INVALID_NAME = RegistrationError("InvalidStateError", "Invalid tool name")
_NO_DESCRIPTION = RegistrationError("InvalidStateError", "Description is required")
_INSECURE = RegistrationError("SecurityError", "Only secure origins are allowed in the exposedTo list.")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a registration ends: refused with `error`, or accepted, as far as it can be told.

    `doubt` is the first thing before that end that cannot be told: with an error, an earlier check may answer in its
    place, but the tool is refused all the same; without one, nothing is known. `is_omitted` means that `getTools()`
    leaves an accepted tool out, because its schema's JSON is no object (R-schema-tojson-str).
    """

    error: RegistrationError | None
    doubt: Unknown | None = None
    is_omitted: bool = False

    @property
    def is_certain(self) -> bool:
        """Whether nothing unknown could change the answer."""
        return self.doubt is None


_Verdict: TypeAlias = RegistrationError | Unknown | None
_Conversion: TypeAlias = "str | Thrown | Unknown | None"
"""Why the bindings refuse a value: in their words, or as what is thrown; None where they take it."""


def register(
    analysis: Analysis, arguments: Sequence[Value], *, taken: Collection[str] = (), is_detached: bool = False
) -> Outcome:
    """Return the outcome of `registerTool(...arguments)` where the names in `taken` are registered already.

    `is_detached` says that the method is called off its object (`const { registerTool } = document.modelContext`).
    """
    doubt: Unknown | None = None
    for verdict in _verdicts(analysis, arguments, taken, is_detached=is_detached):
        if isinstance(verdict, RegistrationError):
            return Outcome(verdict, doubt)
        doubt = doubt or verdict
    return Outcome(None, doubt, is_omitted=doubt is None and _is_omitted(analysis, arguments[0]))


def is_detached(method: Method, call: Node) -> bool:
    """Whether a call calls a method of the context off its object, which the browser takes for an illegal invocation.

    `method` is what the callee is. `mc.registerTool(…)` is not detached, nor is what `bind` returned.
    """
    function = call.field("function")
    callee = None if function is None else unwrapped(function)
    is_member = callee is not None and callee.type in {"member_expression", "subscript_expression"}
    return not (is_member and method.node is callee) and method.node.type != "call_expression"


def reported_text(
    analysis: Analysis, tool: Value, member: OneOf["name", "title", "description"]
) -> str | Unknown | None:
    """Return a text as `getTools()` reports it: an absent title is empty, another absent text None."""
    value = read(analysis, tool, member)
    if isinstance(value, Undefined):
        return "" if member == "title" else None
    text = to_string(analysis, value)
    if isinstance(text, Thrown):
        return Unknown("a value that has no text", value.node)
    if isinstance(text, str) and _LONE_SURROGATE.search(text):
        # Half of a surrogate pair empties a description, and is replaced in a title
        return "" if member == "description" else _LONE_SURROGATE.sub("\ufffd", text)
    return text


def reported_annotations(analysis: Analysis, tool: Value) -> Mapping[str, bool | None] | None:
    """Return the annotations as `getTools()` reports them, None where there are none.

    All hints are there; one that cannot be told is None, and so are all where there may be no annotations.
    """
    annotations = read(analysis, tool, "annotations")
    if isinstance(annotations, Undefined):
        return None
    if any(isinstance(option, Undefined) for option in options(annotations)):
        return dict.fromkeys(HINTS)
    return {hint: to_boolean(read(analysis, annotations, hint)) for hint in HINTS}


def exposed_to(analysis: Analysis, settings: Value) -> tuple[str, ...] | Unknown | None:
    """Return the origins that the options of a registration name, None where they name none."""
    listed = read(analysis, settings, "exposedTo")
    if isinstance(listed, Undefined):
        return None
    found = judge(listed, lambda option: _origins(analysis, option))
    return found if isinstance(found, tuple) else _doubt(listed)


def _is_omitted(analysis: Analysis, tool: Value) -> bool:
    schema = read(analysis, tool, "inputSchema")
    return not isinstance(schema, Undefined) and stringify(analysis, schema).kind == "primitive"


def _verdicts(
    analysis: Analysis, arguments: Sequence[Value], taken: Collection[str], *, is_detached: bool
) -> Iterator[_Verdict]:
    """Yield Chromium's checks in its order, each with its verdict; nobody asks on after an error."""
    if is_detached:
        yield _type_error("Illegal invocation")
    if not arguments:
        yield _type_error("1 argument required, but only 0 present.")
    tool = arguments[0]
    settings = arguments[1] if len(arguments) > 1 else Undefined(tool.node)
    yield from _convert_tool(analysis, tool)
    yield from _convert_options(analysis, settings)
    name = judge(read(analysis, tool, "name"), lambda value: _check_name(analysis, value, taken))
    yield _unless_set_later(analysis, tool, "name", name)
    description = judge(read(analysis, tool, "description"), lambda value: _check_description(analysis, value))
    yield _unless_set_later(analysis, tool, "description", description)
    yield from _check_schema(analysis, read(analysis, tool, "inputSchema"))
    yield judge(read(analysis, settings, "signal"), lambda signal: _check_signal(analysis, signal))
    yield judge(read(analysis, settings, "exposedTo"), lambda listed: _check_origins(analysis, listed))


def _convert_tool(analysis: Analysis, tool: Value) -> Iterator[_Verdict]:
    yield judge(tool, lambda option: _dictionary(option, "ModelContextTool", is_required=True))
    annotations = read(analysis, tool, "annotations")
    yield _member(analysis, tool, "annotations", lambda value: _object(value, "ToolAnnotations"))
    for hint in HINTS:
        # Whatever a hint is, it converts to a boolean; only a getter may throw
        error = thrown_by_getter(analysis, annotations, hint)
        yield None if error is None else _error(error)
    yield _member(analysis, tool, "description", lambda value: _required(value, lambda: _text(analysis, value)))
    yield _member(analysis, tool, "execute", lambda value: _required(value, lambda: _function(value)))
    yield _member(analysis, tool, "inputSchema", lambda value: _schema(analysis, value))
    yield _member(analysis, tool, "name", lambda value: _required(value, lambda: _text(analysis, value)))
    yield _member(analysis, tool, "title", lambda value: _text(analysis, value))


def _convert_options(analysis: Analysis, settings: Value) -> Iterator[_Verdict]:
    yield judge(settings, lambda option: _dictionary(option, "ModelContextRegisterToolOptions", is_required=False))
    for name, convert in (("exposedTo", lambda value: _sequence(analysis, value)), ("signal", _signal)):
        yield _member(analysis, settings, name, convert, owner="ModelContextRegisterToolOptions")


def _member(
    analysis: Analysis,
    dictionary: Value,
    name: str,
    convert: Callable[[Value], _Conversion],
    owner: str = "ModelContextTool",
) -> _Verdict:
    thrown = thrown_by_getter(analysis, dictionary, name)
    if thrown is not None:
        return _error(thrown)

    def verdict(value: Value) -> _Verdict:
        refusal = convert(value)
        match refusal:
            case Thrown(is_scripted=False, message=reason) | str(reason):
                return _type_error(f"Failed to read the '{name}' property from '{owner}': {reason}")
            case Thrown():
                return _error(refusal)
        return refusal

    return _unless_set_later(analysis, dictionary, name, judge(read(analysis, dictionary, name), verdict))


def _unless_set_later(analysis: Analysis, dictionary: Value, name: str, verdict: _Verdict) -> _Verdict:
    """Return a verdict on a member, but no error where something else may be written to it."""
    if isinstance(verdict, RegistrationError):
        for option in options(dictionary):
            if isinstance(option, Object) and may_be_set(analysis, option, name):
                return Unknown("a member that is written to in several ways", option.node)
    return verdict


def _type_error(message: str) -> RegistrationError:
    return RegistrationError("TypeError", f"Failed to execute 'registerTool' on 'ModelContext': {message}")


def _error(error: Thrown) -> RegistrationError:
    return RegistrationError(error.name, error.message) if error.is_scripted else _type_error(error.message)


def _doubt(value: Value) -> Unknown:
    return value if isinstance(value, Unknown) else Unknown("what is not followed", value.node)


def _is_null(value: Value) -> bool:
    return isinstance(value, Literal) and value.value is None


def _dictionary(value: Value, name: str, *, is_required: bool) -> _Verdict:
    if not is_required and (isinstance(value, Undefined) or _is_null(value)):
        return None
    match is_object(value):
        case True:
            return None
        case False:
            return _type_error(f"The provided value is not of type '{name}'.")
    return _doubt(value)


def _object(value: Value, name: str) -> _Conversion:
    match is_object(value):
        case False if not isinstance(value, Undefined) and not _is_null(value):
            return f"The provided value is not of type '{name}'."
        case None:
            return _doubt(value)
    return None


def _required(value: Value, convert: Callable[[], _Conversion]) -> _Conversion:
    return "Required member is undefined." if isinstance(value, Undefined) else convert()


def _text(analysis: Analysis, value: Value) -> _Conversion:
    if isinstance(value, (Undefined, Function, Class)):
        return None
    text = to_string(analysis, value)
    return None if isinstance(text, str) else text


def _function(value: Value) -> _Conversion:
    match is_callable(value):
        case True:
            return None
        case False:
            return "The given value is not a function."
    return _doubt(value)


def _schema(analysis: Analysis, value: Value) -> _Conversion:
    match is_object(value):
        case False if not isinstance(value, Undefined):
            return "Failed to convert value to 'object'."
        case None:
            return "Failed to convert value to 'object'." if _is_json_text(analysis, value) else _doubt(value)
    return None


def _is_json_text(analysis: Analysis, value: Value) -> bool:
    match value:
        case External(package="", path=("JSON", "stringify"), arguments=(slot, *_)):
            return stringify(analysis, analysis.force(slot)).kind in {"object", "primitive"}
    return False


def _sequence(analysis: Analysis, value: Value) -> _Conversion:
    if isinstance(value, Undefined):
        return None
    if is_object(value) is False:
        return "The provided value cannot be converted to a sequence."
    if isinstance(value, (Function, Class)) or (isinstance(value, Object) and not value.open):
        return "The object must have a callable @@iterator property."
    found = _origins(analysis, value)
    return None if isinstance(found, tuple) else found


def _origins(analysis: Analysis, value: Value) -> tuple[str, ...] | Thrown | Unknown:
    listed = analysis.elements(value) if isinstance(value, (Array, CollectionValue)) else None
    if listed is None:
        return _doubt(value)
    texts: list[str] = []
    for slot in listed.items:
        text = to_string(analysis, analysis.force(slot))
        if not isinstance(text, str):
            return text
        texts.append(text)
    return listed.open[0] if listed.open else tuple(texts)


def _signal(value: Value) -> _Conversion:
    match is_signal(value):
        case False if not isinstance(value, Undefined):
            return "Failed to convert value to 'AbortSignal'."
        case None:
            return _doubt(value)
    return None


def _check_name(analysis: Analysis, name: Value, taken: Collection[str]) -> _Verdict:
    if isinstance(name, (Function, Class)):
        return _INVALID_NAME
    text = to_string(analysis, name)
    if not isinstance(text, str):
        return _doubt(name)
    if text in taken:
        return DUPLICATE
    return None if _NAME.fullmatch(text) else _INVALID_NAME


def _check_description(analysis: Analysis, description: Value) -> _Verdict:
    if isinstance(description, (Function, Class)):
        return None
    match to_string(analysis, description):
        case "":
            return _NO_DESCRIPTION
        case str():
            return None
    return _doubt(description)


def _check_schema(analysis: Analysis, schema: Value) -> Iterator[_Verdict]:
    if isinstance(schema, Undefined):
        return
    written = stringify(analysis, schema)
    yield written.doubt
    if written.thrown is not None:
        yield _error(written.thrown)
    if written.kind == "undefined":
        # Said of functions too, which have no toJSON (R-schema-func)
        yield _type_error("invalid input schema: toJSON() returns undefined")


def _check_signal(analysis: Analysis, signal: Value) -> _Verdict:
    reason = None if isinstance(signal, Undefined) else abort_reason(analysis, signal)
    return _error(reason) if isinstance(reason, Thrown) else reason


def _check_origins(analysis: Analysis, listed: Value) -> _Verdict:
    if isinstance(listed, Undefined):
        return None
    origins = _origins(analysis, listed)
    if not isinstance(origins, tuple):
        return _doubt(listed)
    verdicts = [is_secure_origin(origin) for origin in origins]
    if False in verdicts:
        return _INSECURE
    return Unknown("a host name in another script than Latin", listed.node) if None in verdicts else None
