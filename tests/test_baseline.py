"""`--baseline` and `--write-baseline`: what is known is not told again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command import Webmcp

RULES = ("--select", "autosubmit-false,invalid-tool-name", "--baseline", "known.json")
FORM = '<meta charset=utf-8>\n<form toolname="{}" tooldescription="Do it." toolautosubmit="no"></form>\n'


@pytest.fixture(autouse=True)
def site(empty_site: Path) -> None:
    (empty_site / "a.html").write_text(FORM.format("a"), encoding="utf-8")
    (empty_site / "b.html").write_text(FORM.format("b c"), encoding="utf-8")


def test_what_is_known_is_not_told_and_fails_nothing(webmcp_lint: Webmcp) -> None:
    wrote = webmcp_lint(".", *RULES, "--write-baseline")
    assert wrote.code == 0
    assert wrote.err == "webmcp-lint: wrote known.json with 3 findings\n"
    assert wrote.out == "nothing wrong · 1 tool on 2 pages · 3 known from the baseline\n"
    assert webmcp_lint(".", *RULES) == (0, wrote.out, "")
    Path("c.html").write_text(FORM.format("c"), encoding="utf-8")
    run = webmcp_lint(".", *RULES)
    assert (run.code, run.out.splitlines()[1]) == (1, "  ╭─ c.html:2:45")
    assert run.out.endswith("1 error · 2 tools on 3 pages · 1 fixable with --fix · 3 known from the baseline\n")


def test_a_finding_stays_known_while_its_line_does(webmcp_lint: Webmcp) -> None:
    webmcp_lint(".", *RULES, "--write-baseline")
    Path("a.html").write_text("<p>\n\n  " + FORM.format("a"), encoding="utf-8")
    assert webmcp_lint(".", *RULES).code == 0
    Path("a.html").write_text(FORM.format("other"), encoding="utf-8")
    assert webmcp_lint(".", *RULES).code == 1


def test_the_file_is_always_the_same_and_for_readers(webmcp_lint: Webmcp) -> None:
    webmcp_lint(".", *RULES, "--write-baseline")
    first = Path("known.json").read_bytes()
    entries = json.loads(first)["findings"]
    assert [(each["path"], each["rule"]) for each in entries] == [
        ("a.html", "autosubmit-false"),
        ("b.html", "autosubmit-false"),
        ("b.html", "invalid-tool-name"),
    ]
    assert all(len(each["fingerprint"]) == 64 and each["message"] for each in entries)
    found = webmcp_lint(".", *RULES[:2], "--format", "json").json["findings"]
    assert {each["fingerprint"] for each in found} == {each["fingerprint"] for each in entries}
    webmcp_lint("b.html", "a.html", *RULES, "--write-baseline")
    assert Path("known.json").read_bytes() == first


def test_in_other_formats(webmcp_lint: Webmcp) -> None:
    webmcp_lint("a.html", *RULES, "--write-baseline")
    log = webmcp_lint(".", *RULES, "--format", "json").json
    assert [each["known"] for each in log["findings"]] == [True, False, False]
    assert (log["summary"]["errors"], log["summary"]["known"]) == (2, 1)
    results = webmcp_lint(".", *RULES, "--format", "sarif").json["runs"][0]["results"]
    assert [each.get("baselineState") for each in results] == ["unchanged", "new", "new"]
    assert [each["kind"] for each in results[0]["suppressions"]] == ["external"]
    assert "a.html" not in webmcp_lint(".", *RULES, "--format", "github").out


def test_what_is_gone_is_told(webmcp_lint: Webmcp) -> None:
    webmcp_lint(".", *RULES, "--write-baseline")
    Path("a.html").write_text("<p toolname>", encoding="utf-8")
    told = "webmcp-lint: known.json holds 1 finding that is not there anymore; --write-baseline takes it out\n"
    assert webmcp_lint(".", *RULES).err == told
    assert webmcp_lint("b.html", *RULES).err == ""
    assert webmcp_lint(".", *RULES, "--ignore", "autosubmit-false").err == ""
    Path("a.html").unlink()
    assert webmcp_lint(".", *RULES).err == told
    assert webmcp_lint(".", *RULES, "--write-baseline").err == "webmcp-lint: wrote known.json with 2 findings\n"
    assert webmcp_lint(".", *RULES).err == ""


def test_what_was_not_looked_for_stays_known(webmcp_lint: Webmcp) -> None:
    webmcp_lint(".", *RULES, "--write-baseline")
    before = Path("known.json").read_bytes()
    webmcp_lint("a.html", *RULES, "--ignore", "invalid-tool-name", "--write-baseline")
    assert Path("known.json").read_bytes() == before


def test_paths_in_it_are_relative_to_its_folder(
    webmcp_lint: Webmcp, empty_site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (empty_site / "below").mkdir()
    (empty_site / "below/c.html").write_text(FORM.format("c"), encoding="utf-8")
    Path("webmcp-lint.toml").write_text('baseline = "known.json"\nselect = ["autosubmit-false"]', encoding="utf-8")
    webmcp_lint("--write-baseline")
    before = Path("known.json").read_bytes()
    for folder in ("below", "elsewhere"):
        (empty_site / folder).mkdir(exist_ok=True)
        monkeypatch.chdir(empty_site / folder)
        for path in (empty_site, Path("../below/c.html")):
            assert webmcp_lint(path)[0::2] == (0, "")
            webmcp_lint(path, "--write-baseline")
            assert Path("../known.json").read_bytes() == before
    Path("../below/c.html").unlink()
    assert webmcp_lint("../a.html").err == (
        "webmcp-lint: ../known.json holds 1 finding that is not there anymore; --write-baseline takes it out\n"
    )


def test_what_is_known_is_not_mended(webmcp_lint: Webmcp) -> None:
    webmcp_lint("a.html", *RULES, "--write-baseline")
    assert webmcp_lint(".", *RULES, "--fix").out.endswith("1 fixed · 1 known from the baseline\n")
    assert 'toolautosubmit="no"' in Path("a.html").read_text(encoding="utf-8")
    assert 'toolautosubmit="no"' not in Path("b.html").read_text(encoding="utf-8")


def test_the_configuration_may_name_it(webmcp_lint: Webmcp) -> None:
    Path("webmcp-lint.toml").write_text('baseline = "known.json"\nselect = ["autosubmit-false"]', encoding="utf-8")
    assert webmcp_lint(".", "--write-baseline").code == 0
    assert webmcp_lint(".").code == 0
    assert webmcp_lint(".", "--no-config").code == 1


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"version": 1,\n "findings": [}', "known.json:2: Expecting value"),
        (b"\xff\xfe", "known.json:1: this is not UTF-8"),
        (b"[" * 100_000, "known.json:1: lists inside each other without end"),
        (b"[]", "known.json:1: this is no baseline: it has no list of findings"),
        (b'{"findings": []}', "known.json:1: this is no baseline of version 1"),
        (b'{"version": true, "findings": []}', "known.json:1: this is no baseline of version 1"),
        (
            b'{"version": 1, "findings": [{}]}',
            "known.json: its finding 1 lacks one of path, rule, message, fingerprint",
        ),
        (b'{"version": 1, "findings": [3]}', "known.json: its finding 1 lacks one of path, rule, message, fingerprint"),
    ],
)
def test_a_file_that_is_no_baseline(webmcp_lint: Webmcp, data: bytes, message: str) -> None:
    Path("known.json").write_bytes(data)
    assert webmcp_lint(".", *RULES) == (2, "", f"webmcp-lint: {message}\n")
    assert webmcp_lint(".", *RULES, "--write-baseline") == (2, "", f"webmcp-lint: {message}; it stays as it is\n")
    assert Path("known.json").read_bytes() == data


def test_a_file_that_is_not_there(webmcp_lint: Webmcp) -> None:
    message = "cannot read known.json: No such file or directory; --write-baseline makes it"
    assert webmcp_lint(".", *RULES) == (2, "", f"webmcp-lint: {message}\n")
    assert webmcp_lint(".", "--write-baseline").err == (
        "webmcp-lint: --write-baseline goes with --baseline FILE, or with `baseline` in the configuration\n"
    )
    run = webmcp_lint(".", *RULES[:2], "--baseline", "no/where.json", "--write-baseline")
    assert (run.code, run.err) == (2, "webmcp-lint: cannot write no/where.json: No such file or directory\n")
