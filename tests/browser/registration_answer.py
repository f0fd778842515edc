"""What webmcp-lint says of a registered tool, and whether the browser says the same."""

from collections.abc import Iterator
from typing import Any

from webmcp_lint import located
from webmcp_lint.browser.registration import reported_annotations, reported_text
from webmcp_lint.browser.web_idl import read
from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.json_values import to_schema
from webmcp_lint.program.values import Undefined, Unknown, Value


class _Untold:
    """A part that cannot be read."""

    def __repr__(self) -> str:
        return "⟨unknown⟩"


UNTOLD = _Untold()


def listed(analysis: Analysis, tool: Value) -> dict[str, Any]:
    """Return a tool with the members of `getTools()`, `UNTOLD` standing for what cannot be read."""
    result: dict[str, Any] = {}
    for member in ("name", "title", "description"):
        text = reported_text(analysis, tool, member)
        result[member] = UNTOLD if isinstance(text, Unknown) else text
    schema = read(analysis, tool, "inputSchema")
    if not isinstance(schema, Undefined):
        written = to_schema(analysis, schema)
        result["inputSchema"] = UNTOLD if written.open else _plain(written.value)
    annotations = reported_annotations(analysis, tool)
    if annotations is not None:
        result["annotations"] = {hint: UNTOLD if value is None else value for hint, value in annotations.items()}
    return result


def _plain(value: located.Json) -> Any:  # noqa: ANN401 - JSON
    match value:
        case located.Unknown():
            return UNTOLD
        case dict():
            return {key: _plain(each) for key, each in value.items()}
        case list():
            return [_plain(each) for each in value]
        case _:
            return value


def untold(ours: object) -> Iterator[_Untold]:
    """Yield the parts of a tool that cannot be read."""
    match ours:
        case _Untold():
            yield ours
        case dict() | list():
            for each in ours.values() if isinstance(ours, dict) else ours:
                yield from untold(each)


def agrees(ours: object, theirs: object) -> bool:
    """Whether the browser's answer is ours, what we cannot read apart; the order of keys counts."""
    match ours, theirs:
        case _Untold(), _:
            return True
        case dict(), dict():
            # JSON leaves out some values, so what cannot be read need not be there
            kept = [key for key, each in ours.items() if key in theirs or not isinstance(each, _Untold)]
            return kept == list(theirs) and all(agrees(ours[key], theirs[key]) for key in kept)
        case list(), list():
            return len(ours) == len(theirs) and all(map(agrees, ours, theirs))
        case (bool() | None | str(), _) | (_, bool() | None | str()):
            return type(ours) is type(theirs) and ours == theirs
        case int() | float(), int() | float():
            return float(ours) == float(theirs)
    return False
