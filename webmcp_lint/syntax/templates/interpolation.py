"""Pages whose text a script fills in: `{{ value }}` of Vue, Angular and their like."""

from __future__ import annotations

from webmcp_lint.syntax.templates.dialects import markup
from webmcp_lint.syntax.templates.draft import Draft
from webmcp_lint.syntax.templates.jinja import read_values


def read(draft: Draft) -> None:
    """Mask the values outside scripts and style sheets, where `{{` is code."""
    for start, end in markup(draft.text):
        read_values(draft, start, end)
