"""What scripts do with the model context, as the rules are told of it."""

from __future__ import annotations

import pytest

from webmcp_lint.site.context_uses import ContextUse
from webmcp_lint.site.scripts import Registered, read_scripts
from webmcp_lint.source import SourceFile


def registered(text: str, **others: str) -> Registered:
    files = {name.replace("_", ".", 1): SourceFile(name.replace("_", ".", 1), each) for name, each in others.items()}
    files["app.js"] = SourceFile("app.js", text)
    surface = read_scripts(list(files), [], ["app.js"], files.get)
    return surface.files.get("app.js", Registered())


def uses(text: str) -> list[ContextUse]:
    return registered(text).uses


def test_members_are_told_by_flow_not_by_name() -> None:
    text = """
        const mc = document.modelContext;
        mc.registerTool({});
        function leave(context) { context.unregisterTool("a"); }
        leave(navigator.modelContext);
        registry.unregisterTool("a");
    """
    assert [(use.member, [read.via for read in use.reads]) for use in uses(text)] == [
        ("registerTool", ["document"]),
        ("unregisterTool", ["navigator"]),
    ]


def test_what_a_window_holds_is_not_the_browsers() -> None:
    assert uses("window.modelContext.provideContext({})") == []


@pytest.mark.parametrize(
    "text",
    [
        "mc.unregisterTool?.('a')",
        "if (mc.unregisterTool) mc.unregisterTool('a')",
        "if (typeof mc.unregisterTool === 'function') mc.unregisterTool('a')",
        "if ('unregisterTool' in mc) { later(() => mc.unregisterTool('a')) }",
        "mc.unregisterTool && mc.unregisterTool('a')",
        "function leave() { if (!mc.unregisterTool) return; mc.unregisterTool('a') }",
        "const can = typeof mc.unregisterTool === 'function'; if (can) mc.unregisterTool('a')",
        "if (!mc.registerTool) mc.unregisterTool('a')",
        "if (typeof mc.registerTool !== 'function') { mc.unregisterTool('a') }",
        "if (mc.getTools === undefined) { mc.unregisterTool('a') }",
        "mc.registerTool ? 0 : mc.unregisterTool('a')",
    ],
)
def test_a_feature_test_guards(text: str) -> None:
    found = uses(f"const mc = document.modelContext; {text}")
    assert [use.is_guarded for use in found if use.member == "unregisterTool" and use.call] == [True]


def test_a_feature_test_guards_in_typescript() -> None:
    text = "const mc = document.modelContext as any; mc.unregisterTool?.('a')"
    files = {"app.ts": SourceFile("app.ts", text)}
    (use,) = read_scripts(["app.ts"], [], ["app.ts"], files.get).files["app.ts"].uses
    assert use.is_guarded


@pytest.mark.parametrize(
    "text",
    [
        "mc.unregisterTool('a')",
        "mc?.unregisterTool('a')",
        "if (mc) mc.unregisterTool('a')",
        "try { mc.unregisterTool('a') } catch {}",
        "if (mc.registerTool) mc.unregisterTool('a')",
        "if (mc.registerTool !== undefined) mc.unregisterTool('a')",
        "function leave() { if (!mc.registerTool) return; mc.unregisterTool('a') }",
    ],
)
def test_other_tests_do_not(text: str) -> None:
    found = uses(f"const mc = document.modelContext; {text}")
    assert [use.is_guarded for use in found if use.member == "unregisterTool" and use.call] == [False]


@pytest.mark.parametrize(
    ("text", "is_fallback"),
    [
        ("if (!document.modelContext) navigator.modelContext.registerTool({})", True),
        ("if ('modelContext' in document) {} else { navigator.modelContext.registerTool({}) }", True),
        ("if (lib) { lib.registerTool({}) } else { navigator.modelContext.registerTool({}) }", True),
        ("if (document.modelContext) navigator.modelContext.registerTool({})", False),
        ("if ('modelContext' in navigator) navigator.modelContext.registerTool({})", False),
    ],
)
def test_a_fallback_is_read_where_the_document_has_none(text: str, *, is_fallback: bool) -> None:
    found = [read for use in uses(text) for read in use.reads if read.via == "navigator"]
    assert [read.is_fallback for read in found] == [is_fallback]


def test_the_word_to_change_is_told_with_its_like() -> None:
    text = "if ('modelContext' in navigator) { const mc = (window.navigator as any).modelContext; mc.registerTool({}) }"
    (read,) = uses(text)[0].reads
    assert read.mention is not None
    assert (read.mention.word.text, [each.word.text for each in read.mentions]) == ("navigator", ["navigator"] * 2)


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("client.requestUserInteraction ? await client.requestUserInteraction(f) : confirm('Sure?')", True),
        ("await client.requestUserInteraction?.(f) ?? showDialog()", True),
        ("if (client.requestUserInteraction) { await client.requestUserInteraction(f) } else { askPerson() }", True),
        ("client.requestUserInteraction ? await client.requestUserInteraction(f) : true", False),
        ("{ if (client.requestUserInteraction) return client.requestUserInteraction(f); return modal(f); }", True),
        ("{ if (client.requestUserInteraction) return client.requestUserInteraction(f); return true; }", False),
        ("await client.requestUserInteraction(f)", False),
    ],
)
def test_a_person_may_be_asked_otherwise(text: str, *, asks: bool) -> None:
    found = uses(f"async function execute(input, client) {{ {text} }}")
    assert [use.asks_otherwise for use in found if use.call] == [asks]


