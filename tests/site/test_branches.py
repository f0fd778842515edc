from __future__ import annotations

import pytest

from webmcp_lint.site.branches import are_exclusive, is_repeated, is_written_again
from webmcp_lint.site.page import Page, read_page
from webmcp_lint.source import SourceFile
from webmcp_lint.syntax.templates import Dialect, mask

FORM = '<form toolname="t" tooldescription="d">{}</form>'


def page(text: str) -> Page:
    return read_page(SourceFile("page.php", text), mask(text, Dialect.PHP))


@pytest.mark.parametrize(
    ("inside", "exclusive"),
    [
        ("<?php if ($a): ?><input name=a><?php else: ?><input name=b><?php endif ?>", True),
        ("<?php if ($a): ?><input name=a><?php endif ?><input name=b>", False),
        ("<input name=a><input name=b>", False),
    ],
)
def test_exclusive_controls(inside: str, exclusive: bool) -> None:  # noqa: FBT001
    read = page(FORM.format(inside))
    first, second = (group.members[0] for group in read.forms[0].groups)
    assert are_exclusive(read, read.forms[0], first, second) is exclusive


@pytest.mark.parametrize(
    ("text", "repeated"),
    [
        (FORM.format("<?php foreach ($a as $b): ?><input name=a><?php endforeach ?>"), True),
        (FORM.format("<?php if ($a): ?><input name=a><?php endif ?>"), False),
        ("<?php foreach ($a as $b): ?>" + FORM.format("<input name=a>") + "<?php endforeach ?>", False),
    ],
)
def test_a_loop_within_the_form_repeats_a_control(text: str, repeated: bool) -> None:  # noqa: FBT001
    read = page(text)
    assert is_repeated(read, read.forms[0], read.forms[0].groups[0].members[0]) is repeated


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("<?php foreach ($a as $b): ?>{}<?php endforeach ?>", True),
        ("<?php foreach ($a as $b): if ($b): ?>{}<?php endif; endforeach ?>", False),
        ("<?php while (have_posts()): the_post(); ?>{}<?php endwhile ?>", False),
        ("<?php if ($a): ?>{}<?php endif ?>", False),
        ("{}", False),
    ],
)
def test_a_loop_writes_a_form_again(text: str, again: bool) -> None:  # noqa: FBT001
    read = page(text.format(FORM.format("")))
    assert is_written_again(read, read.forms[0]) is again


def test_a_frame_has_no_part_in_the_template() -> None:
    read = page(
        '<?php foreach ($a as $b): ?><iframe srcdoc="<form toolname=t tooldescription=d><input name=a>"></iframe>'
    )
    assert not is_written_again(read, read.forms[0])
    assert not is_repeated(read, read.forms[0], read.forms[0].groups[0].members[0])


@pytest.mark.parametrize(
    ("inside", "properties", "required", "unknown"),
    [
        ("<input name=a <?php if ($x): ?>required<?php endif ?>>", {"a"}, [], "/required"),
        ("<input name=a required><input name=b>", {"a", "b"}, ["a"], None),
        ("<input name=a><input name=b <?php if ($x): ?>disabled<?php endif ?>>", {"a"}, [], "/properties"),
        ("<fieldset <?php if ($x): ?>disabled<?php endif ?>><input name=b></fieldset>", set(), [], "/properties"),
        ("<button <?php if ($x): ?>disabled<?php endif ?>>Go</button>", set(), [], None),
        ("<fieldset disabled><input name=b <?php if ($x): ?>disabled<?php endif ?>></fieldset>", set(), [], None),
    ],
)
def test_an_attribute_on_a_condition(
    inside: str, properties: set[str], required: list[str], unknown: str | None
) -> None:
    schema = page(FORM.format(inside)).forms[0].schema
    assert isinstance(schema.value, dict)
    found = schema.value["properties"]
    assert isinstance(found, dict)
    assert set(found) == properties
    assert schema.value["required"] == required
    assert [each for each in schema.open if each in {"/required", "/properties"}] == ([unknown] if unknown else [])
