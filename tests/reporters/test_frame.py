"""Code frames, as they stand on the screen."""

from __future__ import annotations

from textwrap import dedent

from tests.reporters.samples import find
from webmcp_lint.findings import Finding, Fix, Related
from webmcp_lint.reporters.frame import code_frame
from webmcp_lint.reporters.terminal import Terminal
from webmcp_lint.source import SourceFile

PAGE = SourceFile(
    "site/index.html",
    dedent("""\
        <body>

            <form id="add-form" toolname="add-task"
                  tooldescription="Add a task to the board."
                  toolautosubmit="false">
        """),
)
SCRIPT = SourceFile(
    "site/app.js",
    "\n" * 8 + "$('#add-form').addEventListener('submit', (event) => {\n" + "\n" * 4 + "  event.target.reset();\n});\n",
)


def frame(finding: Finding, **terminal: object) -> str:
    return "\n".join(code_frame(finding, "error", Terminal(**terminal))) + "\n"  # type: ignore[arg-type]


def test_one_place_with_the_lines_above_it() -> None:
    finding = Finding(
        "it submits without a person",
        find(PAGE, 'toolautosubmit="false"'),
        "the attribute's presence switches auto-submit on, whatever its value",
        fix=Fix("remove it", (), is_safe=True),
    )
    assert frame(finding) == dedent("""\
          ╭─ site/index.html:5:11
          │
        3 │     <form id="add-form" toolname="add-task"
        4 │           tooldescription="Add a task to the board."
        5 │           toolautosubmit="false">
          │           ━━━━━━━━━━━━━━━━━━━━━━ the attribute's presence switches auto-submit on, whatever its value
          ╰─ fix: remove it (--fix)
        """)


def test_ascii() -> None:
    finding = Finding("it is wrong", find(PAGE, "add-task"), "why …", help="write “it”")
    assert frame(finding, has_unicode=False) == dedent("""\
          +- site/index.html:3:35
          |
        1 | <body>
        2 |
        3 |     <form id="add-form" toolname="add-task"
          |                                   ^^^^^^^^ why ...
          +- write "it"
        """)


def test_places_in_this_file_and_in_others() -> None:
    finding = Finding(
        "this reset cancels the agent's call",
        find(SCRIPT, "event.target.reset()"),
        "reached when an agent submits",
        help="reset only for people",
        related=(
            Related(find(PAGE, "add-task"), "the tool"),
            Related(find(SCRIPT, "event"), "handles its form"),
        ),
        fix=Fix("add the condition", (), is_safe=False),
    )
    assert frame(finding) == dedent("""\
           ╭─ site/app.js:14:3
           │
         9 │ $('#add-form').addEventListener('submit', (event) => {
           │                                            ───── handles its form
        14 │   event.target.reset();
           │   ━━━━━━━━━━━━━━━━━━━━ reached when an agent submits
           ├─ site/index.html:3:35
           │
         3 │     <form id="add-form" toolname="add-task"
           │                                   ──────── the tool
           ├─ reset only for people
           ╰─ possible fix: add the condition (--fix --unsafe-fixes)
        """)


def test_several_places_on_one_line() -> None:
    file = SourceFile("a.html", '<input name="a" name="b" name="c">')
    first, second, third = (Related(find(file, f'name="{name}"'), name) for name in "abc")
    finding = Finding("two names", second.location, "dropped", related=(third, first))
    assert frame(finding) == dedent("""\
          ╭─ a.html:1:17
          │
        1 │ <input name="a" name="b" name="c">
          │        ──────── a
          │                 ━━━━━━━━ dropped
          │                          ──────── c
          ╵
        """)


def test_several_lines() -> None:
    tag = '<form id="add-form" toolname="add-task"\n'
    finding = Finding("this form", find(PAGE, PAGE.text[PAGE.text.index(tag) : -1]), "no tool")
    assert frame(finding) == dedent("""\
          ╭─ site/index.html:3:5
          │
        1 │ <body>
        2 │
        3 │     <form id="add-form" toolname="add-task"
          │     ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
        4 │           tooldescription="Add a task to the board."
          │           ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
        5 │           toolautosubmit="false">
          │           ━━━━━━━━━━━━━━━━━━━━━━━ no tool
          ╵
        """)


