"""Which calls are certainly made together."""

from __future__ import annotations

import pytest

from webmcp_lint.site.scripts import Registered, read_scripts
from webmcp_lint.site.tool import Declaration
from webmcp_lint.source import SourceFile


def declarations(text: str) -> list[Declaration]:
    file = SourceFile("app.js", f"const mc = document.modelContext; {text}")
    surface = read_scripts(["app.js"], [], ["app.js"], {"app.js": file}.get)
    tools = surface.files.get("app.js", Registered()).tools
    return sorted((each for tool in tools for each in tool.declarations), key=lambda each: each.call.span)


@pytest.mark.parametrize(
    "text",
    [
        "mc.registerTool({name: 'a'}); mc.registerTool({name: 'b'})",
        "mc?.registerTool({name: 'a'}); { await mc.registerTool({name: 'b'}) }",
        "mc.registerTool({name: 'a'}).catch(warn); const done = mc.registerTool({name: 'b'})",
        "function add() { mc.registerTool({name: 'a'}); if (x) return; mc.registerTool({name: 'b'}) } add()",
        "if (mc) { mc.registerTool({name: 'a'}); mc.registerTool({name: 'b'}) }",
    ],
)
def test_calls_on_one_path(text: str) -> None:
    one, other = declarations(text)
    assert one.path is not None
    assert other.path is not None
    assert one.path.block == other.path.block


@pytest.mark.parametrize(
    "text",
    [
        "if (x) mc.registerTool({name: 'a'}); else mc.registerTool({name: 'b'})",
        "if (x) { mc.registerTool({name: 'a'}) } mc.registerTool({name: 'b'})",
        "x && mc.registerTool({name: 'a'}); mc.registerTool({name: 'b'})",
        "function f() { mc.registerTool({name: 'a'}) } function g() { mc.registerTool({name: 'b'}) } f(); g()",
        "mc.registerTool({name: 'a'}); controller.abort(); mc.registerTool({name: 'b'})",
    ],
)
def test_calls_that_need_not_both_be_made(text: str) -> None:
    one, other = declarations(text)
    assert one.path is None or other.path is None or one.path.block != other.path.block


@pytest.mark.parametrize(
    ("loop", "is_whole"),
    [
        ("for (const tool of tools) mc.registerTool(tool)", True),
        ("tools.forEach((tool) => mc.registerTool(tool))", True),
        ("for (const tool of tools) { mc.registerTool(tool) }", True),
        ("for (const tool of tools) { if (tool.off) continue; mc.registerTool(tool) }", False),
        ("for (const tool of tools) { if (on(tool)) { mc.registerTool(tool) } }", False),
    ],
)
def test_a_loop_may_leave_out_some(loop: str, *, is_whole: bool) -> None:
    found = declarations(f"const tools = [{{name: 'a'}}, {{name: 'b'}}]; {loop}")
    assert [each.path is not None and each.path.is_whole for each in found] == [is_whole] * 2
    assert found[0].array == found[1].array is not None
