"""The generator of pages and the shrinker of failing ones."""

import re

import pytest

from tests.browser.page_generator import pages
from tests.browser.shrinker import shrink
from tests.browser.static_answer import static_answer

PAGES = list(pages("variety", 1000))


def test_a_seed_gives_the_same_pages_again() -> None:
    assert list(pages("variety", 10)) == PAGES[:10]
    assert list(pages("another", 10)) != PAGES[:10]


@pytest.mark.parametrize(
    "pattern",
    [
        r"<table><tr><form",
        r"<template shadowrootmode=closed>",
        r"<template><form",
        r"<svg><foreignObject><",
        r"<math><mtext><",
        r"<noscript>",
        r"<iframe srcdoc=",
        r"<form[^>]*><form",
        r"</form></form>",
        r"\bform=.?f0",
        r"<fieldset[^>]* disabled",
        r"<legend>[^<]*<input",
        r"<optgroup",
        r"<selectedcontent>",
        r"<option[^>]*><option",
        r"<INPUT",
        r"type=.?RANGE",
        r"\0",
        r"\r[^\n]",
        r"name=.?__proto__",
        r"&#xD800;",
        r"<input[^>]*=[^'\" ]*>",
        r"required\s*=\s",
        r"[^>\n]\n\Z",
    ],
)
def test_the_pages_hold_what_makes_a_parser_think(pattern: str) -> None:
    assert any(re.search(pattern, page) for page in PAGES)


def test_most_pages_have_a_tool_and_every_issue_is_raised() -> None:
    answers = [static_answer(page) for page in PAGES]
    assert sum(bool(answer["tools"]) for answer in answers) > len(PAGES) / 2
    assert len({issue for answer in answers for issue in answer["issues"]}) == 5


def test_shrinking_leaves_what_matters() -> None:
    page = "<!doctype html><p>a long text</p><div class=x><input id=a name=culprit required value='1'></div><b>end</b>"
    assert (
        shrink(page, lambda candidate: bool(re.search("<input[^>]* name=culprit", candidate))) == "<input name=culprit"
    )


def test_what_does_not_shrink_stays() -> None:
    assert shrink("<a><b>", lambda candidate: candidate == "<a><b>") == "<a><b>"
