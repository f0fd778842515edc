"""SARIF logs: valid by the standard's schema, and within what GitHub takes."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.reporters.samples import diagnose, find
from webmcp_lint.discovery import Skipped
from webmcp_lint.findings import Finding, Fix, Level, Related
from webmcp_lint.linter import lint
from webmcp_lint.reporters import sarif
from webmcp_lint.reporters.report import Report
from webmcp_lint.rules import all_rules
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import read_page
from webmcp_lint.source import Edit, SourceFile

SCHEMA = Path(__file__).parents[3] / "shared" / "sarif-2.1.0.schema.json"
"""The OASIS schema; it is not the project's to give away, so it may lie beside the checkout."""

PAGE = SourceFile("site/a b/ü#?.html", '<p>😀</p><form toolname="a b">\n</form>')
OTHER = SourceFile("/elsewhere/x.html", "<form>")


def log(report: Report, known: Collection[str] | None = None) -> dict[str, Any]:
    text, notice = sarif.render(report, all_rules(), known)
    assert notice is None
    answer: dict[str, Any] = json.loads(text)
    return answer


def sample() -> Report:
    name = find(PAGE, "a b")
    finding = Finding(
        "`a b` is no name",
        name,
        label="dropped",
        help="write `a-b`",
        tool="a b",
        related=(Related(find(PAGE, "</form>"), "ends here"), Related(OTHER.location(0, 6), "not this")),
        fix=Fix("rename it", (Edit(name, "a-b"), Edit(OTHER.location(0, 0), "x")), is_safe=False),
    )
    bare = Finding("[bare](1)", PAGE.location(0, 0))
    return Report(
        [
            diagnose(finding),
            diagnose(bare, level=Level.NOTE, name="bare-rule", category="safety"),
            diagnose(bare, level=Level.WARNING, suppressed="by agreement", name="bare-rule", category="safety"),
            diagnose(bare, level=Level.WARNING, suppressed="", name="bare-rule", category="safety"),
        ],
        skipped=[Skipped("big one.html", "too large")],
    )


@pytest.mark.skipif(not SCHEMA.exists(), reason="the OASIS schema is not at hand")
@pytest.mark.parametrize("known", [None, {"fingerprint-of-[bare](1)"}], ids=["alone", "baseline"])
@pytest.mark.parametrize("report", [sample(), Report()], ids=["full", "empty"])
def test_valid_by_the_schema_of_the_standard(report: Report, known: Collection[str] | None) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    validator = jsonschema.validators.validator_for(schema)(schema)
    assert [error.message for error in validator.iter_errors(log(report, known))] == []


def test_the_run() -> None:
    answer = log(sample())
    assert answer["version"] == "2.1.0"
    (run,) = answer["runs"]
    assert run["columnKind"] == "utf16CodeUnits"
    assert run["newlineSequences"] == ["\r\n", "\n", "\r"]
    assert run["originalUriBaseIds"] == {"%SRCROOT%": {"uri": Path.cwd().as_uri() + "/"}}
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is True
    (skipped,) = invocation["toolExecutionNotifications"]
    assert skipped["message"] == {"text": "skipped: too large"}
    assert skipped["locations"][0]["physicalLocation"]["artifactLocation"] == {
        "uri": "big%20one.html",
        "uriBaseId": "%SRCROOT%",
    }


def test_results() -> None:
    (run,) = log(sample())["runs"]
    result = run["results"][0]
    here = {"uri": "site/a%20b/%C3%BC%23%3F.html", "uriBaseId": "%SRCROOT%"}
    there = {"uri": "file:///elsewhere/x.html"}
    region = {"startLine": 1, "startColumn": 26, "endLine": 1, "endColumn": 29}
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "sample-rule"
    assert result["level"] == "error"
    assert result["message"] == {"text": "`a b` is no name: dropped\nwrite `a-b`"}
    assert result["locations"] == [{"physicalLocation": {"artifactLocation": here, "region": region}}]
    assert result["partialFingerprints"] == {"primaryLocationLineHash": "fingerprint-of-`a b` is no name"}
    assert [(each["id"], each["message"]["text"]) for each in result["relatedLocations"]] == [
        (1, "ends here"),
        (2, "not this"),
    ]
    assert result["relatedLocations"][1]["physicalLocation"]["artifactLocation"] == there
    (fix,) = result["fixes"]
    assert fix["description"] == {"text": "rename it (may change the meaning)"}
    assert fix["artifactChanges"][0] == {
        "artifactLocation": here,
        "replacements": [{"deletedRegion": region, "insertedContent": {"text": "a-b"}}],
    }
    assert fix["artifactChanges"][1]["artifactLocation"] == there
    assert "suppressions" not in result


def test_silenced_findings_are_marked() -> None:
    (run,) = log(sample())["runs"]
    assert [result.get("suppressions") for result in run["results"]] == [
        None,
        None,
        [{"kind": "inSource", "justification": "by agreement"}],
        [{"kind": "inSource"}],
    ]


def test_a_message_holds_no_link() -> None:
    (run,) = log(sample())["runs"]
    assert run["results"][1]["message"] == {"text": "\\[bare](1)"}


