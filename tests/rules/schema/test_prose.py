"""What descriptions say instead of the schema."""

from __future__ import annotations

import pytest

from tests.rules.schema.scripts import findings, messages, properties
from webmcp_lint.rules.schema.enumerations import enumeration
from webmcp_lint.rules.schema.prose_enum import prose_enum
from webmcp_lint.rules.schema.prose_format import prose_format


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Valid values: iphone-15, galaxy-s24.", ("iphone-15", "galaxy-s24")),
        ("Bet. Must be one of: 25, 50, 100", ("25", "50", "100")),
        ("low | medium | high", ("low", "medium", "high")),
        ("Sort order (asc|desc)", ("asc", "desc")),
        ("Sort order: 'asc' | 'desc'", ("asc", "desc")),
        ('Priority: "low", "medium", or "very high"', ("low", "medium", "very high")),
        ("Status. One of `open`, `closed`. Defaults to `open`.", ("open", "closed")),
        ("Either “yes” or “no”", ("yes", "no")),
        ("Allowed values are: a, b and c", ("a", "b", "c")),
        ("Möglich: 'auf', 'ab'", ("auf", "ab")),
        ("选项: '上'、'下'", ("上", "下")),
        ("One of: v1.0, v1.1.", ("v1.0", "v1.1")),
        ("Which tasks to list: all, open or done.", ("all", "open", "done")),
        ("Vote direction: up or down", ("up", "down")),
        ("The words to look for. Safety level: read, write, or danger", ("read", "write", "danger")),
        ("Sort order (asc or desc)", ("asc", "desc")),
        ("Sort order: asc or desc (default asc)", ("asc", "desc")),
        ("One of all | open | done.", ("all", "open", "done")),
        ("Commodity, must be one of wheat, corn, palmOil.", ("wheat", "corn", "palmOil")),
        ("The unit, one of metre or foot", ("metre", "foot")),
        ("Either open or done.", ("open", "done")),
        ("The scale. Must be either Celsius or Fahrenheit, default Celsius", ("Celsius", "Fahrenheit")),
    ],
)
def test_lists(text: str, values: tuple[str, ...]) -> None:
    listed = enumeration(text)
    assert listed is not None
    assert listed.values == values
    assert values[0] in text[listed.start : listed.end]


@pytest.mark.parametrize(
    "text",
    [
        "",
        'Colour (e.g. "obsidian", "arctic")',
        "Colours such as: red, green",
        "One of: red, green, or any CSS colour",
        "One of: red, green, etc.",
        "Either name or ID of the product",
        "Title / description",
        "Either name or email.",
        "The product, one of id, slug or name",
        "Which task: id or name",
        "Target commit (branch or SHA)",
        "Search query: keywords, phrases or questions",
        "Product category: shoes, shirts, hats",
        "Which city: Paris, Rome or the one nearby",
        "Amount, can be either positive or negative numbers",
        "It appears in one of several lists or tables.",
        "Whether to order for delivery or carryout",
        "which " * 5_000 + ": a or b",
        "state " * 5_000 + "(",
        "and/or",
        "Every term must appear in one of: contract id, policy number, insured company",
        "Comma-separated. Allowed values: a, b",
        "Values: 1 to 10",
        "Can be: a name or the id",
        "Filter: all/pending/done",
        'The words "yes" and "no" are kept',
        "One of: a",
        "One of: " + "or, " * 5_000,
        "one of " + "'a' or " * 5_000,
        "(" * 5_000 + "a|b!",
        "a|" * 5_000 + "!",
    ],
)
def test_no_lists(text: str) -> None:
    assert enumeration(text) is None


def test_numbers_are_listed_as_numbers() -> None:
    (finding,) = findings(prose_enum, properties("a: { type: 'integer', description: 'One of: 1, 2, 1' }"))
    assert finding.help == "add `enum: [1, 2]`"
    assert messages(prose_enum, properties("a: { type: 'integer', description: 'One of: x, y' }")) == []
    assert messages(prose_enum, properties("a: { type: 'boolean', description: 'One of: true, false' }")) == []


def test_a_list_that_is_put_together_is_not_copied() -> None:
    source = "const all = ['x', 'y'];\n" + properties("a: { type: 'string', description: `One of: ${all.join(', ')}` }")
    (finding,) = findings(prose_enum, source)
    assert finding.help == "list them in `enum`"
    assert finding.fix is None


def test_items_have_descriptions_too() -> None:
    written = "a: { type: 'array', items: { type: 'string', description: 'One of: x, y.' } }"
    assert messages(prose_enum, properties(written)) == [
        "the values of an item of `a` are listed in its description only"
    ]


@pytest.mark.parametrize(
    ("name", "description", "is_found"),
    [
        ("email", "The customer's email address", True),
        ("contactEmail", "Valid e-mail", True),
        ("email_address", "E-mail address of the guest.", True),
        ("email", "New email.", False),
        ("email", "Email address or phone number", False),
        ("emails", "Email addresses, comma-separated", False),
        ("to", "Email address", False),
        ("emailSubject", "Subject for the email address", False),
        ("url", "Full URL of the page", True),
        ("imageUrl", "URL of the image, starting with https://", True),
        ("url", "Target URL", False),
        ("url", "Absolute URL or path", False),
        ("urlPattern", "Full URL to match", False),
    ],
)
def test_formats(name: str, description: str, *, is_found: bool) -> None:
    source = properties(f'{name}: {{ type: "string", description: "{description}" }}')
    assert len(messages(prose_format, source)) == is_found
