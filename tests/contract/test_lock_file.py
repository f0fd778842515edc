"""Lock files: the same for the same sources, and one line for what is none."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from webmcp_lint.contract.lock_file import LockError, parse, record
from webmcp_lint.contract.surface import Surface, add_page, ordered
from webmcp_lint.reporters.json_text import dumps
from webmcp_lint.site.page import Page, read_page
from webmcp_lint.source import SourceFile


def page(path: str, *names: str) -> Page:
    forms = "".join(
        f'<form toolname="{name}" tooldescription="Do \ud800 😀 {name}."><input name=a></form>' for name in names
    )
    return read_page(SourceFile(path, forms))


def read_surface(*pages: Page) -> Surface:
    surface = Surface()
    for each in pages:
        add_page(surface, each, Path())
    return ordered(surface)


def surface() -> Surface:
    return read_surface(page("b.html", "z", "a"), page("a.html", "m"), page("c.html"))


def lock() -> Any:  # noqa: ANN401  JSON
    return json.loads(dumps(record(surface())))


def test_what_is_written_is_read() -> None:
    assert parse(dumps(record(surface())).encode()) == surface()


def test_the_order_is_that_of_the_names_whatever_was_read_first() -> None:
    assert list(lock()["pages"]) == ["a.html", "b.html"]
    assert [tool["name"] for tool in lock()["pages"]["b.html"]["tools"]] == ["a", "z"]
    other = read_surface(page("a.html", "m"), page("b.html", "a", "z"))
    assert dumps(record(other)) == dumps(record(surface()))


def test_no_line_numbers() -> None:
    text = dumps(record(read_surface(read_page(SourceFile("a.html", "<form toolname=a tooldescription=b></form>")))))
    moved = read_surface(read_page(SourceFile("a.html", "\n\n<form toolname=a tooldescription=b></form>")))
    assert dumps(record(moved)) == text


def without(key: str) -> Callable[[Any], object]:
    return lambda value: value.pop(key)


def edited(value: Any) -> None:  # noqa: ANN401  JSON
    value["pages"]["a.html"]["tools"][0]["description"] = "Something else."


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (without("version"), 'no lock file: "version" is missing in the top level'),
        (lambda value: value.update(version=2), "version 2 of the format, and this webmcp-lint knows version 1"),
        (lambda value: value.update(version=True), 'no lock file: "version" of the top level is not a number'),
        (lambda value: value.update(pages=[]), 'no lock file: "pages" of the top level is not an object'),
        (lambda value: value.update(paths=[1]), 'no lock file: "paths" of the top level is not a text'),
        (lambda value: value["pages"]["a.html"].pop("tools"), 'no lock file: "tools" is missing in page a.html'),
        (
            lambda value: value["pages"]["a.html"]["tools"].append(3),
            "no lock file: a tool of page a.html is not an object",
        ),
        (edited, "edited by hand: description and description_sha256 of a tool of page a.html do not belong together"),
    ],
)
def test_what_is_no_lock_file(change: Callable[[Any], object], message: str) -> None:
    value = lock()
    change(value)
    with pytest.raises(LockError) as error:
        parse(json.dumps(value).encode())
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no JSON (line 1, column 1)"),
        (b"{\n<<<<<<< ours\n", "no JSON (line 2, column 1), with the marks of a merge conflict"),
        (b"\xff", "no JSON in UTF-8"),
        (b'{"version": NaN}', "no JSON in UTF-8 (NaN is no number of JSON)"),
        (b"[" * 100_000, "nested too deeply for a lock file"),
        (b"[" * 500 + b"]" * 500, "nested too deeply for a lock file"),
        (b"[]", "no lock file: the top level is not an object"),
    ],
)
def test_what_is_no_json(data: bytes, message: str) -> None:
    with pytest.raises(LockError) as error:
        parse(data)
    assert str(error.value).startswith(message)
