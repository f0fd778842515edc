"""autosubmit-consequential-form."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.browser.forms import FormTool
from webmcp_lint.findings import Finding, Fix, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.forms.autosubmit_false import MEANS_OFF
from webmcp_lint.rules.forms.removal import is_written, without
from webmcp_lint.rules.forms.submitters import button_text, submitters
from webmcp_lint.settings import Settings
from webmcp_lint.site.consequences import consequence_of_address, consequence_of_name, consequence_of_text, only_looks
from webmcp_lint.site.inline_scripts import has_script
from webmcp_lint.site.page import Page
from webmcp_lint.site.tool import Tool
from webmcp_lint.source import Location


@rule(
    level=Level.WARNING,
    summary="`toolautosubmit` on a form that pays, orders, books, sends, publishes, cancels or deletes",
    sources=(
        "Chromium 156: with `toolautosubmit` a call is validated and submitted, without it the browser waits for a person",
        "WebMCP specification: declarative tools",
    ),
    fix="unsafe",
)
def autosubmit_consequential_form(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the auto-submits of forms whose words say that their effect is hard to take back."""
    is_scripted = has_script(page.document)
    for tool in page.tools:
        if tool.form is None:
            continue
        attribute = tool.form.form.get("toolautosubmit")
        if attribute is None or not attribute.certain or attribute.value.strip().lower() in MEANS_OFF:
            continue
        stated = _stated_consequence(tool, tool.form, is_scripted=is_scripted)
        if stated is None:
            continue
        effect, location = stated
        yield Finding(
            f"`toolautosubmit` lets an agent {effect} with no person looking",
            attribute.location,
            label="the call is submitted at once; without the attribute the browser fills the form and waits for a person",
            help="leave it out; that is a step of review, no border of security: the server has to check the request too",
            tool=tool.label,
            related=(Related(location, f"says that it can {effect}"),),
            fix=Fix("remove it", (without(attribute),), is_safe=False) if is_written(attribute) else None,
        )


def _stated_consequence(tool: Tool, form: FormTool, *, is_scripted: bool) -> tuple[str, Location] | None:
    """Return what a form that changes something says it does, and where."""
    element = form.form
    buttons = submitters(form)
    methods = [element.value("method"), *(button.value("formmethod") for button in buttons)]
    is_post = any(method.lower() == "post" for method in methods)
    # A form that goes nowhere by itself is a script's, which may do anything
    goes_nowhere = not {"method", "action"} & element.attributes.keys() and not element.is_open
    if not is_post and not (is_scripted and goes_nowhere):
        return None
    said = [
        (consequence_of_name(tool.name.known or ""), tool.name.location),
        (consequence_of_text(tool.description.known or ""), tool.description.location),
    ]
    if is_post and not any(only_looks(text.known or "") for text in (tool.name, tool.description)):
        said += ((consequence_of_text(button_text(button)), button.location) for button in buttons)
        action = element.get("action")
        if action is not None:
            said.append((consequence_of_address(action.value), action.value_or_name))
    return next(((effect, location) for effect, location in said if effect is not None), None)
