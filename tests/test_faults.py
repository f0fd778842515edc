"""A fault of the program costs what it happened to, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.command import Webmcp
from webmcp_lint import linter
from webmcp_lint.faults import DEBUG
from webmcp_lint.rules import Rule
from webmcp_lint.site import scripts

PAGE = """<form toolname="a b" tooldescription="Find a book by words of its title."><button>Go</button></form>
<script>document.modelContext?.registerTool({ name: "x" });</script>"""


@pytest.fixture
def site(empty_site: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv(DEBUG)
    (empty_site / "index.html").write_text(PAGE, encoding="utf-8")
    return empty_site


@pytest.mark.usefixtures("site")
def test_a_rule_that_fails_is_told_and_the_others_speak(webmcp_lint: Webmcp, monkeypatch: pytest.MonkeyPatch) -> None:
    before = linter.active_rules

    def fail(*_: object) -> Iterator[object]:
        raise KeyError("reset")

    def rules(*given: object) -> list[Rule]:
        return [replace(each, check=fail) if each.name == "missing-execute" else each for each in before(*given)]  # type: ignore[arg-type]

    monkeypatch.setattr(linter, "active_rules", rules)
    run = webmcp_lint("check", ".", "--format", "json")
    found = json.loads(run.out)
    assert run.code == 2
    assert {each["rule"] for each in found["findings"]} >= {"invalid-tool-name"}
    (skipped,) = found["summary"]["skipped"]
    assert skipped["path"] == "index.html"
    assert skipped["reason"].startswith("the rule missing-execute ended in a fault of webmcp-lint (KeyError: 'reset')")


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("name", ["_register", "_observe"])
def test_scripts_that_cannot_be_followed_are_told(
    name: str, webmcp_lint: Webmcp, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> object:
        raise RecursionError("too deep")

    monkeypatch.setattr(scripts, name, fail)
    run = webmcp_lint("check", ".", "--format", "json")
    found = json.loads(run.out)
    assert run.code == 2
    assert {each["rule"] for each in found["findings"]} >= {"invalid-tool-name"}
    assert ["RecursionError" in each["reason"] for each in found["summary"]["skipped"]] == [True]


@pytest.mark.usefixtures("site")
def test_a_fault_shows_its_place_when_asked(webmcp_lint: Webmcp, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> object:
        raise RecursionError("too deep")

    monkeypatch.setenv(DEBUG, "1")
    monkeypatch.setattr(scripts, "_register", fail)
    with pytest.raises(RecursionError):
        webmcp_lint("check", ".")
