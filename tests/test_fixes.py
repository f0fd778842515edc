"""Edits are made together only where none touches another's text."""

from __future__ import annotations

from webmcp_lint.findings import Fix
from webmcp_lint.fixes import applied, chosen
from webmcp_lint.source import Edit, SourceFile

FILE = SourceFile("page.html", "abcdef")


def fix(*edits: tuple[int, int, str], is_safe: bool = True) -> Fix:
    return Fix("", [Edit(FILE.location(start, end), text) for start, end, text in edits], is_safe)


def test_fixes_are_made_in_the_order_of_the_source() -> None:
    assert applied(FILE, chosen([fix((4, 5, "E")), fix((0, 1, "AA"), (2, 2, "-"))])) == "AAb-cdEf"


def test_a_fix_that_overlaps_an_earlier_one_is_left_out_whole() -> None:
    assert applied(FILE, chosen([fix((1, 3, "x")), fix((2, 4, "y"), (5, 6, "z"))])) == "axdef"


def test_two_insertions_at_one_place_are_not_made_together() -> None:
    assert applied(FILE, chosen([fix((1, 1, "x")), fix((1, 1, "y"))])) == "axbcdef"


def test_edits_that_touch_do_not_overlap() -> None:
    assert applied(FILE, chosen([fix((1, 2, "x")), fix((2, 3, "y"))])) == "axydef"


def test_unsafe_fixes_wait_to_be_asked_for() -> None:
    fixes = [fix((0, 1, "x"), is_safe=False)]
    assert (chosen(fixes), len(chosen(fixes, unsafe=True))) == ([], 1)


def test_edits_of_other_files_are_not_made() -> None:
    other = SourceFile("other.html", "abcdef")
    assert applied(other, chosen([fix((0, 1, "x"))])) == "abcdef"
