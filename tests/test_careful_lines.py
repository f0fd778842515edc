"""Two sites of the fixtures are written with care; without any one of their careful lines, exactly one rule reports it.

Each case takes one of them away. ⟦⟧ stands around what is then reported, in the careless text or, where that is somewhere
else, in `at`.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from webmcp_lint.cli import main

FIXTURES = Path(__file__).parents[1] / "fixtures"
BOARD = "task-board/clean"
READING_LIST = "reading-list/clean"
TARGETS = ("chrome >= 155", "chrome >= 151")


@dataclass(frozen=True)
class Line:
    """A careful line, what is left of it without the care, and what is reported then."""

    rule: str
    file: str
    careful: str
    careless: str
    at: str = ""
    in_file: str = ""
    site: str = BOARD

    @property
    def place(self) -> str:
        return self.at or self.careless


LINES: Sequence[Line] = (
    # Registered where the API is there, and the failure heard of
    Line(
        "unguarded-model-context", "app.js",
        'if ("modelContext" in document) {\n  registerTools();\n}', "registerTools();",
        at="⟦document.modelContext⟧.registerTool(tool, options)", in_file="tools.js",
    ),
    Line(
        "unguarded-model-context", "assistants.js",
        "  if (!context) {\n    return;\n  }\n", "",
        at='⟦context⟧.addEventListener("toolchange"',
    ),
    Line(
        "unguarded-model-context", "focus-timer.js",
        "document.modelContext\n      ?.registerTool", "⟦document.modelContext⟧\n      .registerTool",
    ),
    Line(
        "floating-registration", "focus-timer.js",
        '\n      .catch((error) => console.warn("Agents cannot start the timer:", error))', "",
        at="?.⟦registerTool⟧(",
    ),
    Line("navigator-model-context", "tools.js", "await document.modelContext", "await ⟦navigator.modelContext⟧"),
    Line("removed-api", "tools.js", "registerTool(tool, options)", "⟦provideContext⟧({ tools: [tool] })"),
    Line("controller-as-signal", "tools.js", "signal: offer.signal", "signal: ⟦offer⟧"),
    Line(
        "registration-without-cleanup", "focus-timer.js",
        "    this.#shown.abort();\n", "",
        at="?.⟦registerTool⟧(",
    ),
    Line("invalid-tool-name", "focus-timer.js", '"start-timer"', '⟦"start timer"⟧'),
    Line("duplicate-tool-name", "index.html", '"find-tasks"', '"list-tasks"', at='name: ⟦"list-tasks"⟧', in_file="tools.js"),
    # The call
    Line("missing-signal-default", "tools.js", "(_input, { signal } = {})", "(_input, ⟦{ signal }⟧)"),
    Line("ignored-abort-signal", "tools.js", "`, { signal });", "`);", at="await ⟦fetch⟧("),
    Line(
        "self-unregistering-tool", "tools.js",
        "setTimeout(withdrawClearing);", "withdrawClearing();",
        at="⟦offer?.abort⟧",
    ),
    # What the browser tells
    Line(
        "unknown-tool-event", "assistants.js",
        '"ontoolactivated" in context ? context : window', "window",
        at='"⟦toolactivated⟧"',
    ),
    Line("unknown-tool-event", "assistants.js", 'r("toolactivated"', 'r("⟦toolactivate⟧"'),
    Line(
        "polling-for-tools", "assistants.js",
        'context.addEventListener("toolchange", refresh)', "⟦setInterval(refresh, 1000)⟧",
    ),
    Line(
        "parsed-input-schema", "assistants.js",
        'typeof tool.inputSchema === "string" ? JSON.parse(tool.inputSchema) : tool.inputSchema',
        "⟦JSON.parse(tool.inputSchema)⟧",
    ),
    Line(
        "execute-tool-argument", "assistants.js",
        'tryOut(tool, typeof tool.inputSchema === "string" ? "{}" : {})', 'tryOut(tool, "{}")',
        at="⟦input⟧));",
    ),
    Line(
        "execute-tool-result", "assistants.js",
        "{ error, ...answer } = JSON.parse(await document.modelContext.executeTool(tool, input))",
        "{ ⟦error⟧, ...answer } = await document.modelContext.executeTool(tool, input)",
    ),
    Line("tool-object-copy", "assistants.js", "JSON.stringify(named, null, 2)", "⟦JSON.stringify(tools, null, 2)⟧"),
    # A form that people and agents submit
    Line(
        "form-reset-in-agent-submit", "app.js",
        'titleField.value = ""; // no form.reset() here: it would cancel the call', "⟦form.reset()⟧;",
    ),
    Line(
        "late-respond-with", "app.js",
        "event.respondWith(outcome);", "outcome.then((answer) => ⟦event.respondWith(answer)⟧);",
    ),
    Line(
        "missing-agent-response", "app.js",
        "    event.respondWith(outcome);\n", "",
        at='form.addEventListener("submit", (event) => {\n  ⟦event.preventDefault()⟧',
    ),
    Line(
        "respond-without-prevent-default", "app.js",
        'form.addEventListener("submit", (event) => {\n  event.preventDefault();\n',
        'form.addEventListener("submit", (event) => {\n',
        at="⟦event.respondWith(outcome)⟧",
    ),
    Line(
        "unguarded-respond-with", "app.js",
        "  if (event.agentInvoked) {\n    event.respondWith({ found: titles, of: found.length });\n  }",
        "  ⟦event.respondWith({ found: titles, of: found.length })⟧;",
    ),
    Line("submit-bypasses-event", "app.js", "form.requestSubmit()", "⟦form.submit()⟧"),
    Line("lost-error-reason", "app.js", "    return failure(error);", "    ⟦throw error;⟧"),
    Line(
        "unnamed-required-control", "index.html",
        'id="title" name="title" required autocomplete="off"\n               toolparamdescription="',
        'id="title" required toolparamdescription="',
        at='⟦<input id="title" required toolparamdescription="Short description of the task to add.">⟧',
    ),
    Line("autosubmit-false", "index.html", "toolautosubmit>", '⟦toolautosubmit="false"⟧>'),
    Line(
        "pending-form-tool", "index.html",
        'only these."\n              toolautosubmit>', 'only these.">',
        at='toolname="⟦find-tasks⟧"',
    ),
    # Hints
    Line(
        "undeclared-destructive-tool", "tools.js",
        "annotations: { consequentialHint: true },", "",
        at='⟦"clear-completed"⟧',
    ),
    Line("ineffective-annotation", "tools.js", "consequentialHint", "⟦destructiveHint⟧"),
    Line("missing-read-only-hint", "tools.js", "readOnlyHint: true, ", "", at='⟦"list-tasks"⟧'),
    Line(
        "read-only-tool-mutates", "tools.js",
        "readOnlyHint: false", "readOnlyHint: true",
        at='⟦"complete-task"⟧',
    ),
    Line("non-boolean-annotation", "tools.js", "readOnlyHint: false", 'readOnlyHint: ⟦"false"⟧'),
    # The input
    Line(
        "html-from-input", "tools.js",
        "escapeHtml(remark.trim())", "remark.trim()",
        at="⟦message.innerHTML⟧", in_file="page.js",
    ),
    Line(
        "unguarded-optional-input", "tools.js",
        'remark ? `: ${escapeHtml(remark.trim())}` : "."', "`: ${escapeHtml(⟦remark.trim⟧())}`",
    ),
    Line("undeclared-input", "focus-timer.js", "({ minutes = 25 }) => ({ ends: this.start(minutes)", "({ ⟦duration⟧ = 25 }) => ({ ends: this.start(duration)"),
    Line("undeclared-required", "tools.js", 'required: ["list"]', 'required: [⟦"name"⟧]'),
    Line(
        "missing-additional-properties", "tools.js",
        'required: ["title"],\n    additionalProperties: false,', 'required: ["title"],',
        at="⟦properties⟧: {\n      title",
    ),
    Line("untyped-parameter", "focus-timer.js", '{ type: "integer", ', "{ ", at="⟦minutes⟧: { "),
    Line("contradictory-constraint", "focus-timer.js", "default: 25,", "default: ⟦250⟧,"),
    Line("unknown-tool-property", "focus-timer.js", "inputSchema: {", "⟦parameters⟧: {"),
    Line(
        "prose-enum", "tools.js",
        'enum: ["all", "open", "done"],\n        description: "Which tasks to return. Defaults to all."',
        'description: "One of: ⟦all, open, done⟧."',
    ),
    # The answer
    Line(
        "no-result", "focus-timer.js",
        "({ ends: this.start(minutes).toISOString() })", "{ this.start(minutes); }",
        at="⟦execute⟧: (",
    ),
    Line(
        "inconsistent-result", "tools.js",
        'return { error: "There is no such open task. list-tasks tells their titles.", code: "unknown-task" };', "⟦return;⟧",
    ),
    Line(
        "opaque-error", "tools.js",
        '{ error: "There is no such open task. list-tasks tells their titles.", code: "unknown-task" }',
        '⟦{ error: "Something went wrong." }⟧',
    ),
    Line(
        "error-as-result", "tools.js",
        "return failure(error);\n    }\n    return `Completed “${title}”.`;",
        "console.warn(error);\n    }\n    return ⟦`Completed “${title}”.`⟧;",
    ),
    Line(
        "unserializable-result", "tools.js",
        'added: await addTasks(titles, "normal")', 'added: await addTasks(titles, "normal"), ⟦response⟧',
    ),
    Line("vague-description", "focus-timer.js", '"Start a timer that tells the user when to take a break."', '⟦"Start timer."⟧'),
    # A component of React
    Line(
        "stale-closure", "ReadingList.tsx",
        "books: current.current.slice(0, LISTED), of: current.current.length", "books: ⟦books⟧.slice(0, LISTED), of: books.length",
        site=READING_LIST,
    ),
    Line(
        "registration-without-cleanup", "ReadingList.tsx",
        "    return () => controller.abort();\n", "",
        at="?.⟦registerTool⟧(", site=READING_LIST,
    ),
    Line(
        "unguarded-model-context", "ReadingList.tsx",
        "document.modelContext\n      ?.registerTool", "⟦document.modelContext⟧\n      .registerTool",
        site=READING_LIST,
    ),
    Line("unstable-registration", "ReadingList.tsx", "}, []);", "});", at="⟦useEffect⟧(() =>", site=READING_LIST),
    Line(
        "synthetic-event-agent-invoked", "ReadingList.tsx",
        "submitted = event.nativeEvent as AgentEvent", "submitted = event as unknown as AgentEvent",
        at="⟦submitted.agentInvoked⟧", site=READING_LIST,
    ),
    Line(
        "form-reset-in-agent-submit", "ReadingList.tsx",
        "} else {\n      form.reset();\n    }", "}\n    ⟦form.reset()⟧;",
        site=READING_LIST,
    ),
    Line(
        "missing-agent-response", "ReadingList.tsx",
        "submitted.respondWith?.({ added: title });", "",
        at="⟦event.preventDefault()⟧", site=READING_LIST,
    ),
    Line("dropped-boolean-attribute", "ReadingList.tsx", 'toolautosubmit=""', "⟦toolautosubmit⟧", site=READING_LIST),
)  # fmt: skip


@pytest.mark.parametrize("targets", TARGETS)
@pytest.mark.parametrize("site", [BOARD, READING_LIST])
def test_nothing_is_wrong_with_the_site(capsys: pytest.CaptureFixture[str], site: str, targets: str) -> None:
    assert main([str(FIXTURES / site), "--no-config", "--target", targets]) == 0
    assert capsys.readouterr().out.startswith("nothing wrong")


@pytest.mark.parametrize("line", [pytest.param(line, id=f"{line.rule}:{line.file}") for line in LINES])
def test_one_rule_reports_what_is_left_out(capsys: pytest.CaptureFixture[str], tmp_path: Path, line: Line) -> None:
    site = shutil.copytree(FIXTURES / line.site, tmp_path / "site")
    written = (site / line.file).read_text(encoding="utf-8")
    assert written.count(line.careful) >= 1
    careless = line.careless.replace("⟦", "").replace("⟧", "")
    (site / line.file).write_text(written.replace(line.careful, careless, 1), encoding="utf-8")
    main([str(site), "--no-config", "--target", "chrome >= 151", "--format", "json"])
    found = json.loads(capsys.readouterr().out)["findings"]
    assert [_place(each) for each in found] == [_expected(site, line)]


def _place(finding: dict[str, Any]) -> tuple[Any, ...]:
    start, end = (finding["line"], finding["column"]), (finding["end_line"], finding["end_column"])
    return finding["rule"], Path(finding["path"]).name, start, end


def _expected(site: Path, line: Line) -> tuple[Any, ...]:
    name = line.in_file or line.file
    before, _, rest = line.place.partition("⟦")
    marked, _, after = rest.partition("⟧")
    text = (site / name).read_text(encoding="utf-8")
    start = text.index(before + marked + after) + len(before)
    return line.rule, name, _position(text, start), _position(text, start + len(marked))


def _position(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
