"""missing-origin-trial."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.origin_trials import trial_tokens
from webmcp_lint.site.page import Page
from webmcp_lint.site.sent_headers import served_tools


@rule(
    level=Level.OFF,
    summary="a page with tools and no token of the origin trial",
    sources=("assistant-ui#7653: without a token or a flag, Chrome 153 has no model context at all",),
)
def missing_origin_trial(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the first tool of a page to which neither its markup nor the project's headers bring a token."""
    tools = served_tools(page)
    if not tools or not page.is_document or any(each.token.is_for_webmcp for each in trial_tokens(page)):
        return
    yield Finding(
        "no token of the origin trial comes with this page",
        tools[0].name.location,
        label="without one, Chrome gives visitors no `document.modelContext`, and makes no tool of a form",
        help='add the token of your origin: `<meta http-equiv="origin-trial" content="…">`, or an `Origin-Trial` header',
        tool=tools[0].label,
    )
