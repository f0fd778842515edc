"""Controls without a name: what becomes of them, and which rule speaks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from webmcp_lint.browser.controls import is_candidate
from webmcp_lint.browser.forms import Code, Group
from webmcp_lint.findings import Related
from webmcp_lint.rules.forms.constraints import is_validated
from webmcp_lint.site.bindings import may_have
from webmcp_lint.site.declared import declared_forms
from webmcp_lint.site.inline_scripts import script_words
from webmcp_lint.site.misspellings import misspellings
from webmcp_lint.site.page import Page
from webmcp_lint.site.tool import Tool
from webmcp_lint.source import Location
from webmcp_lint.syntax.dom import Element


@dataclass(frozen=True, slots=True)
class Unnamed:
    """A control that would be a parameter if it had a name, in the group of those that have none."""

    control: Element
    group: Group
    tool: Tool
    is_validated: bool
    """Whether the form's controls are sure to be checked before an agent submits it."""
    company: tuple[Related, ...]
    """Another control without a name, with which the browser mixes this one up."""

    @property
    def location(self) -> Location:
        """The name where an empty one is written, else the start tag."""
        name = self.control.get("name")
        return self.control.location if name is None else name.location


def unnamed_controls(page: Page, code: Code) -> Iterator[Unnamed]:
    """Yield the controls of which the browser raises the issue `code`, and whose name nothing may supply."""
    for tool, form in declared_forms(page):
        group = next((group for group in form.groups if group.key == ""), None)
        if group is None:
            continue
        validated = is_validated(form)
        # A button is the least suspected
        others = sorted(group.members, key=is_candidate)[:2]
        for issue in form.issues:
            control = issue.element
            if issue.code is not code or may_have(control, "name"):
                continue
            spelled = misspellings(control, script_words(page.document))
            if not any(misspelling.meant == "name" for misspelling in spelled):
                other = next((other for other in others if other is not control), None)
                company = () if other is None else (Related(other.location, "has no name either"),)
                yield Unnamed(control, group, tool, validated, company)
