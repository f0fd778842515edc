"""Tools for people."""

from __future__ import annotations

from textwrap import dedent

import pytest

from webmcp_lint.located import Json, Origin, Unknown
from webmcp_lint.reporters.cards import render, shape
from webmcp_lint.reporters.terminal import Terminal
from webmcp_lint.site.project import page_of
from webmcp_lint.site.tool import Parameter
from webmcp_lint.source import SourceFile


def cards(text: str, path: str = "site/index.html", **terminal: object) -> str:
    return "".join(f"{line}\n" for line in render(page_of(SourceFile(path, text)), Terminal(**terminal)))  # type: ignore[arg-type]


BOARD = """
<form toolname="add-task" tooldescription="Add a new task
  to the user's task board." toolautosubmit>
  <input name="title" required toolparamdescription="Short description of the task to add.">
  <select name="priority" toolparamdescription="How urgent the task is."><option>low<option>normal<option>high</select>
</form>
<form toolname="clear-completed" tooldescription="Delete every task already marked done."></form>
<form toolname="Search flights" tooldescription="Search for flights."></form>
<form toolname="search"></form>
<form tooldescription="Nameless."></form>
<form toolname="clear-completed" tooldescription="Again."></form>
"""


def test_cards() -> None:
    assert cards(BOARD) == dedent("""\
        site/index.html — 2 tools, about 157 tokens

        add-task                                 form · index.html:2 · auto-submit
          Add a new task to the user's task board.
          title      string, required            Short description of the task to add.
          priority   "low" | "normal" | "high"   How urgent the task is.

        clear-completed                          form · index.html:7
          Delete every task already marked done.
          no parameters

        not a tool  form · index.html:8   "Search flights": its `toolname` is not made of 1 to 128 of the characters A-Z a-z 0-9
                                          _ . -
        not a tool  form · index.html:9   "search": it has no `tooldescription`
        not a tool  form · index.html:10  it has no `toolname`
        not a tool  form · index.html:11  "clear-completed": an earlier form has the same `toolname`

        """)


def test_a_page_without_tools_shows_nothing() -> None:
    assert cards("<p>toolname</p>") == ""


def test_a_narrow_terminal() -> None:
    page = """
<form toolname="find-flights" tooldescription="Find flights, and say what they cost with all taxes and fees.">
  <input type="date" name="day" required toolparamdescription="The day of departure.">
  <input name="a-very-long-name-of-a-parameter" toolparamdescription="Its description.">
  <input type="checkbox" name="stops">
</form>
<iframe srcdoc="<form toolname=inner tooldescription=Framed.></form>"></iframe>
"""
    assert cards(page, width=64, has_unicode=False) == dedent("""\
        site/index.html - 2 tools, about 128 tokens

        find-flights                                 form, index.html:2
          Find flights, and say what they cost with all taxes and fees.
          day                string (date),          The day of
                             required                departure. (Dates
                                                     MUST be provided in
                                                     'YYYY-MM-DD'
                                                     format.)
          a-very-long-name-of-a-parameter
                             string                  Its description.
          stops              boolean

        inner                                        form, index.html:7, in a frame
          Framed.
          no parameters

        """)


def test_what_a_template_decides() -> None:
    page = """<?php if ($user): ?>
<form toolname="<?= $name ?>" tooldescription="Do it."><?php fields() ?></form>
<?php endif ?>
<form toolname="fixed" tooldescription="<?= $text ?>"><input name="q"></form>
<form <?= $attributes ?> tooldescription="Do that."></form>
"""
    assert cards(page, "shop/form.php") == dedent("""\
        shop/form.php — 3 tools, about 81 tokens

        <?= $name ?>                            form · form.php:2 · where $user
          Do it.

        (name not read)                         form · form.php:5
          Do that.
          no parameters

        fixed                                   form · form.php:4
          (description not read)
          q   string

        not read    shop/form.php:2:1   further parameters of <?= $name ?>: a template may write further controls
        not read    shop/form.php:2:17  name of <?= $name ?>: a template fills it in
        not read    shop/form.php:4:41  description of fixed: a template fills it in
        not read    shop/form.php:5:1   name of (name not read): a template may add attributes here

        """)


UNREAD = Unknown("a template fills it in", SourceFile("a", "").location(0, 0))


@pytest.mark.parametrize(
    ("schema", "is_required", "words"),
    [
        ({"type": "string"}, True, "string, required"),
        ({"type": "string", "enum": ["low", "", "日"]}, False, '"low" | "" | "日"'),
        ({"enum": [UNREAD, ["a", 1.0, UNREAD], {"b": UNREAD}]}, False, '… | ["a", 1, …] | {"b": …}'),
        ({"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}, False, '("a" | "b")[]'),
        ({"type": "array", "items": {"type": "number"}}, False, "number[]"),
        ({"type": "array"}, False, "any[]"),
        ({"type": "number", "minimum": 1, "maximum": 10, "multipleOf": 1}, False, "number 1 … 10"),
        ({"type": "number", "minimum": 0.5, "multipleOf": 0.1}, False, "number ≥ 0.5 step 0.1"),
        ({"type": "number", "maximum": 1e21}, False, "number ≤ 1e+21"),
        ({"type": "string", "format": "date"}, False, "string (date)"),
        ({"type": "string", "format": "^[0-9]{4}-(0[1-9]|1[0-2])$"}, False, "string (^[0-9]{4}-(0[1-9]|1[0-2…)"),
        ({"type": "string", "pattern": "[a-z]+"}, False, "string ([a-z]+)"),
        ({"type": ["string", "null"]}, False, "string | null"),
        ({"const": 1}, False, "1"),
        ({"anyOf": []}, False, "any"),
        (True, False, "any"),
        (False, False, "never"),
        (
            UNREAD,
            False,
            "not read: a template fills it in",
        ),
    ],
)
def test_what_a_parameter_takes(schema: Json, is_required: bool, words: str) -> None:  # noqa: FBT001  a case
    origin = Origin(SourceFile("a", "").location(0, 0))
    assert shape(Parameter("a", schema, is_required, "/properties/a", origin)) == words
