"""The recorded answers of Chromium: they hold here, and in the installed browser."""

import json
import os
import random
import secrets
from pathlib import Path

import pytest

from fixtures.browser.record import FORMS, RANDOM, load, record, save
from tests.browser.harness import Answer, Chromium
from tests.browser.static_answer import differences

SAMPLE = 150

both = pytest.mark.parametrize("path", [FORMS, RANDOM], ids=["experiments", "random"])


@both
def test_every_recorded_page_is_answered_as_the_browser_answered_it(path: Path) -> None:
    wrong = {
        page["id"]: found
        for page in load(path).pages
        if (found := differences(Answer(page["tools"], page["issues"], []), page["html"]))
    }
    assert not wrong, f"{len(wrong)} differ: {' '.join(wrong)}\n" + "\n".join(next(iter(wrong.values())))


@both
def test_saving_a_recording_keeps_it_and_is_repeatable(path: Path, tmp_path: Path) -> None:
    recording = load(path)
    one, two = tmp_path / "one.json.gz", tmp_path / "two.json.gz"
    save(recording, one)
    save(load(one), two)
    assert load(two) == recording
    assert one.read_bytes() == two.read_bytes()


@both
@pytest.mark.browser
def test_the_installed_browser_answers_as_recorded(path: Path, chromium: Chromium) -> None:
    seed = os.environ.get("WEBMCP_LINT_SEED") or secrets.token_hex(4)
    print(f"WEBMCP_LINT_SEED={seed}, Chromium {chromium.version}")  # noqa: T201 - shown with a failure
    recording = load(path)
    sample = random.Random(seed).sample(recording.pages, SAMPLE)
    today = record(chromium, sample)
    changed = [(old, new) for old, new in zip(sample, today.pages, strict=True) if old != new]
    assert not changed, (
        f"Chromium {chromium.version} differs from the recorded {recording.chromium} on {len(changed)} of {SAMPLE} pages "
        f"(python -m fixtures.browser.record rewrites them), such as\n{json.dumps(changed[0][0])}\n{json.dumps(changed[0][1])}"
    )