def test_rules() -> None:
    (run,) = log(sample())["runs"]
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert list(rules) == sorted({*(rule.name for rule in all_rules()), "sample-rule", "bare-rule"})
    rule = rules["unused-suppression"]
    assert rule["shortDescription"]["text"].startswith("A suppression comment")
    assert rule["fullDescription"]["text"].startswith("Reports a suppression comment")
    assert rule["help"]["markdown"].startswith("# unused-suppression\n")
    assert rule["helpUri"].endswith("/rules/surface/unused-suppression.md")
    assert rule["defaultConfiguration"]["level"] == "warning"
    assert rule["properties"] == {
        "precision": "high",
        "problem.severity": "warning",
        "tags": ["webmcp", "surface"],
    }
    assert not any("⟦" in each["help"]["text"] for each in rules.values())


@pytest.mark.parametrize(
    ("level", "properties"),
    [
        (
            Level.ERROR,
            {"problem.severity": "error", "security-severity": "7.5", "tags": ["webmcp", "safety", "security"]},
        ),
        (
            Level.WARNING,
            {"problem.severity": "warning", "security-severity": "5.0", "tags": ["webmcp", "safety", "security"]},
        ),
        (Level.NOTE, {"problem.severity": "recommendation", "tags": ["webmcp", "safety"]}),
    ],
)
def test_safety_rules_carry_their_severity(level: Level, properties: dict[str, object]) -> None:
    report = Report([diagnose(Finding("x", PAGE.location(0, 1)), level=level, name="a-rule", category="safety")])
    (run,) = log(report)["runs"]
    (rule,) = (rule for rule in run["tool"]["driver"]["rules"] if rule["id"] == "a-rule")
    assert rule["properties"] == {"precision": "high", **properties}


def test_no_more_results_than_github_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sarif, "MAX_RESULTS", 3)
    levels = [Level.NOTE, Level.ERROR, Level.WARNING, Level.NOTE, Level.WARNING]
    diagnostics = [
        diagnose(Finding(str(number), PAGE.location(0, 1)), level=level) for number, level in enumerate(levels)
    ]
    diagnostics.insert(0, diagnose(Finding("silenced", PAGE.location(0, 1)), suppressed=""))
    text, notice = sarif.render(Report(diagnostics), ())
    (run,) = json.loads(text)["runs"]
    assert [result["message"]["text"] for result in run["results"]] == ["1", "2", "4"]
    assert notice == "3 of the mildest findings are not in the SARIF log: GitHub takes no more"
    assert run["invocations"][0]["toolExecutionNotifications"][0]["message"] == {"text": notice}


def test_no_larger_than_github_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sarif, "MAX_COMPRESSED", 4_000)
    report = Report([diagnose(Finding(f"message {number}", PAGE.location(0, 1))) for number in range(2_000)])
    text, notice = sarif.render(report, ())
    kept = len(json.loads(text)["runs"][0]["results"])
    assert 0 < kept < 2_000
    assert notice is not None
    assert notice.startswith(f"{2_000 - kept:,} of the mildest")


def test_a_baseline_tells_what_is_new() -> None:
    (run,) = log(sample(), {"fingerprint-of-[bare](1)"})["runs"]
    assert [result["baselineState"] for result in run["results"]] == ["new", *["unchanged"] * 3]
    (run,) = log(sample())["runs"]
    assert not any("baselineState" in result for result in run["results"])


@pytest.mark.parametrize(
    ("paths", "category"),
    [
        ((), "webmcp-lint/"),
        ((".",), "webmcp-lint/"),
        (("./web//app/",), "webmcp-lint/web/app/"),
        (("web/app", "web"), "webmcp-lint/"),
        (("web/a.html",), "webmcp-lint/"),
    ],
)
def test_runs_over_different_folders_are_told_apart(
    paths: tuple[str, ...], category: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "web" / "app").mkdir(parents=True)
    (run,) = log(Report(paths=paths))["runs"]
    assert run["automationDetails"] == {"id": category}


def test_related_places_are_limited() -> None:
    place = Related(find(PAGE, "a b"), "here too")
    report = Report([diagnose(Finding("x", find(PAGE, "a b"), related=[place] * (sarif.MAX_RELATED + 5)))])
    (run,) = log(report)["runs"]
    assert len(run["results"][0]["relatedLocations"]) == sarif.MAX_RELATED


def test_descriptions_and_tags_are_within_the_limits() -> None:
    (run,) = log(Report())["runs"]
    for rule in run["tool"]["driver"]["rules"]:
        assert len(rule["shortDescription"]["text"]) <= sarif.MAX_DESCRIPTION
        assert len(rule["fullDescription"]["text"]) <= sarif.MAX_DESCRIPTION
        assert len(rule["properties"]["tags"]) <= 20


def test_findings_keep_their_fingerprints_while_others_edit_the_file() -> None:
    """Lines come and go around a finding, and it is indented anew: it stays the finding that GitHub knows."""
    form = '<form toolname="a b" tooldescription="x" toolautosubmit="no">'

    def fingerprints(text: str) -> list[str]:
        found = lint(read_page(SourceFile("a.html", text)), Settings())
        (run,) = log(Report(found))["runs"]
        return [each["partialFingerprints"]["primaryLocationLineHash"] for each in run["results"]]

    before = fingerprints(f"<main>\n{form}\n</form></main>")
    assert len(before) > 1
    assert fingerprints(f"<!doctype html>\n<p>new</p>\n\n<main>\n\n\t  {form}\n<p>new</p></form></main>") == before
    assert not set(fingerprints(f"<main>\n{form.replace('no', 'off')}\n</form></main>")) & set(before)
