"""The language server through its real process, as an editor meets it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import CAPABILITIES, Client
from tests.server.conftest import CLEAN, PAGE, SCRIPT
from webmcp_lint import rule_pages

Edit = Callable[..., Client]


class TestDiagnostics:
    def test_all_that_is_wrong_in_a_folder_is_told_without_a_file_open(self, folder: Path, edit: Edit) -> None:
        client = edit(folder)
        [fault] = client.wait_for((folder / "index.html").as_uri(), ["autosubmit-false"])
        assert fault["range"] == {"start": {"line": 3, "character": 6}, "end": {"line": 3, "character": 28}}
        assert fault["severity"] == 1
        assert fault["source"] == "webmcp-lint"
        assert fault["message"].startswith('`toolautosubmit="false"` submits without a person')
        assert fault["codeDescription"]["href"].startswith(str(rule_pages.home()))
        client.wait_for((folder / "app.js").as_uri(), ["non-boolean-annotation"])

    def test_what_is_typed_wins_and_goes_again(self, folder: Path, edit: Edit) -> None:
        client, page = edit(folder), (folder / "index.html").as_uri()
        client.open(page, PAGE)
        client.wait_for(page, ["autosubmit-false"])
        client.change(page, CLEAN)
        client.wait_for(page, [])
        client.close(page)
        client.wait_for(page, ["autosubmit-false"])

    def test_the_findings_of_a_page_change_with_its_script(self, folder: Path, edit: Edit) -> None:
        (folder / "app.js").write_text(SCRIPT.replace("list-tasks", "add-task"), encoding="utf-8")
        client, script = edit(folder), (folder / "app.js").as_uri()
        client.wait_for(script, ["duplicate-tool-name", "non-boolean-annotation"])
        client.open(script, SCRIPT, "javascript")
        client.wait_for(script, ["non-boolean-annotation"])
        client.change(script, SCRIPT.replace("list-tasks", "add-task"))
        [duplicate, _] = client.wait_for(script, ["duplicate-tool-name", "non-boolean-annotation"])
        assert duplicate["relatedInformation"][0]["location"]["uri"] == (folder / "index.html").as_uri()

    def test_a_file_that_is_made_or_deleted_behind_the_editor(self, folder: Path, edit: Edit) -> None:
        client, other = edit(folder), folder / "other.html"
        client.wait_for((folder / "index.html").as_uri(), ["autosubmit-false"])
        other.write_text(PAGE, encoding="utf-8")
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": other.as_uri(), "type": 1}]})
        client.wait_for(other.as_uri(), ["autosubmit-false"])
        other.unlink()
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": other.as_uri(), "type": 3}]})
        client.wait_for(other.as_uri(), [])
        assert client.asked[0]["method"] == "client/registerCapability"

    def test_columns_are_counted_as_agreed(self, folder: Path, edit: Edit) -> None:
        text = PAGE.replace("      toolauto", '      title="😀é" toolauto')
        for encodings, column in (None, 18), (["utf-8"], 21), (["utf-32", "utf-16"], 17), (["x"], 18):
            general = {} if encodings is None else {"general": {"positionEncodings": encodings}}
            client, page = edit(folder, capabilities={**CAPABILITIES, **general}), (folder / "index.html").as_uri()
            client.open(page, text)
            assert client.request("textDocument/documentSymbol", {"textDocument": {"uri": page}})
            [fault] = client.wait_for(page, ["autosubmit-false"])
            assert fault["range"]["start"]["character"] == column, encodings


class TestConfiguration:
    def test_it_is_read_again_when_it_is_saved(self, folder: Path, edit: Edit) -> None:
        client, page = edit(folder), (folder / "index.html").as_uri()
        client.wait_for(page, ["autosubmit-false"])
        file = folder / "webmcp-lint.toml"
        file.write_text('select = ["non-boolean-annotation"]\n', encoding="utf-8")
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": file.as_uri(), "type": 2}]})
        client.wait_for(page, [])

    def test_what_is_wrong_in_it_is_told_where_it_stands(self, folder: Path, edit: Edit) -> None:
        client, page = edit(folder), (folder / "index.html").as_uri()
        client.wait_for(page, ["autosubmit-false"])
        file = folder / "webmcp-lint.toml"
        good = file.read_text(encoding="utf-8")
        file.write_text(f'{good}ignore = ["vauge-description"]\n', encoding="utf-8")
        client.notify("textDocument/didSave", {"textDocument": {"uri": file.as_uri()}})
        [fault] = client.wait_for(file.as_uri(), ["configuration"])
        assert fault["range"]["start"]["line"] == 1
        assert 'did you mean "vague-description"' in fault["message"]
        assert client.rules(page) == ["autosubmit-false"], "what held before holds on"
        file.write_text(good, encoding="utf-8")
        client.notify("textDocument/didSave", {"textDocument": {"uri": file.as_uri()}})
        client.wait_for(file.as_uri(), [])

    def test_a_baseline_keeps_what_is_known_out(self, folder: Path, edit: Edit) -> None:
        command = [sys.executable, "-m", "webmcp_lint", ".", "--baseline", "known.json", "--write-baseline"]
        subprocess.run(command, cwd=folder, check=False, capture_output=True)
        with (folder / "webmcp-lint.toml").open("a") as file:
            file.write('baseline = "known.json"\n')
        client, page = edit(folder), (folder / "index.html").as_uri()
        client.open(page, PAGE)
        client.change(
            page, PAGE.replace("</form>", '</form>\n<form toolname=b tooldescription="B." toolautosubmit=no></form>')
        )
        [fault] = client.wait_for(page, ["autosubmit-false"])
        assert fault["range"]["start"]["line"] == 6


class TestFolders:
    def test_folders_come_and_go(self, folder: Path, edit: Edit) -> None:
        client, page = edit(), (folder / "index.html").as_uri()
        named = {"uri": folder.as_uri(), "name": "site"}
        client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [named], "removed": []}})
        client.wait_for(page, ["autosubmit-false"])
        client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [named]}})
        client.wait_for(page, [])

    def test_a_file_outside_is_linted_alone(self, folder: Path, edit: Edit) -> None:
        client, page = edit(), (folder / "index.html").as_uri()
        client.open(page, PAGE)
        client.wait_for(page, ["autosubmit-false"])
        client.close(page)
        client.wait_for(page, [])
        assert (folder / "app.js").as_uri() not in client.diagnostics

    def test_a_document_without_a_file(self, edit: Edit) -> None:
        client = edit()
        client.open("untitled:Untitled-1", PAGE)
        client.wait_for("untitled:Untitled-1", ["autosubmit-false"])
        client.open("untitled:Untitled-2", f"await {SCRIPT}", "javascript")
        client.wait_for("untitled:Untitled-2", ["non-boolean-annotation"])
        client.close("untitled:Untitled-1")
        client.wait_for("untitled:Untitled-1", [])

    def test_a_file_that_is_not_saved_yet(self, folder: Path, edit: Edit) -> None:
        client, page = edit(folder), (folder / "new.html").as_uri()
        client.open(page, PAGE)
        client.wait_for(page, ["autosubmit-false"])


class TestQuestions:
    def ask(self, client: Client, method: str, uri: str, **more: object) -> Any:  # noqa: ANN401  JSON
        return client.request(f"textDocument/{method}", {"textDocument": {"uri": uri}, **more})

    def test_what_an_agent_sees(self, folder: Path, edit: Edit) -> None:
        client, page, script = edit(folder), (folder / "index.html").as_uri(), (folder / "app.js").as_uri()
        client.open(page, PAGE)
        client.open(script, SCRIPT, "javascript")
        hover = self.ask(client, "hover", page, position={"line": 2, "character": 8})
        assert hover["contents"]["kind"] == "markdown"
        assert hover["contents"]["value"].startswith("**add\\-task** — form · auto\\-submit · about ")
        assert "- `title` string, required — What is to be done." in hover["contents"]["value"]
        assert '```json\n{\n  "type": "object",' in hover["contents"]["value"]
        assert hover["range"]["start"]["line"] == 2
        hover = self.ask(client, "hover", script, position={"line": 1, "character": 12})
        assert hover["contents"]["value"].startswith("**list\\-tasks** — script · ")
        assert self.ask(client, "hover", script, position={"line": 5, "character": 25}) is None, "in `execute`"
        assert self.ask(client, "hover", page, position={"line": 0, "character": 3}) is None

    def test_plain_text_and_a_flat_outline_for_editors_that_show_no_more(self, folder: Path, edit: Edit) -> None:
        client, page = edit(folder, capabilities={}), (folder / "index.html").as_uri()
        client.open(page, PAGE)
        hover = self.ask(client, "hover", page, position={"line": 2, "character": 8})
        assert hover["contents"]["kind"] == "plaintext"
        assert hover["contents"]["value"].startswith("add-task — form · auto-submit · about ")
        [tool] = self.ask(client, "documentSymbol", page)
        assert (tool["name"], tool["location"]["uri"]) == ("add-task", page)
        [fault] = client.wait_for(page, ["autosubmit-false"])
        assert "codeDescription" not in fault

    def test_an_outline(self, folder: Path, edit: Edit) -> None:
        client, page, script = edit(folder), (folder / "index.html").as_uri(), (folder / "app.js").as_uri()
        client.open(page, PAGE)
        [form] = self.ask(client, "documentSymbol", page)
        assert (form["name"], form["detail"]) == ("add-task", "form, auto-submit")
        assert [(each["name"], each["detail"]) for each in form["children"]] == [("title", "string, required")]
        client.open(script, SCRIPT, "javascript")
        [tool] = self.ask(client, "documentSymbol", script)
        assert tool["name"] == "list-tasks"
        assert (tool["range"]["start"]["line"], tool["range"]["end"]["line"]) == (0, 6)
        assert tool["selectionRange"]["start"]["line"] == 1

    def test_actions(self, folder: Path, edit: Edit) -> None:
        client, page = edit(folder), (folder / "index.html").as_uri()
        client.open(page, PAGE)
        place = {"start": {"line": 3, "character": 10}, "end": {"line": 3, "character": 10}}
        mend, silence, all_ = self.ask(client, "codeAction", page, range=place, context={"diagnostics": []})
        assert (mend["title"], mend["kind"], mend["isPreferred"]) == ("Remove it", "quickfix", True)
        assert applied(PAGE, mend["edit"]["changes"][page]) == CLEAN.replace("\n      toolautosubmit>", ">")
        assert silence["title"] == "Disable autosubmit-false for this line"
        quiet = applied(PAGE, silence["edit"]["changes"][page])
        assert "<!-- webmcp-lint-disable-next-line autosubmit-false -->\n<form" in quiet
        assert all_["kind"] == "source.fixAll.webmcp-lint"
        client.change(page, quiet)
        client.wait_for(page, [])
        only = {"diagnostics": [], "only": ["source.fixAll"]}
        assert self.ask(client, "codeAction", page, range=place, context=only) == []
        client.change(page, PAGE)
        [all_] = self.ask(client, "codeAction", page, range=place, context=only)
        client.change(page, applied(PAGE, all_["edit"]["changes"][page]))
        client.wait_for(page, [])


def applied(text: str, edits: list[Any]) -> str:
    lines = text.splitlines(keepends=True)

    def offset(place: Any) -> int:  # noqa: ANN401  JSON
        return sum(map(len, lines[: place["line"]])) + int(place["character"])

    for edit in sorted(edits, key=lambda each: offset(each["range"]["start"]), reverse=True):
        text = text[: offset(edit["range"]["start"])] + edit["newText"] + text[offset(edit["range"]["end"]) :]
    return text


class TestHostileInput:
    def test_questions_about_documents_that_are_not_open(self, folder: Path, edit: Edit) -> None:
        client = edit(folder)
        for uri in (
            "file:///nowhere.html",
            "untitled:x",
            "http://[",
            "",
            "file:///a%00b.html",
            (folder / "index.html").as_uri(),
        ):
            about = {"textDocument": {"uri": uri}}
            place = {"line": 1, "character": 1}
            assert client.request("textDocument/hover", {**about, "position": place}) is None
            assert client.request("textDocument/documentSymbol", about) == []
            context = {"range": {"start": place, "end": place}, "context": {"diagnostics": []}}
            assert client.request("textDocument/codeAction", {**about, **context}) == []
            client.change(uri, PAGE)
            client.close(uri)
            client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
            client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": 3}]})
        assert client.end() == 0

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "\0" * 2_000,
            "<form toolname",
            "<div>" * 50_000,
            "<script>registerTool(" + "(" * 5_000,
            "\r\u2028\x0c<form toolname=\ud7ff>",
        ],
    )
    def test_broken_documents(self, text: str, folder: Path, edit: Edit) -> None:
        client, page = edit(folder), (folder / "index.html").as_uri()
        client.open(page, text)
        for line, character in (0, 0), (0, 10**6), (10**6, 0):
            client.request(
                "textDocument/hover",
                {"textDocument": {"uri": page}, "position": {"line": line, "character": character}},
            )
        client.change(page, PAGE)
        client.wait_for(page, ["autosubmit-false"])

    def test_a_file_that_is_deleted_while_it_is_open(self, folder: Path, edit: Edit) -> None:
        client, page = edit(folder), folder / "index.html"
        client.open(page.as_uri(), PAGE)
        page.unlink()
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": page.as_uri(), "type": 3}]})
        client.change(page.as_uri(), f"{PAGE}\n")
        client.wait_for(page.as_uri(), ["autosubmit-false"])
        client.close(page.as_uri())
        client.wait_for(page.as_uri(), [])

    def test_messages_that_are_none(self, folder: Path, edit: Edit) -> None:
        client = edit(folder)
        for body in (
            b"{",
            b'{"jsonrpc":"2.0","id":1}',
            b'{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{}}',
            b"[]",
        ):
            client.send_raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        client.wait_for((folder / "index.html").as_uri(), ["autosubmit-false"])
        assert client.end() == 0


class TestEnd:
    def test_the_editor_ends_it(self, folder: Path, edit: Edit) -> None:
        assert edit(folder).end() == 0

    def test_without_a_word(self, folder: Path, edit: Edit) -> None:
        client = edit(folder)
        client.notify("exit", None)
        assert client.wait() == 1
        assert edit(folder).hang_up() == 1

    def test_without_what_it_is_made_of(self, tmp_path: Path) -> None:
        (tmp_path / "pygls.py").write_text("raise ModuleNotFoundError(\"No module named 'pygls'\", name='pygls')")
        code = "import sys; sys.path.insert(0, sys.argv.pop(1)); from webmcp_lint.cli import main; sys.exit(main())"
        run = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path), "server"], capture_output=True, text=True, check=False
        )
        message = 'webmcp-lint: the language server is not installed; pip install "webmcp-lint[lsp]" brings it\n'
        assert (run.returncode, run.stdout, run.stderr) == (2, "", message)

    def test_other_commands_load_nothing_of_it(self) -> None:
        code = "import sys; from webmcp_lint.cli import main; main(['explain', 'autosubmit-false']); print('pygls' in sys.modules, file=sys.stderr)"
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert run.stderr == "False\n"
