"""The model context is known by flow, never by a name: aliases, parameters, fields, helpers; and what is none."""

from __future__ import annotations

import pytest

from tests.program.reading import tools

T = "{name: 't', description: 'd', execute() {}}"

REGISTERED = [
    f"navigator.modelContext.registerTool({T})",
    f"document.modelContext.registerTool({T})",
    f"window.navigator.modelContext.registerTool({T})",
    f"navigator.modelContext?.registerTool({T})",
    f"navigator['modelContext']['registerTool']({T})",
    f"(navigator as any).modelContext.registerTool({T})",
    f"(navigator as any)!.modelContext!.registerTool({T})",
    f"const mc = navigator.modelContext; mc.registerTool({T})",
    f"const {{modelContext}} = navigator; modelContext.registerTool({T})",
    f"const {{modelContext: mc}} = navigator; mc.registerTool({T})",
    f"const {{registerTool}} = navigator.modelContext; registerTool({T})",
    f"const {{registerTool: add}} = navigator.modelContext; add({T})",
    f"const add = navigator.modelContext.registerTool.bind(navigator.modelContext); add({T})",
    f"navigator.modelContext.registerTool.call(navigator.modelContext, {T})",
    f"const mc = navigator.modelContext ?? document.modelContext; mc.registerTool({T})",
    f"const mc = navigator.modelContext || polyfill(); mc.registerTool({T})",
    f"const mc = 'modelContext' in navigator ? navigator.modelContext : null; mc?.registerTool({T})",
    f"const mc = 'modelContext' in navigator && navigator.modelContext; if (mc) mc.registerTool({T})",
    f"function f(mc) {{ mc.registerTool({T}) }} f(navigator.modelContext)",
    f"function mc() {{ return navigator.modelContext }} mc().registerTool({T})",
    f"const mc = () => {{ if (!navigator.modelContext) return null; return navigator.modelContext }}; mc()?.registerTool({T})",
    f"class A {{ mc = navigator.modelContext; f() {{ this.mc.registerTool({T}) }} }}",
    f"class A {{ constructor(private mc = navigator.modelContext) {{}} f() {{ this.mc.registerTool({T}) }} }}",
    f"class A {{ constructor(mc) {{ this.mc = mc }} f() {{ this.mc.registerTool({T}) }} }} new A(navigator.modelContext)",
    f"for (const mc of [navigator.modelContext, document.modelContext]) mc.registerTool({T})",
    f"let mc; if (navigator.modelContext) mc = navigator.modelContext; mc.registerTool({T})",
    f"const n = navigator; n.modelContext.registerTool({T})",
    f"(async () => {{ const mc = await navigator.modelContext; mc.registerTool({T}) }})()",
    f"x.modelContext.registerTool({T})",
    f"navigator.modelContext.provideContext({{tools: [{T}]}})",
    f"const tools = [{T}]; navigator.modelContext.provideContext({{tools}})",
    f"const reg = (mc, t) => mc.registerTool(t); reg(navigator.modelContext, {T})",
    f"const reg = t => navigator.modelContext.registerTool(t); [{T}].forEach(reg)",
    f"const reg = t => navigator.modelContext.registerTool({{...t, title: 'T'}}); reg({T})",
    f"const TOOLS = {{a: {T}}}; for (const t of Object.values(TOOLS)) navigator.modelContext.registerTool(t)",
    "const TOOLS = {t: {description: 'd'}}; for (const [name, t] of Object.entries(TOOLS)) navigator.modelContext.registerTool({name, ...t})",
    "function make(name) { return {name} } navigator.modelContext.registerTool(make('t'))",
    f"const o = {{tools: [{T}]}}; o.tools.map(t => navigator.modelContext.registerTool(t))",
    f"import {{useWebMCP}} from '@mcp-b/react-webmcp'; function A() {{ useWebMCP({T}) }}",
    f"import {{useWebMCP as use}} from '@mcp-b/react-webmcp'; function A() {{ use({T}) }}",
    f"import * as W from 'usewebmcp'; function A() {{ W.useWebMCP({T}) }}",
    f"import {{provideExperimentalWebMcpTools}} from '@angular/core'; provideExperimentalWebMcpTools([{T}])",
]  # fmt: skip

NOT_REGISTERED = [
    f"server.registerTool('t', {T}, () => {{}})",
    f"import {{McpServer}} from '@modelcontextprotocol/sdk/server/mcp.js'; const server = new McpServer(); server.registerTool('t', {T}, cb)",
    f"import {{McpServer}} from '@modelcontextprotocol/sdk/server/mcp.js'; class S {{ server = new McpServer(); f() {{ this.server.registerTool('t', {T}, cb) }} }}",
    f"class S {{ registerTool(t) {{}} }} new S().registerTool({T})",
    f"const o = {{registerTool(t) {{}}}}; o.registerTool({T})",
    f"function f(server) {{ server.registerTool({T}) }} f(new Server())",
    f"function f(modelContext) {{ modelContext.registerTool({T}) }} f({{registerTool() {{}}}})",
    f"const mc = navigator.other; mc.registerTool({T})",
    f"registerTool({T})",
    f"import {{registerTool}} from 'somewhere'; registerTool({T})",
    f"import {{useWebMCP}} from './mine'; useWebMCP({T})",
    "navigator.modelContext.unregisterTool('t')",
    f"navigator.modelContext.other({T})",
    "for (const t of []) navigator.modelContext.registerTool(t)",
    "function never(t) { if (false) navigator.modelContext.registerTool(t) }",
]  # fmt: skip


@pytest.mark.parametrize("source", REGISTERED)
def test_a_tool_is_registered(source: str) -> None:
    assert tools({"main.ts": source}) == ["t"]


@pytest.mark.parametrize("source", NOT_REGISTERED)
def test_nothing_is_registered(source: str) -> None:
    assert [name for name in tools({"main.ts": source}) if not name.startswith("⟨")] == []


ONCE = [
    "const known = new Set(); function add(name) { if (known.has(name)) return; known.add(name); REGISTER }",
    "const known = new Set(); function add(name) { if (!known.has(name)) { known.add(name); REGISTER } }",
    "const known = new Map(); function add(name) { if (known.has(name)) { return } REGISTER; known.set(name, 1) }",
    "const known = new Map(); function add(name) { const old = known.get(name); if (old) return; known.set(name, {}); REGISTER }",
    (
        "class A { known = new Set(); add(name) { if (this.known.has(name)) return; this.known.add(name); REGISTER } } "
        "const a = new A(), add = name => a.add(name);"
    ),
]


@pytest.mark.parametrize("source", ONCE)
def test_what_is_registered_once_is_registered(source: str) -> None:
    register = "navigator.modelContext.registerTool({name})"
    assert tools(f"{source.replace('REGISTER', register)} add('a'); add('b')") == ["a", "b"]


def test_wrappers_across_files() -> None:
    sources = {
        "context.ts": "export const context = () => navigator.modelContext ?? null",
        "register.ts": "import {context} from './context'; export const add = (prefix, t) => context()?.registerTool({...t, name: prefix + t.name})",
        "tools/one.ts": "export const one = {name: 'one', description: 'd'}",
        "tools/index.ts": "export * from './one'; export const two = {name: 'two', description: 'd'}",
        "main.ts": "import {add} from './register'; import * as all from './tools'; for (const t of Object.values(all)) add('my_', t)",
    }
    assert sorted(tools(sources)) == ["my_one", "my_two"]
