"""One finding for one place, however many calls lead to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from webmcp_lint.findings import Finding
from webmcp_lint.source import Location


def once(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the first finding of each place."""
    seen: set[Location] = set()
    for finding in findings:
        if finding.location not in seen:
            seen.add(finding.location)
            yield finding
