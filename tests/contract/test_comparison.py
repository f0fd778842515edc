"""Two surfaces: which tool is which, and what became of it."""

from __future__ import annotations

import sys

import pytest

from webmcp_lint.contract.comparison import compare
from webmcp_lint.contract.surface import LockedTool, Place, Surface, Unread

TASK = {"type": "object", "properties": {"task": {"type": "string"}}}


def tool(name: str | None, description: str = "", **parts: object) -> LockedTool:
    values = {
        "title": "",
        "input_schema": None,
        "annotations": None,
        "autosubmit": False,
        "exposed_to": None,
        "declared_in": "app.js",
        **parts,
    }
    return LockedTool(name, description=description or f"Do {name}.", **values)  # type: ignore[arg-type]


def page(*tools: LockedTool, unread: int = 0) -> Place:
    return Place(tools, [Unread("app.js", "the name comes from fetch()")] * unread)


def told(old: Surface | Place, new: Surface | Place) -> list[str]:
    """Return what differs, a line each; a place alone is the page `a.html`."""
    one, other = (each if isinstance(each, Surface) else Surface(pages={"a.html": each}) for each in (old, new))
    found = compare(one, other)
    lines = [f"{each.severity} {each.page} {each.tool}: {each.message}" for each in found.changes]
    return lines + [f"unknown {each.page} {each.tool}: {each.message}" for each in found.not_comparable]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (page(tool("a")), page(tool("a")), []),
        (page(), page(tool("a")), ["harmless a.html a: new"]),
        (page(tool("a")), page(), ["breaking a.html a: removed"]),
        (page(tool("a", "Do it.")), page(tool("b", "Do it.")), ["breaking a.html a: renamed to `b`"]),
        (
            page(tool("a", "Do it.", input_schema=TASK)),
            page(tool("b", "Does it!", input_schema=TASK)),
            ["breaking a.html a: renamed to `b`", "harmless a.html b: description reworded"],
        ),
        (page(tool("a", input_schema=TASK)), page(tool("b", input_schema=TASK)), ["breaking a.html a: removed", "harmless a.html b: new"]),
        (
            page(tool("a", "Do it.")),
            page(tool("b", "Do it."), tool("c", "Do it.")),
            ["breaking a.html a: removed", "harmless a.html b: new", "harmless a.html c: new"],
        ),
        (page(tool("a", declared_in="x.js")), page(tool("a", declared_in="y.js")), []),
        (page(tool("a")), page(tool("a", autosubmit=True)), ["risky a.html a: submits without a person now"]),
        (page(tool("a", autosubmit=True)), page(tool("a")), ["risky a.html a: waits for a person to submit now"]),
        (page(tool("a", "List.")), page(tool("a", "Delete.")), ["risky a.html a: description rewritten"]),
        (page(tool("a", title="A")), page(tool("a", title="B")), ["harmless a.html a: title changed"]),
        (page(tool("a")), page(tool("a", annotations={"readOnlyHint": True})), ["risky a.html a: read-only now"]),
        (
            page(tool("a", annotations={"readOnlyHint": True, "consequentialHint": True})),
            page(tool("a", annotations={"readOnlyHint": False, "consequentialHint": False})),
            ["risky a.html a: no longer read-only", "risky a.html a: no longer consequential"],
        ),
        (page(tool("a")), page(tool("a", annotations={"readOnlyHint": False})), []),
        (
            page(tool("a", exposed_to=("https://a.example",))),
            page(tool("a", exposed_to=("https://b.example",))),
            [
                "breaking a.html a: no longer exposed to `https://a.example`",
                "risky a.html a: exposed to `https://b.example` too",
            ],
        ),
        (
            page(tool("a", input_schema=TASK)),
            page(tool("a", input_schema=TASK | {"required": ["task"]})),
            ["breaking a.html a: parameter `task` is now required"],
        ),
    ],
)  # fmt: skip
def test_classes(old: Place, new: Place, expected: list[str]) -> None:
    assert told(old, new) == expected


def test_the_worst_comes_first() -> None:
    old = page(tool("a"), tool("b", "List."))
    assert told(old, page(tool("b", "Delete."), tool("c"))) == [
        "breaking a.html a: removed",
        "risky a.html b: description rewritten",
        "harmless a.html c: new",
    ]


def test_a_tool_that_is_on_other_pages() -> None:
    old = Surface(pages={"a.html": page(tool("a")), "b.html": page(tool("a"))})
    new = Surface(pages={"b.html": page(tool("a"))})
    assert told(old, new) == ["breaking a.html a: no longer on this page, still on `b.html`"]


def test_a_tool_that_the_browser_refuses_now() -> None:
    new = Place(unread=page(unread=1).unread, refused={"a": "the browser makes no tool of it: TypeError: no"})
    assert told(page(tool("a")), new) == ["breaking a.html a: removed: the browser makes no tool of it: TypeError: no"]


