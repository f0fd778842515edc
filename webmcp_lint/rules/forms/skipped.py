"""Controls that the browser passes over because they are disabled or read-only."""

from __future__ import annotations

from webmcp_lint.browser.forms import FormTool, Skipped
from webmcp_lint.syntax.dom import Attribute, Element


def cause(control: Element, reason: Skipped) -> Attribute | None:
    """Return the attribute that makes the browser skip a control; None where a template decides whether it is there.

    What disables a control may stand on a fieldset around it.
    """
    around = (control, *(ancestor for ancestor in control.ancestors if ancestor.is_html("fieldset")))
    written = [attribute for element in around if (attribute := element.get(reason.value))]
    return next((attribute for attribute in written if attribute.certain), None)


def surely_skipped(form: FormTool) -> list[tuple[Element, Skipped, Attribute]]:
    """Return the controls that no template can bring back, each with why and with the attribute that says so."""
    causes = ((control, reason, cause(control, reason)) for control, reason in form.skipped)
    return [(control, reason, attribute) for control, reason, attribute in causes if attribute is not None]
