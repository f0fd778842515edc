"""Where the number of a page's tools becomes a fault."""

from __future__ import annotations

import pytest

from webmcp_lint.findings import Level
from webmcp_lint.rules.surface.too_many_tools import too_many_tools
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import read_page
from webmcp_lint.source import SourceFile


@pytest.mark.parametrize(
    ("count", "clients", "found"),
    [
        (40, "chrome", None),
        (41, "chrome", ("tool-40", None)),
        (129, "chrome", ("tool-40", None)),
        (128, "openai", ("tool-40", None)),
        (129, "openai", ("tool-128", Level.ERROR)),
    ],
)
def test_too_many_tools(count: int, clients: str, found: tuple[str, Level | None] | None) -> None:
    forms = "".join(f"<form toolname=tool-{number} tooldescription=d></form>" for number in range(count))
    page = read_page(SourceFile("page.html", forms))
    assert too_many_tools.check is not None
    findings = list(too_many_tools.check(page, Settings(clients=frozenset({clients}))))
    assert [(finding.tool, finding.level) for finding in findings] == ([] if found is None else [found])
