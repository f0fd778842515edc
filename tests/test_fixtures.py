"""The example sites: nothing is wrong with the clean ones, and with the faulty ones exactly this."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from webmcp_lint.cli import main

ROOT = Path(__file__).parents[1]

FAULTS = {
    "task-board": """
        app.js:27 html-from-input
        app.js:52 form-reset-in-agent-submit
        app.js:65 late-respond-with
        app.js:75 unknown-tool-event
        app.js:81 unguarded-model-context
        app.js:81 floating-registration
        app.js:82 read-only-tool-mutates
        app.js:83 vague-description
        app.js:84 unknown-tool-property
        app.js:91 non-boolean-annotation
        app.js:100 navigator-model-context
        app.js:104 ineffective-annotation
        app.js:105 no-result
        app.js:110 controller-as-signal
        index.html:17 missing-agent-response
        index.html:19 autosubmit-false
        index.html:22 misspelled-tool-attribute
        index.html:24 undescribed-parameter
        index.html:25 misleading-option
        index.html:32 misspelled-tool-attribute
        index.html:32 misspelled-tool-attribute
    """,
    "support-request": """
        index.html:21 autosubmit-consequential-form
        index.html:23 unnamed-required-control
        index.html:27 invalid-pattern
        index.html:29 undescribed-parameter
        index.html:30 misleading-option
        index.html:39 ignored-parameter-description
        index.html:45 unreachable-required-control
        index.html:47 ignored-parameter-description
        index.html:48 invisible-constraint
        index.html:48 misspelled-tool-attribute
        index.html:50 mixed-control-group
        index.html:56 unsubmittable-form
        support.js:17 late-respond-with
        support.js:25 unknown-tool-event
    """,
    "document-review": """
        index.html:25 tool-attribute-on-wrong-element
        index.html:46 missing-tool-description
        index.html:51 missing-tool-name
        review.js:6 unguarded-model-context
        review.js:7 invalid-tool-name
        review.js:7 missing-untrusted-content-hint
        review.js:9 invalid-input-schema
        review.js:28 missing-additional-properties
        review.js:29 invalid-json-schema
        review.js:30 invalid-json-schema
        review.js:32 undeclared-required
        review.js:34 misplaced-tool-property
        review.js:35 misplaced-tool-property
        review.js:36 missing-execute
        review.js:41 floating-registration
        review.js:42 read-only-tool-mutates
        review.js:43 interpolated-text
        review.js:46 ignored-abort-signal
    """,
    "clinic": """
        index.html:3 missing-charset
        index.html:18 pending-form-tool
        index.html:21 hidden-unicode
        index.html:34 client-unsupported-parameter-name
        index.html:54 long-description
        index.html:55 autosubmit-consequential-form
        index.html:57 unnamed-control
        index.html:65 unnamed-required-control
        index.html:67 undescribed-parameter
        index.html:71 undescribed-parameter
        index.html:77 unreachable-required-control
        index.html:79 ignored-parameter-description
        index.html:80 invalid-pattern
        index.html:83 sensitive-parameter
        index.html:86 invisible-constraint
        index.html:88 mixed-control-group
        index.html:98 invalid-tool-name
        index.html:118 duplicate-tool-name
        index.html:132 vague-description
        index.html:134 orphan-control
        index.html:154 prompt-injection
        index.html:155 autosubmit-false
        serve-form.js:5 late-respond-with
        serve-form.js:5 unguarded-respond-with
        serve-form.js:6 form-reset-in-agent-submit
    """,
    "reading-list": """
        ReadingList.tsx:12 unguarded-model-context
        ReadingList.tsx:17 stale-closure
        ReadingList.tsx:19 assumed-dispose-handle
        ReadingList.tsx:27 synthetic-event-agent-invoked
        ReadingList.tsx:40 dropped-boolean-attribute
    """,
}


@pytest.fixture(autouse=True)
def _in_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def check(capsys: pytest.CaptureFixture[str], site: str) -> tuple[int, list[dict[str, Any]]]:
    code = main([f"fixtures/{site}", "--format", "json"])
    return code, json.loads(capsys.readouterr().out)["findings"]


@pytest.mark.parametrize("site", FAULTS)
def test_clean_sites(capsys: pytest.CaptureFixture[str], site: str) -> None:
    assert check(capsys, f"{site}/clean") == (0, [])


@pytest.mark.parametrize("site", FAULTS)
def test_faulty_sites(capsys: pytest.CaptureFixture[str], site: str) -> None:
    code, findings = check(capsys, f"{site}/faulty")
    found = [f"{each['path'].rpartition('/')[2]}:{each['line']} {each['rule']}" for each in findings]
    assert found == lines(FAULTS[site])
    assert code == 1


def test_the_readme_shows_real_runs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)  # pytest-xdist sets it
    readme = Path("README.md").read_text(encoding="utf-8")
    shown = re.findall(r"^```console\n\$ webmcp-lint ([^\n]*)\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    assert len(shown) == 4
    for command, output in shown:
        main(command.split())
        printed = paragraphs(capsys.readouterr().out)
        assert [each for each in paragraphs(output) if each not in {*printed, "…"}] == []


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


def paragraphs(text: str) -> list[str]:
    # The counts of the last line change with every rule
    return [re.sub(r"\d+ (error|warning|note|fixable)", r"0 \1", each) for each in text.strip().split("\n\n")]
