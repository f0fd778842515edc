from __future__ import annotations

import pytest

from webmcp_lint.site.bindings import is_component, may_have, may_hold_more
from webmcp_lint.source import SourceFile
from webmcp_lint.syntax import html
from webmcp_lint.syntax.dom import Element
from webmcp_lint.syntax.templates import HOLE


def first(tag: str) -> Element:
    document = html.parse(SourceFile("page.html", tag))
    return next(element for element in document.elements if element.offset == 0)


@pytest.mark.parametrize(
    "attribute",
    [
        ":toolname=a",
        "v-bind:toolname=a",
        "[attr.toolname]=a",
        "ng-attr-toolname=a",
        "th:toolname=a",
        "x-bind:toolname=a",
        "v-bind=a",
        "th:attr=a",
        HOLE,
        f"{HOLE}toolname=a{HOLE}",
    ],
)
def test_an_attribute_that_is_not_written_as_such(attribute: str) -> None:
    assert may_have(first(f"<form {attribute}></form>"), "toolname")


@pytest.mark.parametrize("attribute", ["", "toolname=a", ":name=a", "v-on:submit=a", f"class={HOLE}"])
def test_an_attribute_that_nothing_supplies(attribute: str) -> None:
    assert not may_have(first(f"<form {attribute}></form>"), "toolname")


@pytest.mark.parametrize("tag", ["<x-field>", "<Field>", "<TextField>", "<slot>", "<div is=x-field>"])
def test_components(tag: str) -> None:
    assert is_component(first(tag))


@pytest.mark.parametrize("tag", ["<div>", "<DIV>", "<label>", "<INPUT>"])
def test_elements(tag: str) -> None:
    assert not is_component(first(tag))


@pytest.mark.parametrize("inside", [HOLE, f"<p>{HOLE}</p>", f"<label>{HOLE}</label>"])
def test_a_hole_may_write_elements(inside: str) -> None:
    assert may_hold_more(first(f"<form>{inside}</form>"))


@pytest.mark.parametrize(
    "inside", ["", f"<textarea>{HOLE}</textarea>", f"<button>{HOLE}</button>", f"<p class={HOLE}>"]
)
def test_a_hole_that_writes_text(inside: str) -> None:
    assert not may_hold_more(first(f"<form>{inside}</form>"))
