"""What scripts do with listed tools and with answers, as the rules are told of it."""

from __future__ import annotations

import pytest

from webmcp_lint.site.scripts import Registered, read_scripts
from webmcp_lint.source import SourceFile


def accesses(text: str, path: str = "app.ts") -> list[tuple[str, str]]:
    file = SourceFile(path, text)
    surface = read_scripts([path], [], [path], lambda each: file if each == path else None)
    return [(each.kind, each.location.text) for each in surface.files.get(path, Registered()).accesses]


LISTED = "const mc = document.modelContext; const tools = await mc.getTools(); const tool = tools.find((t) => t.name); "
ANSWER = "const mc = document.modelContext; const answer = await mc.executeTool(tool, {}); "


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("const copy = { ...tool }", ("copy", "...tool")),
        ("tools.map((each) => ({ ...each }))", ("copy", "...each")),
        ("Object.entries(tool)", ("copy", "Object.entries(tool)")),
        ("Object.assign({}, tool)", ("copy", "Object.assign({}, tool)")),
        ("JSON.stringify(tools)", ("copy", "JSON.stringify(tools)")),
        ("chrome.runtime.sendMessage({ tools })", ("copy", "chrome.runtime.sendMessage({ tools })")),
        ("function send(it) { structuredClone(it) } send(tool)", ("copy", "structuredClone(it)")),
        ("for (const each of tools) use(each.window)", ("window", "window")),
        ("for (const each of tools) use(each['window'])", ("window", "'window'")),
        ("JSON.parse(tool.inputSchema ?? '{}')", ("schema-text", "JSON.parse(tool.inputSchema ?? '{}')")),
        ("const f = (s) => JSON.parse(s); f(tool.inputSchema)", ("schema-text", "JSON.parse(s)")),
        ("setInterval(async () => show(await mc.getTools()), 500)", None),
        (
            "mc.getTools().then((all) => all.forEach((each) => structuredClone(each)))",
            ("copy", "structuredClone(each)"),
        ),
    ],
)
def test_uses_of_listed_tools(text: str, expected: tuple[str, str] | None) -> None:
    found = accesses(LISTED + text)
    assert found == [expected or ("poll", text)]


@pytest.mark.parametrize(
    "text",
    [
        "const copy = [...tools]",
        "({ name: tool.name, schema: tool.inputSchema })",
        "JSON.stringify(tools.map(({ name }) => name))",
        "JSON.stringify({ name: tool.name })",
        "Object.keys(tool.inputSchema.properties)",
        "mc.executeTool(tool, { ...input })",
        "if (typeof tool.inputSchema === 'string') JSON.parse(tool.inputSchema)",
        "expect({ ...tool }).toEqual(x)",
        "mc.addEventListener('toolchange', list); setInterval(() => mc.getTools(), 500)",
        "setTimeout(() => mc.getTools(), 500)",
        "const mine = [{ name: 'a' }]; mine.map((each) => ({ ...each }))",
    ],
)
def test_other_uses(text: str) -> None:
    assert accesses(LISTED + text) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("show(answer.content)", "content"),
        ("const { content } = answer", "content"),
        ("show(answer!.content[0].text)", "content"),
        ("show(answer?.content)", "content"),
    ],
)
def test_reads_of_answers(text: str, name: str) -> None:
    assert accesses(ANSWER + text) == [("result", name)]


@pytest.mark.parametrize(
    "text",
    [
        "show(answer.length, answer.trim())",
        "JSON.parse(answer).content",
        "show(typeof answer === 'string' ? answer : answer.content)",
        "if (answer.content) show(answer.content)",
        "show(answer.content ?? answer)",
        "const other = x ? answer : { content: [] }; show(other.content)",
    ],
)
def test_questions_and_texts(text: str) -> None:
    assert accesses(ANSWER + text) == []
