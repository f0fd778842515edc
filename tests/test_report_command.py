"""`report` through the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command import Webmcp

FORM = '<form toolname="add-task" tooldescription="Add a task to the board." toolautosubmit="no"></form>'


@pytest.fixture
def site(empty_site: Path) -> Path:
    """A folder to stand in, with a faulty page."""
    (empty_site / "index.html").write_text(FORM, encoding="utf-8")
    return empty_site


def test_a_file(site: Path, webmcp_lint: Webmcp) -> None:
    assert webmcp_lint("report", "--html", "report.html") == (0, "", "webmcp-lint: wrote report.html\n")
    text = (site / "report.html").read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>\n<html ")
    assert ">autosubmit-false</a>" in text


@pytest.mark.usefixtures("site")
def test_standard_output_and_clients(webmcp_lint: Webmcp) -> None:
    run = webmcp_lint("report", "--html", "-", "--client", "claude", "index.html")
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith("<!doctype html>\n")


def test_the_report_is_no_page_of_the_site(site: Path, webmcp_lint: Webmcp) -> None:
    first = webmcp_lint("report", "--html", "-").out
    (site / "report.html").write_text(first, encoding="utf-8")
    assert webmcp_lint("report", "--html", "-").out == first


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Missing option '--html'."),
        (("--html", "no/folder/x.html"), "cannot write no/folder/x.html: no such file or directory"),
        (("--html", "x.html", "nope"), "no such file or directory: nope"),
    ],
)
def test_errors_of_use(webmcp_lint: Webmcp, arguments: tuple[str, ...], message: str) -> None:
    assert webmcp_lint("report", *arguments) == (2, "", f"webmcp-lint: {message}\n")


def test_nothing_to_show(site: Path, webmcp_lint: Webmcp) -> None:
    (site / "index.html").write_text("<p>")
    run = webmcp_lint("report", "--html", "-")
    assert "No page declares a tool." in run.out
    assert run.err.startswith("webmcp-lint: nothing to read: ")


def test_the_configuration(site: Path, webmcp_lint: Webmcp) -> None:
    (site / "webmcp-lint.toml").write_text('[rules]\nautosubmit-false = "off"\n')
    assert "autosubmit-false" not in webmcp_lint("report", "--html", "-").out
    assert "autosubmit-false" in webmcp_lint("report", "--html", "-", "--no-config").out


def test_what_the_baseline_knows_is_not_shown(site: Path, webmcp_lint: Webmcp) -> None:
    (site / "webmcp-lint.toml").write_text('baseline = "known.json"\n')
    webmcp_lint("check", "--write-baseline")
    text = webmcp_lint("report", "--html", "-").out
    assert "autosubmit-false" not in text
    assert "known from the baseline" in text