def test_many_lines_are_shown_by_the_first_and_the_last() -> None:
    file = SourceFile("a.html", "<form\n a\n b\n\n c\n d>\n")
    assert frame(Finding("this form", find(file, file.text[:-1]), "no tool")) == dedent("""\
          ╭─ a.html:1:1
          │
        1 │ <form
          │ ━━━━━
          ⋮
        6 │  d>
          │  ━━ no tool
          ╵
        """)


def test_marks_stand_under_wide_characters_and_behind_tabs() -> None:
    file = SourceFile("a.html", '\t<p title="日本語👩‍💻e\u0301" toolname="日本">')
    assert frame(Finding("the name", find(file, "日本", 1), "not ASCII")) == dedent("""\
          ╭─ a.html:1:34
          │
        1 │     <p title="日本語👩‍💻e\u0301" toolname="日本">
          │                                    ━━━━ not ASCII
          ╵
        """)


def test_what_hides_is_shown() -> None:
    file = SourceFile("a.html", "<p a='x\u202ey\x1b[2J'>")
    assert frame(Finding("hidden", find(file, "\u202e"), "turns\nthe text")) == dedent("""\
          ╭─ a.html:1:8
          │
        1 │ <p a='x<U+202E>y<U+001B>[2J'>
          │        ━━━━━━━━ turns<U+000A>the text
          ╵
        """)


def test_an_empty_span_and_the_end_of_the_file() -> None:
    file = SourceFile("a.html", "<form>\n")
    assert frame(Finding("here", file.location(6, 6), "here")) == dedent("""\
          ╭─ a.html:1:7
          │
        1 │ <form>
          │       ━ here
          ╵
        """)
    assert frame(Finding("here", file.location(7, 7), "there")) == dedent("""\
          ╭─ a.html:2:1
          │
        1 │ <form>
        2 │
          │ ━ there
          ╵
        """)
    empty = SourceFile("b.html", "")
    assert frame(Finding("here", empty.location(0, 0))) == dedent("""\
          ╭─ b.html:1:1
          │
        1 │
          │ ━
          ╵
        """)


def test_a_long_line_is_cut_around_the_span() -> None:
    file = SourceFile("a.html", "x" * 500 + ' toolname="a b" ' + "y" * 500 + ' name="c" ' + "z" * 9)
    finding = Finding("the name", find(file, '"a b"'), "a space", related=(Related(find(file, '"c"'), "another"),))
    assert frame(finding, width=60) == dedent("""\
          ╭─ a.html:1:511
          │
        1 │ …xxxxxxxx toolname="a b" yyyyyyyyyyyyyyyyyyyyyyyyyyyyyy…
          │                    ━━━━━ a space
        1 │ …yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy name="c" zzzzzzzzz
          │                                           ─── another
          ╵
        """)


def test_a_long_span_is_cut_and_a_long_label_wrapped() -> None:
    file = SourceFile("a.html", '<p title="' + "y" * 500 + '">')
    finding = Finding("the title", find(file, "y" * 500), "too long for any screen, and so is this label of it")
    assert frame(finding, width=60) == dedent("""\
          ╭─ a.html:1:11
          │
        1 │ <p title="yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy…
          │           ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
          │           too long for any screen, and so is this label
          │           of it
          ╵
        """)


def test_every_line_fits_the_terminal_however_long_the_source() -> None:
    file = SourceFile("a.html", "日\t\u202e" * 100_000)
    for start in (0, 1, 2, 150_000, 299_999):
        for width in (40, 79, 120):
            finding = Finding("here", file.location(start, start + 1), "why " * 40)
            terminal = Terminal(width=width)
            lines = list(code_frame(finding, "error", terminal))
            assert max(terminal.measure(line) for line in lines) <= width
            assert sum("━" in line for line in lines) == 1


def test_colors_change_nothing_but_colors() -> None:
    finding = Finding("the name", find(PAGE, "add-task"), "why", help="what")
    colored = frame(finding, has_color=True)
    assert "\x1b[1;31m━━━━━━━━\x1b[0m \x1b[1;31mwhy\x1b[0m" in colored
    for code in ("\x1b[1;31m", "\x1b[34m", "\x1b[0m"):
        colored = colored.replace(code, "")
    assert [line.rstrip() for line in colored.splitlines()] == frame(finding).splitlines()
