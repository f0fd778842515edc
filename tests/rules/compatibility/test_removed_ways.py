"""What is left of the old ways to a model context."""

from __future__ import annotations

import pytest

from tests.rules.schema.scripts import findings
from webmcp_lint.rules.compatibility.navigator_model_context import navigator_model_context
from webmcp_lint.rules.compatibility.removed_api import removed_api

REGISTERS = "navigator.modelContext.registerTool({ name: 'find', description: 'Find it.', execute: () => 1 });"


@pytest.mark.parametrize(
    ("before", "is_safe"),
    [
        ("", True),
        ("navigator.modelContext.unregisterTool?.('find');", True),
        ("navigator.modelContext.unregisterTool('find');", False),
    ],
)
def test_a_context_that_is_back_throws_at_what_it_no_longer_has(before: str, *, is_safe: bool) -> None:
    source = f"if (navigator.modelContext) {{ {before} {REGISTERS} }}"
    (finding,) = findings(navigator_model_context, source)
    assert finding.fix is not None
    assert finding.fix.is_safe is is_safe


@pytest.mark.parametrize(
    ("way", "label"),
    [
        ("document.modelContext", "calling it throws a TypeError"),
        ("navigator.modelContext", "`navigator.modelContext` is gone too, since Chrome 152"),
    ],
)
def test_why_a_removed_method_does_nothing(way: str, label: str) -> None:
    (finding,) = findings(removed_api, f"const mc = {way}; if (mc) mc.provideContext({{ tools: [] }});")
    assert finding.label == label


LEGACY = "const mc = navigator.modelContext; if (mc && mc.provideContext) mc.provideContext({ tools: [TOOL] });"
TOOL = "const TOOL = { name: 'find', description: 'Find it.', execute: () => 1 };"


@pytest.mark.parametrize(
    ("before", "labels"),
    [
        ("", ["it is never there, and there is no other way: no agent ever sees `find`"]),
        ("document.modelContext?.registerTool(TOOL);", []),
        ("api.registerTool?.(TOOL);", []),
        ("import { useWebMCP } from 'use-webmcp-tool'; useWebMCP(TOOL);", []),
        ("import '@mcp-b/global';", []),
    ],
)
def test_tools_behind_a_test_for_what_is_gone_are_not_seen_unless_there_is_another_way(
    before: str, labels: list[str]
) -> None:
    assert [finding.label for finding in findings(removed_api, f"{TOOL} {before} {LEGACY}")] == labels


@pytest.mark.parametrize(
    ("after", "count"),
    [
        ("", 1),
        # What hands tools to a context that is given to it is a way, too
        ("export function add(mc, tools) { for (const tool of tools) mc.registerTool(tool); }", 0),
    ],
)
def test_the_only_way(after: str, count: int) -> None:
    tools = "{ tools: [{ name: 'find', description: 'Find it.', execute: () => 1 }] }"
    way = f"const mc = document.modelContext; if (mc?.provideContext) mc.provideContext({tools});"
    assert len(list(findings(removed_api, f"{way} {after}"))) == count
    assert list(findings(removed_api, way.replace(tools, "{ tools: [] }"))) == []
