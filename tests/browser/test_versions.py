"""Targets: what may be written, which browsers that is, and who of them has what."""

from __future__ import annotations

import pytest

from webmcp_lint.browser import versions
from webmcp_lint.browser.versions import DEFAULT, Feature, TargetError, parse

FEATURES = {name: value for name, value in vars(versions).items() if isinstance(value, Feature)}


@pytest.mark.parametrize("feature", FEATURES.values(), ids=FEATURES.keys())
def test_every_feature_has_its_evidence(feature: Feature) -> None:
    assert feature.evidence
    assert feature.until is None or feature.since <= feature.until


@pytest.mark.parametrize(
    ("text", "chrome", "has_firefox"),
    [
        ("chrome >= 155", [(155, 160)], False),
        ("chrome>=155", [(155, 160)], False),
        ("Chrome 149-158", [(149, 158)], False),
        ("chrome149–158", [(149, 158)], False),
        ("chrome <= 150", [(146, 150)], False),
        ("chrome 156", [(156, 156)], False),
        ("chrome", [(146, 160)], False),
        ("chrome >= 170", [(170, 170)], False),
        ("firefox", [], True),
        ("chrome >= 155, Firefox", [(155, 160)], True),
        ("chrome 159, chrome 149-151, chrome 150-152", [(149, 152), (159, 159)], False),
    ],
)
def test_targets(text: str, chrome: list[tuple[int, int]], *, has_firefox: bool) -> None:
    targets = parse(text)
    assert list(targets.chrome) == chrome
    assert targets.has_firefox is has_firefox


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no target"),
        ("safari", "no target"),
        ("chrome > 155", "no target"),
        ("firefox 140", "no target"),
        ("chrome >= 155,", "no target"),
        ("chrome 158-149", "write `chrome 149-158`"),
        ("chrome >= 120", "Chrome 146 is the first"),
        ("chrome <= 120", "Chrome 146 is the first"),
    ],
)
def test_no_targets(text: str, says: str) -> None:
    with pytest.raises(TargetError, match=says):
        parse(text)


@pytest.mark.parametrize(
    ("text", "feature", "reaches", "lacking"),
    [
        ("chrome >= 155", "OUTPUT_SCHEMA", True, "Chrome 155 to 158"),
        ("chrome 149-158", "OUTPUT_SCHEMA", False, "Chrome 149 to 158"),
        ("chrome >= 159", "OUTPUT_SCHEMA", True, ""),
        ("chrome 149-158", "NAVIGATOR_CONTEXT", True, "Chrome 152 to 158"),
        ("chrome 151-155, firefox", "NAVIGATOR_CONTEXT", True, "Chrome 152 to 155"),
        ("chrome >= 155, firefox", "DOCUMENT_CONTEXT", True, "Firefox"),
        ("firefox", "USER_INTERACTION", True, ""),
        ("chrome", "USER_INTERACTION", False, "Chrome 146 to 160"),
        ("chrome 149, chrome 152-153", "EXECUTE_SIGNAL", True, "Chrome 149 and Chrome 152"),
    ],
)
def test_who_has_what(text: str, feature: str, lacking: str, *, reaches: bool) -> None:
    targets = parse(text)
    assert targets.lacking(FEATURES[feature]) == lacking
    assert targets.reaches(FEATURES[feature]) is reaches
    assert targets.wholly(FEATURES[feature]) is not bool(lacking)


def test_the_default_is_named_as_people_do() -> None:
    assert str(DEFAULT) == "Chrome 155 to 160"
