"""unnamed-control."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.browser.forms import Code
from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.forms.unnamed import unnamed_controls
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page


@rule(
    level=Level.WARNING,
    summary='a control without a name, which is no parameter or one called `""`',
    sources=("Chromium 156: H-noname00 …, L-noname00 … L-noname20 (FormModelContextParameterMissingName)",),
    aliases=(Code.PARAMETER_MISSING_NAME.value,),
)
def unnamed_control(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the controls of form tools that have no name and need none to be submitted."""
    for unnamed in unnamed_controls(page, Code.PARAMETER_MISSING_NAME):
        is_parameter = unnamed.group.is_emitted
        yield Finding(
            "a control has no `name`",
            unnamed.location,
            label='an agent sees a parameter called ""'
            if is_parameter
            else "it is no parameter: an agent cannot fill it",
            help="give it a `name`",
            tool=unnamed.tool.label,
            related=() if is_parameter else unnamed.company,
        )
