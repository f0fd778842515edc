"""unexplained-suppression: a comment that silences rules and does not say why; only the linter can know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import Rule
from webmcp_lint.suppressions import Suppression

RULE = Rule(
    name="unexplained-suppression",
    category="surface",
    level=Level.OFF,
    summary="a suppression comment that gives no reason",
    sources=("whoever meets the comment next cannot tell an exception from a shortcut",),
    check=None,
    aliases=(),
    precision="high",
    fix=None,
    since="0.1.0",
)


def find(comments: Sequence[Suppression]) -> Iterator[tuple[Finding, Suppression]]:
    """Yield the comments without a reason; none silences its own finding."""
    for comment in comments:
        if not comment.reason:
            yield (
                Finding(
                    "this comment does not say why it silences a rule"
                    if comment.rules
                    else "this comment does not say why it silences all rules",
                    comment.location,
                    help="write the reason behind a colon: `webmcp-lint-disable-next-line RULE: why`",
                    level=Level.WARNING,
                ),
                comment,
            )
