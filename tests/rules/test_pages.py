"""The pages of the rules: every rule has one, its header says what the module says, its examples do what they say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest

from webmcp_lint import rule_pages
from webmcp_lint.browser import versions
from webmcp_lint.discovery import Kind, kind_of
from webmcp_lint.fixes import applied, chosen
from webmcp_lint.linter import Diagnostic, lint
from webmcp_lint.program.documents import Documents
from webmcp_lint.rule_pages import Example
from webmcp_lint.rules import Rule, all_rules
from webmcp_lint.settings import Settings
from webmcp_lint.site.filling import filled
from webmcp_lint.site.page import Page, read_page, script_page, with_scripts
from webmcp_lint.site.scripts import Registered, read_scripts
from webmcp_lint.site.submitting import submissions
from webmcp_lint.site.surroundings import Surroundings, is_configuration
from webmcp_lint.source import SourceFile
from webmcp_lint.syntax.templates import Dialect, mask

TODAY = date(2026, 12, 1)
EXAMPLES = [
    pytest.param(rule, example, id=f"{rule.name}:{example.line}")
    for rule in all_rules()
    if rule_pages.path(rule).exists()
    for example in rule_pages.examples(rule_pages.path(rule).read_text(encoding="utf-8"))
    if example.expectation != "fixed"
]


SITE = """<!doctype html>
<form toolname="find-train" tooldescription="Find a train between two cities." toolautosubmit></form>"""


def page_of(example: Example) -> Page:
    if is_configuration(example.title):
        # What a server says of a page that declares a tool
        files = {f"/site/{example.title}": SourceFile(example.title, example.text)}
        surroundings = Surroundings(files, files.get)
        return replace(read_page(SourceFile("index.html", SITE)), surroundings=surroundings, key="/site/index.html")
    file = SourceFile(example.title, example.text, encoding_declared="undeclared" not in example.settings)
    is_script = kind_of(example.title) in {Kind.SCRIPT, Kind.COMPONENT}
    pages = [] if is_script else [file.path]
    surface = read_scripts([file.path], pages, [file.path], lambda path: file if path == file.path else None)
    registered = (surface.files if is_script else surface.pages).get(file.path, Registered())
    if is_script:
        return script_page(file, registered)
    return with_scripts(read_page(file, mask(example.text, Dialect.detect(example.title, example.text))), registered)


def submitting(page: Page) -> Page:
    documents = Documents([page.path], lambda path: page.file if path == page.path else None)
    return replace(
        page,
        submissions=lambda: submissions(page, page.path, documents, [page.path]),
        filled=lambda: filled(page, page.path, lambda: documents),
    )


def findings(rule: Rule, example: Example) -> list[Diagnostic]:
    # Rules that only the linter can decide need the others beside them
    selected = frozenset(each.name for each in all_rules()) if rule.check is None else frozenset({rule.name})
    clients = frozenset(example.settings.get("clients", "chrome").split(","))
    targets = versions.parse(example.settings["targets"]) if "targets" in example.settings else versions.DEFAULT
    settings = Settings(selected=selected, clients=clients, targets=targets, today=TODAY)
    found = lint(submitting(page_of(example)), settings)
    return [each for each in found if each.rule is rule and each.suppressed is None]


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.name)
def test_every_rule_has_a_page_with_its_header(rule: Rule) -> None:
    page = rule_pages.path(rule).read_text(encoding="utf-8")
    assert page.startswith(rule_pages.header(rule))
    expectations = {example.expectation for example in rule_pages.examples(page)}
    assert {"flagged", "clean"} <= expectations
    assert ("fixed" in expectations) == (rule.fix is not None)
    assert "## References" in page


def test_every_page_belongs_to_a_rule() -> None:
    pages = {path.relative_to(rule_pages.directory()) for path in rule_pages.directory().rglob("*.md")}
    assert pages == {rule_pages.path(rule).relative_to(rule_pages.directory()) for rule in all_rules()}


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_examples_are_flagged_where_they_are_marked(rule: Rule, example: Example) -> None:
    found = findings(rule, example)
    assert [each.location.span for each in found] == (example.spans if example.expectation == "flagged" else [])
    if "level" in example.settings:
        assert [str(each.level) for each in found] == [example.settings["level"]] * len(found)
    if example.expectation == "flagged":
        assert found


def fixed_pairs() -> Iterator[pytest.param]:  # type: ignore[valid-type]
    for rule in all_rules():
        before: Example | None = None
        if rule_pages.path(rule).exists():
            for example in rule_pages.examples(rule_pages.path(rule).read_text(encoding="utf-8")):
                if example.expectation == "flagged":
                    before = example
                elif example.expectation == "fixed" and before is not None:
                    yield pytest.param(rule, before, example.text, id=f"{rule.name}:{example.line}")


@pytest.mark.parametrize(("rule", "before", "after"), list(fixed_pairs()))
def test_fixes_give_the_fixed_example(rule: Rule, before: Example, after: str) -> None:
    found = findings(rule, before)
    fixes = [each.finding.fix for each in found if each.finding.fix is not None]
    assert applied(found[0].location.file, chosen(fixes, unsafe=True)) == after
    if rule.fix == "unsafe":
        assert not any(fix.is_safe for fix in fixes)
