"""Controls that the browser passes over because they are disabled or read-only."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.browser.forms import FormTool, Skipped
from webmcp_lint.syntax.dom import Attribute, Element


def surely_skipped(form: FormTool) -> Iterator[tuple[Element, Skipped, Attribute]]:
    """Yield the controls that no template can bring back, each with why and with the attribute that says so."""
    for control, reason in form.skipped:
        if attribute := cause(control, reason):
            yield control, reason, attribute


def cause(control: Element, reason: Skipped) -> Attribute | None:
    """Return what makes the browser skip a control; None where a template decides whether it is there.

    What disables a control may stand on a fieldset around it.
    """
    own = control.get(reason.value)
    if own is not None and own.certain:
        return own
    inside = control
    for ancestor in control.ancestors if reason is Skipped.DISABLED else ():
        disabled = ancestor.get("disabled") if ancestor.is_html("fieldset") else None
        # A disabled fieldset leaves its first legend alone
        if disabled is not None and disabled.certain and not inside.is_html("legend"):
            return disabled
        inside = ancestor
    return None
