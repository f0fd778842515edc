"""Schemas as scripts write them, and what a rule finds in them."""

from __future__ import annotations

from webmcp_lint.findings import Finding
from webmcp_lint.fixes import applied, chosen
from webmcp_lint.rules import Rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page, script_page
from webmcp_lint.site.scripts import Registered, read_scripts
from webmcp_lint.source import SourceFile


def tool(schema: str, name: str = "tool") -> str:
    return (
        f'document.modelContext.registerTool({{ name: "{name}", description: "Does it.", '
        f"inputSchema: {schema}, execute: (input) => run(input) }});\n"
    )


def properties(written: str) -> str:
    return tool(f'{{ type: "object", properties: {{ {written} }} }}')


def page(**sources: str) -> Page:
    """Return the page of `main.js`; `other` is the text of `other.js`."""
    files = {f"{name}.js": SourceFile(f"{name}.js", text) for name, text in sources.items()}
    registered = read_scripts(list(files), [], ["main.js"], files.get).files.get("main.js", Registered())
    return script_page(files["main.js"], registered)


def findings(rule: Rule, source: str, clients: str = "chrome", **others: str) -> list[Finding]:
    assert rule.check is not None
    settings = Settings(clients=frozenset(clients.split(",")))
    return list(rule.check(page(main=source, **others), settings))


def messages(rule: Rule, source: str, clients: str = "chrome") -> list[str]:
    return [each.message for each in findings(rule, source, clients)]


def fixed(found: list[Finding]) -> str:
    fixes = [each.fix for each in found if each.fix is not None]
    return applied(found[0].location.file, chosen(fixes, unsafe=True))
