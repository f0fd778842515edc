"""Whatever a lock file holds: a comparison ends, the same is no change, and JSON comes back as it went."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from webmcp_lint.contract.comparison import compare
from webmcp_lint.contract.lock_file import parse, record
from webmcp_lint.contract.surface import LockedTool, Place, Surface, ordered
from webmcp_lint.reporters.changes import render, render_json, render_markdown
from webmcp_lint.reporters.json_text import dumps
from webmcp_lint.reporters.terminal import Terminal

KEYWORDS = st.sampled_from(
    [
        *(
            "type",
            "enum",
            "const",
            "anyOf",
            "properties",
            "required",
            "items",
            "additionalProperties",
            "default",
            "not",
        ),
        *("description", "title", "minimum", "maxLength", "pattern", "format", "multipleOf", "a", "b", "/~"),
    ]
)
SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from(["", "string", "a", "\ud800"])
)  # fmt: skip
SCHEMAS = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYWORDS, inner, max_size=4), max_leaves=25
)
POINTERS = st.lists(KEYWORDS, max_size=3).map(lambda keys: "".join(f"/{key}" for key in ["input_schema", *keys]))


@st.composite
def surfaces(draw: st.DrawFn) -> Surface:
    def tool() -> LockedTool:
        return LockedTool(
            name=draw(st.sampled_from(["a", "b", "c", None])),
            title="",
            description=draw(st.sampled_from([None, "", "Do it.", "Does it.", "Do that."])),
            input_schema=draw(SCHEMAS),
            annotations=draw(st.none() | st.dictionaries(st.sampled_from(["readOnlyHint", "x"]), st.booleans())),
            autosubmit=draw(st.booleans()),
            exposed_to=None,
            declared_in="a.js",
            unresolved=tuple(draw(st.lists(POINTERS, max_size=2))),
        )

    pages = {
        name: Place([tool() for _ in range(draw(st.integers(0, 3)))]) for name in draw(st.sets(st.sampled_from("xyz")))
    }
    return ordered(
        Surface(pages={name: place for name, place in pages.items() if place.tools}, scripts=Place([tool()]))
    )


@settings(deadline=None)
@given(surfaces())
def test_the_same_is_no_change(surface: Surface) -> None:
    assert compare(surface, surface).changes == []


@settings(deadline=None)
@given(surfaces())
def test_what_is_written_is_read(surface: Surface) -> None:
    text = dumps(record(surface))
    assert dumps(record(parse(text.encode()))) == text
    assert compare(surface, parse(text.encode())).changes == []


@settings(deadline=None, max_examples=300)
@given(surfaces(), surfaces())
def test_a_comparison_ends_and_can_be_shown(old: Surface, new: Surface) -> None:
    found = compare(old, new)
    for text in (render(found, Terminal()), render_json(found), render_markdown(found)):
        assert text.encode()


def test_numbers_beyond_floats() -> None:
    def surface(step: Any) -> Surface:  # noqa: ANN401  JSON
        schema: Any = {"properties": {"a": {"multipleOf": step, "minimum": step}}}
        return Surface(pages={"x": Place([LockedTool("a", "", "b", schema, None, False, None, "a.js")])})

    compare(surface(10**400), surface(0.5))
    compare(surface(0.5), surface(1e308 * 10))
