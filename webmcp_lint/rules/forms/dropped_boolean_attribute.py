"""dropped-boolean-attribute."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.source import Edit
from webmcp_lint.syntax.dom import Attribute


@rule(
    level=Level.ERROR,
    summary="a `toolautosubmit` that React drops, because its value is a boolean",
    sources=("Chromium 156 with React 19.3.1: `toolautosubmit` and `toolautosubmit={true}` never reach the page",),
    fix="safe",
)
def dropped_boolean_attribute(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the booleans that React's JSX gives `toolautosubmit`."""
    for rendering in page.rendered:
        for form, attribute in rendering.dropped:
            name = form.get("toolname")
            if attribute.name == "toolautosubmit" and form.is_html("form"):
                yield Finding(
                    f"`{attribute.location.text}` never reaches the page",
                    attribute.location,
                    label="React drops a boolean for an attribute it does not know: the call waits for a person",
                    help='write `toolautosubmit=""`',
                    tool=name.value if name is not None and name.is_static else None,
                    fix=_fix(attribute),
                )


def _fix(attribute: Attribute) -> Fix:
    value = attribute.value_location
    if value is None or value.text == "true":
        text = f'{attribute.name_location.text}=""'
        return Fix("write an empty text", (Edit(attribute.location, text),), is_safe=True)
    choice = f'{value.text} ? "" : undefined'
    return Fix("choose between a text and nothing", (Edit(value, choice),), is_safe=False)
