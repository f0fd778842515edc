"""What a template makes of its parts: which stand on one page together, and which come more than once."""

from __future__ import annotations

from typing import Final

from webmcp_lint.browser.forms import FormTool
from webmcp_lint.site.page import Page
from webmcp_lint.syntax.dom import Element

_ONE_TURN: Final = "have_posts"
"""The loop of WordPress, which turns once on the page of one post."""


def are_exclusive(page: Page, form: FormTool, one: Element, other: Element) -> bool:
    """Whether two elements of a form's document stand in different branches of one condition."""
    # A `srcdoc` document has offsets of its own
    return page.template is not None and not form.frame and page.template.exclusive(one.offset, other.offset)


def is_repeated(page: Page, form: FormTool, control: Element) -> bool:
    """Whether a loop within the form may write a control more than once."""
    if page.template is None or form.frame:
        return False
    around = page.template.around(control.offset)
    return any(branch.kind == "loop" and branch.span.start > form.form.offset for branch in around)


def is_written_again(page: Page, form: FormTool) -> bool:
    """Whether a loop writes a form each time it turns, with no condition in between."""
    if page.template is None or form.frame:
        return False
    innermost = next(iter(page.template.around(form.form.offset)), None)
    return innermost is not None and innermost.kind == "loop" and _ONE_TURN not in innermost.condition
