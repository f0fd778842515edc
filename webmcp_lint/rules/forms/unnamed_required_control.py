"""unnamed-required-control."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.browser.forms import Code
from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.forms.constraints import starts_empty
from webmcp_lint.rules.forms.unnamed import unnamed_controls
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page


@rule(
    level=Level.ERROR,
    summary="a required control without a name, which an agent cannot fill",
    sources=(
        "Chromium 156: H-noname-req (FormModelContextRequiredParameterMissingName)",
        "Chromium 156: D-validation-fail",
    ),
    aliases=(Code.REQUIRED_PARAMETER_MISSING_NAME.value,),
)
def unnamed_required_control(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the required controls of form tools that have no name."""
    for unnamed in unnamed_controls(page, Code.REQUIRED_PARAMETER_MISSING_NAME):
        is_parameter = unnamed.group.is_emitted
        blocks = not is_parameter and unnamed.is_validated and starts_empty(unnamed.control)
        if is_parameter:
            label = 'an agent sees a required parameter called ""'
        elif blocks:
            label = "it is no parameter, and the form cannot be submitted without it"
        else:
            label = "it is no parameter"
        yield Finding(
            "a required control has no `name`",
            unnamed.location,
            label=label,
            help="give it a `name`",
            tool=unnamed.tool.label,
            related=() if is_parameter else unnamed.company,
            level=Level.ERROR if blocks else Level.WARNING,
        )