@pytest.mark.parametrize(
    ("text", "supplies"),
    [
        ("navigator.modelContext = shim; navigator.modelContext.registerTool({})", True),
        ("Object.defineProperty(document, 'modelContext', {}); document.modelContext.registerTool({})", True),
        ("import '@mcp-b/global'; navigator.modelContext.registerTool({})", True),
        ("import '@mcp-b/webmcp-polyfill'; navigator.modelContext.registerTool({})", False),
        ("const mc = navigator.modelContext; mc.registerTool({})", False),
    ],
)
def test_a_page_may_bring_its_own(text: str, *, supplies: bool) -> None:
    assert registered(text).supplies_context is supplies


@pytest.mark.parametrize(
    ("text", "replaced"),
    [
        ("navigator.modelContext = { registerTool }", {"navigator"}),
        ("(function () { window.navigator.modelContext = mock })()", {"navigator"}),
        ("(() => { Object.defineProperty(document, 'modelContext', { value: mock }) })()", {"document"}),
        ("Object.defineProperty(document, 'other', { value: mock })", set()),
        ("document.modelContext = mock", set()),
        ("if (!navigator.modelContext) navigator.modelContext = mock", set()),
        ("navigator.modelContext = navigator.modelContext || mock", set()),
        ("(function () { if (has()) return; navigator.modelContext = mock })()", set()),
        ("export function install() { navigator.modelContext = mock }", set()),
    ],
)
def test_a_page_may_put_its_own_in_the_place_of_the_browsers(text: str, replaced: set[str]) -> None:
    assert registered(f"{text}; navigator.modelContext.registerTool({{}})").replaced_contexts == replaced


def test_what_stands_beside_a_file_may_bring_it() -> None:
    text = "export const add = () => navigator.modelContext.registerTool({})"
    main = "import './shim.js'; import { add } from './app.js'; add()"
    assert registered(text, main_js=main, shim_js="navigator.modelContext = {}").supplies_context
    assert not registered(text, main_js=main, shim_js="").supplies_context


@pytest.mark.parametrize(
    ("main", "package", "status"),
    [
        ("import '@mcp-b/global'; import './app.js'", "{}", "listed"),
        ("import './app.js'", '{"dependencies": {"@mcp-b/global": "2"}}', "listed"),
        ("import '@mcp-b/webmcp-polyfill'; import './app.js'", "{}", "removed-api"),
        ("navigator.modelContext ??= { registerTool() {} }; import './app.js'", "{}", "removed-api"),
    ],
)
def test_a_bridge_hands_the_browser_what_is_registered_by_an_api_that_is_gone(
    main: str, package: str, status: str
) -> None:
    tool = "{ name: 'find', description: 'Find it.', execute: () => 1 }"
    for call in (f"registerTool({tool})", f"provideContext({{ tools: [{tool}] }})"):
        found = registered(f"navigator.modelContext.{call}", main_js=main, package_json=package)
        assert [each.status for each in found.tools] == [status]


def test_tests_that_judge_a_call_are_told() -> None:
    text = """
        await expect(document.modelContext.registerTool([])).rejects.toThrow();
        assert.rejects(() => document.modelContext.registerTool());
        document.modelContext.registerTool({});
    """
    assert [use.is_judged for use in uses(text)] == [True, True, False]


@pytest.mark.parametrize(
    ("text", "members"),
    [
        ("", []),
        ("navigator.modelContextTesting", ["modelContextTesting"]),
        ("mc.registerTool(", ["registerTool"]),
        ("if (" * 500, []),
        ("a.registerTool" * 50, []),
    ],
)
def test_broken_scripts_are_read(text: str, members: list[str]) -> None:
    assert [use.member for use in uses(f"const mc = document.modelContext; {text}")] == members


def test_the_script_that_jsx_writes_into_a_page_registers() -> None:
    script = "navigator.modelContext?.registerTool({ name: 'find', description: 'Find it.', execute: () => 1 })"
    files = {"page.jsx": SourceFile("page.jsx", f"const head = <script>{{`{script}`}}</script>;")}
    (tool,) = read_scripts(list(files), [], list(files), files.get).files["page.jsx"].tools
    assert (tool.label, tool.name.location.text) == ("find", "'find'")


@pytest.mark.parametrize(
    ("page", "count"),
    [
        ("import { TEXT } from './app.js'; const head = <script dangerouslySetInnerHTML={{ __html: TEXT }} />;", 1),
        ("import { TEXT } from './app.js'; const code = <pre>{TEXT}</pre>;", 0),
        ("import { TEXT } from './app.js'; function Head() { const TEXT = own(); return <script>{TEXT}</script>; }", 0),
        ("const head = <script>{TEXT}</script>;", 0),
    ],
)
def test_the_script_may_be_the_text_of_another_file(page: str, count: int) -> None:
    script = "navigator.modelContext?.registerTool({ name: 'find', description: 'Find it.', execute: () => 1 })"
    assert len(registered(f"export const TEXT = `{script}`;", page_jsx=page).tools) == count
