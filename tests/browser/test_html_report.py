"""The HTML report in Chromium: nothing is loaded, everyone can read it, and the filter filters."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

from tests import node
from tests.browser.harness import Chromium, ChromiumPage
from webmcp_lint.cli import main

FIXTURES = Path(__file__).parent.parent.parent / "fixtures"
AXE = "axe-core@4"

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    target = tmp_path_factory.mktemp("report") / "report.html"
    sites = [str(FIXTURES / name) for name in ("task-board", "clinic/faulty")]
    assert main(["report", "--html", str(target), *sites]) == 0
    return target.read_bytes()


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script of axe-core, which npm fetches."""
    modules = node.install(tmp_path_factory.mktemp("axe"), AXE)
    return (modules / "axe-core" / "axe.min.js").read_text("utf-8")


@pytest.fixture
def tab(chromium: Chromium, report: bytes) -> Iterator[ChromiumPage]:
    page = chromium.open_page()
    page.load(report)
    yield page
    page.close()


def shown(tab: ChromiumPage) -> Any:  # noqa: ANN401  JSON
    return tab.evaluate(
        """() => [...document.querySelectorAll(".tool, .finding")]
          .filter((element) => element.checkVisibility())
          .map((element) => element.dataset.level ?? element.querySelector("h3").textContent)"""
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everyone_can_read_it(tab: ChromiumPage, axe: str, scheme: Literal["light", "dark"]) -> None:
    tab.prefer(scheme)
    tab.evaluate(axe)
    found = tab.evaluate("() => axe.run(document)")
    told = [f"{each['id']}: {node['html']}" for each in found["violations"] for node in each["nodes"]]
    assert told == []
    assert len(found["passes"]) > 20


def test_its_policy_lets_it_work_and_nothing_else(tab: ChromiumPage) -> None:
    assert tab.evaluate("() => getComputedStyle(document.querySelector('.tool')).borderTopStyle") == "solid"
    assert tab.evaluate("() => document.getElementById('filter').hidden") is False
    assert tab.evaluate("() => performance.getEntriesByType('resource').map((entry) => entry.name)") == []
    blocked = """() => new Promise((resolve) => {
      document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
      document.head.appendChild(Object.assign(document.createElement("script"), {textContent: "0"}));
    })"""
    assert tab.evaluate(blocked) == "script-src-elem"


def test_without_its_script_it_shows_all(chromium: Chromium, report: bytes) -> None:
    tab = chromium.open_page()
    tab.load(report, headers={"Content-Security-Policy": "script-src 'none'"})
    assert tab.evaluate("() => document.getElementById('filter').checkVisibility()") is False
    everything = "() => document.querySelectorAll('.tool, .finding').length"
    assert len(shown(tab)) == tab.evaluate(everything) > 20
    tab.close()


def test_the_filter(tab: ChromiumPage) -> None:
    choose = """([words, level]) => {
      for (const [id, value, type] of [["search", words, "input"], ["show", level, "change"]]) {
        const control = document.getElementById(id);
        control.value = value;
        control.dispatchEvent(new Event(type));
      }
    }"""
    everything = shown(tab)
    tab.evaluate(choose, ["finalize BOARD", ""])
    assert [each for each in shown(tab) if each not in {"error", "warning", "note"}] == ["clear-completed"]
    tab.evaluate(choose, ["", "note"])
    notes = shown(tab)
    assert "note" in notes
    assert not {"error", "warning"} & set(notes)
    tab.evaluate(choose, ["no such words", ""])
    assert shown(tab) == []
    assert tab.evaluate("() => document.getElementById('shown').textContent").startswith("0 of ")
    tab.evaluate(choose, ["", ""])
    assert shown(tab) == everything


def test_keys_reach_everything(tab: ChromiumPage) -> None:
    """The first tab stop is the way past the head, and none is a box that only scrolls."""
    order = """() => [...document.querySelectorAll("a[href], input, select, [tabindex]")].slice(0, 4)
      .map((element) => element.className || element.id || element.localName)"""
    assert tab.evaluate(order) == ["skip", "a", "a", "a"]
    assert tab.evaluate(
        "() => [...document.querySelectorAll('pre')].every((pre) => pre.scrollWidth <= pre.clientWidth)"
    )