def test_tools_of_one_name_in_branches_of_a_template() -> None:
    one, other = tool("a", "For members."), tool("a", "For guests.")
    assert told(page(one, other), page(other, one)) == []
    assert told(page(one, other), page(other)) == ["risky a.html a: declarations of it: 1, before 2"]
    assert told(page(one), page(one, other)) == ["harmless a.html a: declarations of it: 2, before 1"]


class TestScriptsThatNoPageLoads:
    def test_the_file_makes_no_difference(self) -> None:
        old = Surface(scripts=page(tool("a", declared_in="src/a.ts")))
        assert told(old, Surface(scripts=page(tool("a", declared_in="src/b.ts")))) == []
        assert told(old, Surface()) == ["breaking None a: removed"]

    def test_a_page_loads_the_script_now(self) -> None:
        old = Surface(scripts=page(tool("a", "List.")))
        assert told(old, Surface(pages={"a.html": page(tool("a", "Delete."))})) == [
            "risky None a: description rewritten",
            "harmless a.html a: new",
        ]

    def test_no_page_loads_the_script_now(self) -> None:
        old = Surface(pages={"a.html": page(tool("a"))})
        assert told(old, Surface(scripts=page(tool("a")))) == [
            "harmless None a: new",
            "unknown a.html a: declared in `app.js` now, which no page that was read loads",
        ]


class TestWhatCouldNotBeRead:
    MISSING = "unknown a.html a: not found any more, and may be one of those that cannot be read now"

    def test_a_missing_tool_may_be_one_of_those_that_became_unreadable(self) -> None:
        assert told(page(tool("a")), page(unread=1)) == [self.MISSING]
        assert told(page(tool("a")), page(tool(None))) == [self.MISSING]

    def test_but_not_one_of_those_that_always_were(self) -> None:
        assert told(page(tool("a"), unread=1), page(unread=1)) == ["breaking a.html a: removed"]

    def test_a_new_tool_may_have_been_there(self) -> None:
        assert told(page(unread=1), page(tool("a"))) == [
            "unknown a.html a: may have been there before, when not all could be read"
        ]

    def test_parts(self) -> None:
        old = page(tool("a", annotations={"readOnlyHint": True}, exposed_to=("https://a.example",)))
        new = page(
            LockedTool(
                "a",
                None,
                None,
                None,
                {"readOnlyHint": None},
                autosubmit=False,
                exposed_to=None,
                declared_in="app.js",
                unresolved=("/annotations/readOnlyHint", "/description", "/exposed_to", "/input_schema", "/title"),
            )
        )
        assert told(old, new) == [
            "unknown a.html a: `readOnlyHint` could not be read on one side",
            "unknown a.html a: the description could not be read on one side",
            "unknown a.html a: the origins it is exposed to could not be read on one side",
            "unknown a.html a: the input: the schema could not be read on one side",
        ]
        assert told(new, new) == []

    def test_a_page_that_was_skipped(self) -> None:
        new = Surface(skipped={"a.html": "larger than 16 MB"})
        assert told(page(tool("a")), new) == ["unknown a.html None: the page could not be read now: larger than 16 MB"]

    def test_a_page_that_was_not_asked_for(self) -> None:
        new = Surface(paths=("b", "c.html"))
        assert told(page(tool("a")), new) == ["unknown a.html None: the page is not among what was read now"]
        assert told(Surface(paths=("b",)), page(tool("a"))) == [
            "unknown a.html None: the page is not among what was read before"
        ]
        assert told(Surface(pages={"b/a.html": page(tool("a"))}), new) == ["breaking b/a.html a: removed"]


def calls_to_compare(count: int) -> int:
    """Return how many calls it takes to compare two surfaces of so many tools, and a tool of so many parameters."""
    properties = {f"p{number}": {"type": "string", "description": "What."} for number in range(count)}
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    unread = tuple(f"/input_schema/properties/p{number}/default" for number in range(count))
    old, new = ([tool(f"{name}{number}", "Do it.", input_schema=TASK) for number in range(count)] for name in "ab")
    before = Surface(pages={"a.html": page(tool("wide", input_schema=schema, unresolved=unread), *old)})
    after = Surface(pages={"a.html": page(tool("wide", input_schema=TASK), *new)})
    calls = 0

    def count_call(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    previous = sys.getprofile()
    sys.setprofile(count_call)
    try:
        found = compare(before, after)
    finally:
        sys.setprofile(previous)
    assert len(found.changes) > 2 * count
    return calls


def test_the_work_grows_with_the_tools() -> None:
    """Twice the tools take twice the calls; if each were compared with each, they would take four times as many."""
    assert calls_to_compare(400) < 2.5 * calls_to_compare(200)
