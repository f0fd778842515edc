from collections.abc import Callable

import pytest

from tests.browser.harness import ChromiumPage
from webmcp_lint.browser import unicode_properties
from webmcp_lint.browser.unicode_properties import is_id_continue, is_id_start, is_property, is_property_of_strings


@pytest.mark.parametrize(
    ("char", "start", "rest"),
    [
        ("a", True, True),
        ("ª", True, True),
        ("5", False, True),
        ("_", False, True),
        ("$", False, False),
        ("·", False, True),
        ("℘", True, True),
        ("\u0e33", True, True),  # NFKC changes it, so it is no identifier of Python's
        ("\u2e2f", False, False),
        ("\u200d", False, True),
        ("\u30fb", False, True),
        ("\u088f", True, True),  # Unicode 17
        ("\u1acf", False, True),  # Unicode 17
        ("\u2800", False, False),
        (chr(0xD83D), False, False),
    ],
)
def test_identifier_characters(char: str, start: bool, rest: bool) -> None:  # noqa: FBT001 - a table
    assert (is_id_start(char), is_id_continue(char)) == (start, rest)


@pytest.mark.parametrize(
    ("name", "value", "known"),
    [
        ("Lu", None, True),
        ("punct", None, True),
        ("Alphabetic", None, True),
        ("alphabetic", None, False),
        ("Latin", None, False),
        ("gc", "Lu", True),
        ("gc", "Latin", False),
        ("sc", "Latin", True),
        ("Script_Extensions", "Zyyy", True),
        ("Script_Extensions", "Hrkt", False),
        ("Block", "ASCII", False),
        ("Alphabetic", "Y", False),
        ("RGI_Emoji", None, False),
    ],
)
def test_properties(name: str, value: str | None, known: bool) -> None:  # noqa: FBT001 - a table
    assert is_property(name, value) is known


def test_properties_of_strings() -> None:
    assert is_property_of_strings("RGI_Emoji")
    assert not is_property_of_strings("Emoji")


# As text, since playwright takes long over lists.
_MEMBERS = r"""(property) => {
  const test = new RegExp(`^\\p{${property}}$`, "v");
  const members = [];
  for (let point = 0; point < 0x110000; point++) if (test.test(String.fromCodePoint(point))) members.push(point);
  return members.join(" ");
}"""

_REFUSED = """(names) => names.filter((name) => {
  try {
    new RegExp(`\\\\p{${name}}`, "v");
    return false;
  } catch {
    return true;
  }
})"""


@pytest.mark.browser
@pytest.mark.parametrize(("name", "has_property"), [("ID_Start", is_id_start), ("ID_Continue", is_id_continue)])
def test_chromium_has_the_same_identifier_characters(
    chromium_page: ChromiumPage, name: str, has_property: Callable[[str], bool]
) -> None:
    # The other planes are unassigned or private.
    members = {point for point in (*range(0x40000), *range(0xE0000, 0xF0000)) if has_property(chr(point))}
    assert members ^ set(map(int, chromium_page.evaluate(_MEMBERS, name).split())) == set()


@pytest.mark.browser
def test_chromium_knows_the_names(chromium_page: ChromiumPage) -> None:
    names = [
        *unicode_properties._GENERAL_CATEGORIES,
        *unicode_properties._BINARY_PROPERTIES,
        *unicode_properties._PROPERTIES_OF_STRINGS,
        *(f"gc={name}" for name in unicode_properties._GENERAL_CATEGORIES),
        *(f"{property_}={name}" for property_ in ("sc", "scx") for name in unicode_properties._SCRIPTS),
    ]
    assert chromium_page.evaluate(_REFUSED, names) == []
