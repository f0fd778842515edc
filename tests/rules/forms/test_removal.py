"""Taking an attribute out of its tag leaves the others as they were."""

from __future__ import annotations

import pytest

from webmcp_lint.fixes import applied
from webmcp_lint.rules.forms.removal import is_written, without
from webmcp_lint.source import SourceFile
from webmcp_lint.syntax import html


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<form a=b x=1>", "<form a=b>"),
        ("<form x a=b>", "<form a=b>"),
        ("<form\n  a=b\n  x='1'\n>", "<form\n  a=b\n>"),
        ("<form x>", "<form>"),
        ('<form x="1"a=b>', "<form a=b>"),
        ("<form a=b x='1'/>", "<form a=b />"),
        ("<form/x/a=b>", "<form//a=b>"),
    ],
)
def test_without(before: str, after: str) -> None:
    file = SourceFile("page.html", before)
    (form,) = html.parse(file).of_name("form")
    assert applied(file, [without(form.attributes["x"])]) == after
    (left,) = html.parse(SourceFile("page.html", after)).of_name("form")
    assert {name: each.value for name, each in left.attributes.items()} == (
        {"a": "b"} if "a" in form.attributes else {}
    )


def test_an_attribute_in_a_frame_is_written_where_its_place_can_be_traced_back() -> None:
    file = SourceFile("page.html", '<iframe srcdoc="<form x=&quot;1&quot;></form>"></iframe>')
    ((_, frame),) = html.parse(file).frames
    (form,) = frame.of_name("form")
    assert is_written(form.attributes["x"])
    assert applied(file, [without(form.attributes["x"])]) == '<iframe srcdoc="<form></form>"></iframe>'
