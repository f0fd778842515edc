"""Where the number of a page's tools becomes a fault."""

from __future__ import annotations

import pytest

from webmcp_lint.findings import Level
from webmcp_lint.rules.surface.too_many_tools import too_many_tools
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import read_page, script_page
from webmcp_lint.site.scripts import read_scripts
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


def test_what_several_files_declare_by_one_helper_is_not_on_one_page() -> None:
    helper = "import './a.js'; import './b.js'; export const add = (tool) => document.modelContext.registerTool(tool);"
    calls = "".join(f"add({{ name: 'x{number}', description: 'd', execute() {{}} }});" for number in range(30))
    tools = f"import {{ add }} from './helper.js'; {calls}"
    files = {name: SourceFile(name, text) for name, text in {"helper.js": helper, "a.js": tools, "b.js": tools}.items()}
    registered = read_scripts(list(files), [], ["helper.js"], files.get).files["helper.js"]
    page = script_page(files["helper.js"], registered)
    assert len(page.tools) == 60
    assert too_many_tools.check is not None
    assert list(too_many_tools.check(page, Settings())) == []
