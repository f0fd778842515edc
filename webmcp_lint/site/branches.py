"""Which parts of a template stand on one page together, and which come more than once."""

from __future__ import annotations

from webmcp_lint.browser.forms import FormTool
from webmcp_lint.site.page import Page
from webmcp_lint.syntax.dom import Element


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


def repeating_loop(page: Page, form: FormTool) -> str | None:
    """Return the head of the loop that writes a form as often as it turns, with no condition in between."""
    if page.template is None or form.frame:
        return None
    innermost = next(iter(page.template.around(form.form.offset)), None)
    return innermost.condition if innermost is not None and innermost.kind == "loop" else None
