"""The command line, as its users meet it."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.command import Webmcp
from webmcp_lint import __version__, linter
from webmcp_lint.browser.clients import CLIENTS
from webmcp_lint.cli import check, options
from webmcp_lint.rules import all_rules
from webmcp_lint.settings import Settings

FAULTY = '<meta charset=utf-8>\n<form toolname="add-task" tooldescription="Add a task to the board." toolautosubmit="no">\n</form>\n'
CLEAN = FAULTY.replace(' toolautosubmit="no"', " toolautosubmit")


@pytest.fixture
def site(empty_site: Path) -> Path:
    """A folder to stand in, with a faulty page, a clean one and one that declares nothing."""
    (empty_site / "faulty.html").write_text(FAULTY, encoding="utf-8")
    (empty_site / "clean.html").write_text(CLEAN, encoding="utf-8")
    (empty_site / "other.html").write_text("<p>nothing here</p>", encoding="utf-8")
    return empty_site


ONE_RULE = ("--select", "autosubmit-false")


@pytest.mark.usefixtures("site")
class TestCheck:
    def test_text(self, webmcp_lint: Webmcp) -> None:
        report = (
            'error[autosubmit-false]: `toolautosubmit="no"` submits without a person\n'
            "  ╭─ faulty.html:2:70\n"
            "  │\n"
            "1 │ <meta charset=utf-8>\n"
            '2 │ <form toolname="add-task" tooldescription="Add a task to the board." toolautosubmit="no">\n'
            "  │                                                                      ━━━━━━━━━━━━━━━━━━━\n"
            "  │                                                                      "
            "the attribute's presence switches auto-submit\n"
            "  │                                                                      on, whatever its value\n"
            "  ╰─ fix: remove it (--fix)\n"
            "\n"
            "1 error · 1 tool on 1 page · 1 fixable with --fix\n"
        )
        assert webmcp_lint("faulty.html", *ONE_RULE) == (1, report, "")

    def test_check_is_what_runs_without_a_command(self, webmcp_lint: Webmcp) -> None:
        assert webmcp_lint("faulty.html", *ONE_RULE) == webmcp_lint("check", "faulty.html", *ONE_RULE)
        assert webmcp_lint(*ONE_RULE) == webmcp_lint("check", ".", *ONE_RULE)
        assert webmcp_lint("--format", "json", *ONE_RULE) == webmcp_lint("check", "--format", "json", *ONE_RULE)
        assert webmcp_lint("--", "faulty.html").code == 1

    @pytest.mark.parametrize(("level", "code"), [("error", 1), ("warning", 1), ("note", 1), ("never", 0)])
    def test_fail_on_with_an_error(self, webmcp_lint: Webmcp, level: str, code: int) -> None:
        assert webmcp_lint("faulty.html", *ONE_RULE, "--fail-on", level).code == code

    @pytest.mark.parametrize(("level", "code"), [("error", 0), ("warning", 1), ("note", 1), ("never", 0)])
    def test_fail_on_with_a_warning(self, webmcp_lint: Webmcp, level: str, code: int) -> None:
        Path("x.html").write_text(CLEAN + "<!-- webmcp-lint-disable-next-line nonsense -->", encoding="utf-8")
        run = webmcp_lint("x.html", "--select", "unused-suppression", "--fail-on", level)
        assert (run.code, run.out.splitlines()[-1]) == (code, "1 warning · 1 tool on 1 page · 1 fixable with --fix")

    def test_a_silenced_finding_fails_nothing(self, webmcp_lint: Webmcp) -> None:
        comment = "<!-- webmcp-lint-disable-file autosubmit-false -->"
        Path("x.html").write_text(FAULTY + comment, encoding="utf-8")
        run = webmcp_lint("x.html", *ONE_RULE)
        assert run == (0, "nothing wrong · 1 tool on 1 page · 1 silenced by comments\n", "")

    def test_json(self, webmcp_lint: Webmcp) -> None:
        run = webmcp_lint(".", "--format", "json", *ONE_RULE)
        assert run.code == 1
        assert [(each["rule"], each["path"], each["line"]) for each in run.json["findings"]] == [
            ("autosubmit-false", "faulty.html", 2)
        ]
        assert run.json["summary"] == {
            "files": 3,
            "pages": 2,
            "tools": 2,
            "unresolved": 0,
            "errors": 1,
            "warnings": 0,
            "notes": 0,
            "suppressed": 0,
            "known": 0,
            "fixable": 1,
            "fixed": 0,
            "skipped": [],
        }

    def test_sarif_and_github(self, webmcp_lint: Webmcp) -> None:
        sarif = webmcp_lint(".", "--format", "sarif", *ONE_RULE)
        assert [each["ruleId"] for each in sarif.json["runs"][0]["results"]] == ["autosubmit-false"]
        assert webmcp_lint(".", "--format", "github", *ONE_RULE).out.startswith("::error file=faulty.html,line=2,")

    def test_reports_to_files(self, webmcp_lint: Webmcp) -> None:
        names = ("concise", "json", "sarif", "github", "gitlab", "junit", "markdown")
        outputs = [f"{name}=out.{name}" for name in (*names, "text")]
        run = webmcp_lint(".", *ONE_RULE, *(word for output in outputs for word in ("--output", output)))
        assert run.out.startswith("error[autosubmit-false]")
        for name in names:
            expected = webmcp_lint(".", *ONE_RULE, "--format", name).out
            assert Path(f"out.{name}").read_text(encoding="utf-8") == expected
        assert "\x1b" not in Path("out.text").read_text(encoding="utf-8")
        assert sorted(path.name for path in Path().glob("*out*")) == sorted(f"out.{name}" for name in (*names, "text"))

    def test_a_report_replaces_what_was_there_but_no_device(self, webmcp_lint: Webmcp) -> None:
        Path("out.json").write_text("x" * 100_000)
        Path("link.json").symlink_to("out.json")
        assert webmcp_lint(".", *ONE_RULE, "--output", "json=link.json", "--output", f"sarif={os.devnull}").code == 1
        assert json.loads(Path("out.json").read_text(encoding="utf-8"))["version"] == 1
        assert Path("link.json").is_symlink()

    def test_select_extend_select_and_ignore(self, webmcp_lint: Webmcp) -> None:
        def rules(*options: str) -> set[str]:
            return {each["rule"] for each in webmcp_lint("faulty.html", "--format", "json", *options).json["findings"]}

        assert rules("--select", "forms") == rules("--select", "forms") | {"autosubmit-false"}
        assert rules("--select", "autosubmit-false,invalid-tool-name") == {"autosubmit-false"}
        assert rules("--select", "invalid-tool-name", "--select", "autosubmit-false") == {"autosubmit-false"}
        assert rules("--select", "invalid-tool-name", "--extend-select", "autosubmit-false") == {"autosubmit-false"}
        assert "autosubmit-false" not in rules("--ignore", "autosubmit-false")
        assert rules("--select", "all", "--ignore", "all") == set()
        assert rules() <= rules("--select", "all")
        assert rules() == rules("--extend-select", "autosubmit-false")

    def test_quiet(self, webmcp_lint: Webmcp) -> None:
        assert webmcp_lint("faulty.html", *ONE_RULE, "-q") == (
            1,
            "1 error · 1 tool on 1 page · 1 fixable with --fix\n",
            "",
        )
        assert webmcp_lint("clean.html", *ONE_RULE, "--quiet") == (0, "", "")
        assert webmcp_lint("other.html", "--quiet") == (0, "", "")

    def test_a_clean_page(self, webmcp_lint: Webmcp) -> None:
        assert webmcp_lint("clean.html", *ONE_RULE) == (0, "nothing wrong · 1 tool on 1 page\n", "")

    def test_nothing_to_lint_is_no_error(self, webmcp_lint: Webmcp) -> None:
        assert webmcp_lint("other.html") == (
            0,
            "nothing wrong · no tools\n",
            "webmcp-lint: nothing to read: no word of WebMCP in other.html\n",
        )
        Path("empty").mkdir()
        Path("empty/a.html").write_text("<p>", encoding="utf-8")
        assert webmcp_lint("empty").err == "webmcp-lint: nothing to read: no word of WebMCP in empty\n"
        Path("empty/b.html").write_text("<p>", encoding="utf-8")
        assert webmcp_lint("empty").err == "webmcp-lint: nothing to read: no word of WebMCP in 2 files of empty\n"
        Path("empty/a.html").unlink()
        Path("empty/b.html").unlink()
        run = webmcp_lint("empty", "--format", "json")
        assert (run.code, run.json["summary"]["files"]) == (0, 0)
        assert run.err == "webmcp-lint: nothing to read: no pages in empty\n"

    def test_what_is_skipped(self, webmcp_lint: Webmcp) -> None:
        Path("deep.html").write_text("<div>" * 6_000 + FAULTY, encoding="utf-8")
        report = (
            "skipped deep.html: more than 5,000 elements inside each other\n\n"
            "nothing wrong · 1 tool on 1 page · 1 file skipped\n"
        )
        assert webmcp_lint("deep.html", "clean.html", *ONE_RULE) == (0, report, "")

    def test_colors_and_ascii(self, webmcp_lint: Webmcp) -> None:
        colored = webmcp_lint("faulty.html", *ONE_RULE, "--color", "--no-unicode").out
        assert colored.isascii()
        assert colored.startswith("\x1b[1;31merror[autosubmit-false]\x1b[0m: ")
        assert "\x1b" not in webmcp_lint("faulty.html", *ONE_RULE, "--no-color").out

    def test_settings_reach_the_rules(self, webmcp_lint: Webmcp, monkeypatch: pytest.MonkeyPatch) -> None:
        seen: list[Settings] = []

        class Spy(linter.Run):
            def __init__(self, settings: Settings, folder: Path | None = None) -> None:
                seen.append(settings)
                super().__init__(settings, folder)

        monkeypatch.setattr(linter, "Run", Spy)
        webmcp_lint("clean.html")
        webmcp_lint("clean.html", "--client", "claude", "--client", "openai", "--today", "2026-02-03")
        assert [set(each.clients) for each in seen] == [{"chrome"}, {"claude", "openai"}]
        assert str(seen[1].today) == "2026-02-03"

    def test_the_clients_are_those_of_the_browser_room(self) -> None:
        assert set(options.CLIENTS) == set(CLIENTS)


@pytest.mark.usefixtures("site")
class TestStandardInput:
    @pytest.fixture(autouse=True)
    def page_on_standard_input(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(FAULTY.encode())))

    def test_a_page(self, webmcp_lint: Webmcp) -> None:
        run = webmcp_lint("-", *ONE_RULE)
        assert (run.code, run.out.splitlines()[1]) == (1, "  ╭─ <stdin>:2:70")

    def test_a_page_with_a_name(self, webmcp_lint: Webmcp) -> None:
        run = webmcp_lint("check", "-", "--stdin-filename", "shop/cart.php", "--format", "json", *ONE_RULE)
        assert [each["path"] for each in run.json["findings"]] == ["shop/cart.php"]

    def test_the_tools_of_a_page(self, webmcp_lint: Webmcp) -> None:
        assert [each["name"] for each in webmcp_lint("tools", "-", "--format", "json").json["tools"]] == ["add-task"]


@pytest.mark.usefixtures("site")
class TestErrorsOfUse:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ("sit/", "no such file or directory: sit/"),
            ("tools sit/", "no such file or directory: sit/"),
            ("clean.html sit/", "no such file or directory: sit/"),
            ("tols", 'no such file, directory or command: tols; did you mean "tools"?'),
            ("--select autosubmit-flase", 'unknown rule "autosubmit-flase"; did you mean "autosubmit-false"?'),
            ("--ignore qqqqqqqq", 'unknown rule "qqqqqqqq"'),
            ("--extend-select forms,from", 'unknown rule "from"; did you mean "forms"?'),
            ("explain autosubmit-flase", 'unknown rule "autosubmit-flase"; did you mean "autosubmit-false"?'),
            (
                "--output sarif",
                "--output takes FORMAT=FILE, where FORMAT is one of text, concise, json, sarif, github, gitlab, junit, markdown: sarif",
            ),
            (
                "--output xml=a",
                "--output takes FORMAT=FILE, where FORMAT is one of text, concise, json, sarif, github, gitlab, junit, markdown: xml=a",
            ),
            ("--output json=no/where", "cannot write no/where: No such file or directory"),
            ("--output json=.", "cannot write .: Is a directory"),
            ("--stdin-filename a.html", "--stdin-filename goes with the path `-`"),
            ("- a.html", "`-` reads standard input and takes no other path beside it"),
        ],
    )
    def test_one_line_and_exit_code_2(self, webmcp_lint: Webmcp, arguments: str, message: str) -> None:
        assert webmcp_lint(*arguments.split()) == (2, "", f"webmcp-lint: {message}\n")

    @pytest.mark.parametrize(
        ("arguments", "word"),
        [
            ("--frmat json", "--format"),
            ("--format xml", "'sarif'"),
            ("--fail-on never-ever", "'never'"),
            ("--client bing", "'claude'"),
            ("--today 3.2.2026", "%Y-%m-%d"),
            ("explain", "RULE"),
            ("explain a b", "b"),
            ("explain forms", "rules"),
            ("tools --format sarif", "'json'"),
        ],
    )
    def test_one_line_that_names_what_is_right(self, webmcp_lint: Webmcp, arguments: str, word: str) -> None:
        run = webmcp_lint(*arguments.split())
        assert (run.code, run.out, run.err.count("\n")) == (2, "", 1)
        assert run.err.startswith("webmcp-lint: ")
        assert word in run.err

    def test_a_message_steers_no_terminal(self, webmcp_lint: Webmcp) -> None:
        assert webmcp_lint("\x1b[2Jx\ny").err == "webmcp-lint: no such file or directory: <U+001B>[2Jx y\n"

    def test_a_wrong_output_is_told_before_anything_is_read(
        self, webmcp_lint: Webmcp, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(check, "lint_pages", lambda *_, **__: pytest.fail("the pages were read"))
        assert webmcp_lint("--output", "xml=a").code == 2

    def test_an_interrupt(self, webmcp_lint: Webmcp, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupt(*_: object, **_options: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(check, "lint_pages", interrupt)
        run = webmcp_lint(".")
        assert (run.code, run.out) == (130, "")
        assert "Traceback" not in run.err


@pytest.mark.usefixtures("site")
class TestNamesOfCommands:
    def test_a_command_wins_over_a_folder_and_says_so(self, webmcp_lint: Webmcp) -> None:
        Path("tools").mkdir()
        Path("tools/a.html").write_text(FAULTY, encoding="utf-8")
        run = webmcp_lint("tools", "clean.html")
        assert run.code == 0
        assert run.out.startswith("clean.html — 1 tool")
        assert run.err == "webmcp-lint: `tools` is a command; to lint the folder of that name, write ./tools\n"

    def test_the_folder_can_be_linted(self, webmcp_lint: Webmcp) -> None:
        Path("rules").mkdir()
        Path("rules/a.html").write_text(FAULTY, encoding="utf-8")
        expected = webmcp_lint("check", "rules", "--format", "json", *ONE_RULE)
        assert [each["path"] for each in expected.json["findings"]] == ["rules/a.html"]
        assert expected.err == ""
        assert webmcp_lint("./rules", "--format", "json", *ONE_RULE) == expected


@pytest.mark.usefixtures("site")
class TestTools:
    def test_text(self, webmcp_lint: Webmcp) -> None:
        run = webmcp_lint("tools", ".")
        assert run.code == 0
        assert run.out == (
            "clean.html — 1 tool, about 31 tokens\n"
            "\n"
            "add-task                                form · clean.html:2 · auto-submit\n"
            "  Add a task to the board.\n"
            "  no parameters\n"
            "\n"
            "faulty.html — 1 tool, about 31 tokens\n"
            "\n"
            "add-task                                form · faulty.html:2 · auto-submit\n"
            "  Add a task to the board.\n"
            "  no parameters\n"
            "\n"
        )
        assert run.err == ""

    def test_json(self, webmcp_lint: Webmcp) -> None:
        run = webmcp_lint("tools", "--format", "json")
        assert run.code == 0
        assert set(run.json) == {"version", "tools", "rejected", "issues", "unresolved"}
        assert [(tool["page"], tool["name"]) for tool in run.json["tools"]] == [
            ("clean.html", "add-task"),
            ("faulty.html", "add-task"),
        ]

    def test_what_two_pages_load_and_cannot_be_read_is_told_of_once(self, webmcp_lint: Webmcp) -> None:
        Path("tools.js").write_text("document.modelContext.registerTool(tools);", encoding="utf-8")
        for page in ("clean.html", "faulty.html"):
            Path(page).write_text('<script src="tools.js"></script>', encoding="utf-8")
        assert len(webmcp_lint("tools", "--format", "json").json["unresolved"]) == 1
        assert webmcp_lint(".", "--format", "json").json["summary"]["unresolved"] == 1

    def test_nothing(self, webmcp_lint: Webmcp) -> None:
        run = webmcp_lint("tools", "other.html")
        assert (run.code, run.out) == (0, "")
        assert run.err == "webmcp-lint: nothing to read: no word of WebMCP in other.html\n"

    def test_what_is_skipped(self, webmcp_lint: Webmcp) -> None:
        Path("deep.html").write_text("<div>" * 6_000 + FAULTY, encoding="utf-8")
        run = webmcp_lint("tools", "deep.html")
        assert (run.code, run.out) == (0, "")
        assert run.err == "webmcp-lint: skipped deep.html: more than 5,000 elements inside each other\n"


class TestRules:
    def test_the_list(self, webmcp_lint: Webmcp, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "100")
        run = webmcp_lint("rules")
        head, *rows = run.out.splitlines()
        assert run.code == 0
        assert head.split() == ["rule", "level", "category", "fix", "reports"]
        assert {row.split()[0] for row in rows} == {rule.name for rule in all_rules()}
        assert [row.split()[2] for row in rows] == sorted(row.split()[2] for row in rows)
        (row,) = (row for row in rows if row.startswith("autosubmit-false"))
        assert row.split()[:4] == ["autosubmit-false", "error", "forms", "safe"]
        assert max(map(len, rows)) <= 100

    def test_the_list_as_json(self, webmcp_lint: Webmcp) -> None:
        listed = webmcp_lint("rules", "--format", "json").json["rules"]
        assert [rule["name"] for rule in listed] == [rule.name for rule in all_rules()]

    def test_a_page(self, webmcp_lint: Webmcp) -> None:
        run = webmcp_lint("explain", "autosubmit-false")
        assert run.code == 0
        assert run.out.startswith("# autosubmit-false\n\nReports ")
        assert "⟦" not in run.out
        colored = webmcp_lint("explain", "autosubmit-false", "--color").out
        assert colored.startswith("\x1b[1m# autosubmit-false\x1b[0m\n")

    def test_a_page_as_json(self, webmcp_lint: Webmcp) -> None:
        run = webmcp_lint("explain", "autosubmit-false", "--format", "json")
        assert run.json["rule"]["page"] == webmcp_lint("explain", "autosubmit-false").out


def python(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:  # noqa: ANN401
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONWARNINGS": "error"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", env=environment, check=False, **options)


class TestProcess:
    HEAVY = ("selectolax", "sarif_om", "jsonschema", "tree_sitter", "pathspec", "attr", "webmcp_lint.rules", "difflib")

    @pytest.mark.parametrize(
        "arguments",
        [["--version"], ["--help"], *([name, "--help"] for name in ("check", "tools", "lock", "diff", "report"))],
    )
    def test_help_loads_nothing_heavy(self, arguments: list[str]) -> None:
        program = (
            f"import sys; from webmcp_lint.cli import main; code = main({arguments!r});"
            "print('loaded:', *sorted(sys.modules)); sys.exit(code)"
        )
        done = python("-c", program)
        assert done.returncode == 0
        text, _, loaded = done.stdout.partition("loaded:")
        assert text
        assert not {name for name in loaded.split() if name.startswith(self.HEAVY)}

    def test_a_run_without_webmcp_loads_no_parser(self, site: Path) -> None:
        program = (
            "import sys; from webmcp_lint.cli import main; code = main(['other.html']);"
            "print('loaded:', *sorted(sys.modules)); sys.exit(code)"
        )
        done = python("-c", program, cwd=site)
        assert done.returncode == 0
        assert not {name for name in done.stdout.split() if name.startswith(("selectolax", "webmcp_lint.syntax"))}

    def test_module(self) -> None:
        assert python("-m", "webmcp_lint", "--version").stdout == f"webmcp-lint {__version__}\n"

    def test_exit_code(self, site: Path) -> None:
        assert python("-m", "webmcp_lint", "faulty.html", *ONE_RULE, cwd=site).returncode == 1

    def test_output_that_takes_no_unicode(self, site: Path) -> None:
        (site / "ü.html").write_text(FAULTY.replace("board", "böard"), encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "webmcp_lint", "ü.html", *ONE_RULE],
            env={**os.environ, "PYTHONIOENCODING": "ascii"},
            capture_output=True,
            cwd=site,
            check=False,
        )
        assert done.returncode == 1
        assert b"  +- <U+00FC>.html:2:70\n" in done.stdout
        assert b"b<U+00F6>ard" in done.stdout
        assert done.stderr == b""
        done = subprocess.run(
            [sys.executable, "-m", "webmcp_lint", "ü.html", *ONE_RULE, "--format", "json"],
            env={**os.environ, "PYTHONIOENCODING": "ascii"},
            capture_output=True,
            cwd=site,
            check=False,
        )
        assert json.loads(done.stdout)["findings"][0]["path"] == "ü.html"

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
    @pytest.mark.parametrize("arguments", [[], ["--format", "json"], ["tools", "."], ["rules"], ["--help"]])
    def test_output_that_cannot_be_written(self, site: Path, arguments: list[str]) -> None:
        with Path("/dev/full").open("w", encoding="utf-8") as full:
            command = [sys.executable, "-m", "webmcp_lint", *arguments]
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, cwd=site, check=False, text=True)
        assert (done.returncode, done.stderr) == (2, "webmcp-lint: cannot write the output: No space left on device\n")

    @pytest.mark.skipif(shutil.which("sh") is None, reason="there is no shell to close streams")
    def test_streams_that_are_closed(self, site: Path) -> None:
        program = f'"{sys.executable}" -m webmcp_lint - --format json'
        done = subprocess.run(["sh", "-c", f"{program} <&- >out.json"], capture_output=True, cwd=site, check=False)
        message = b"nothing to read: no word of WebMCP in standard input, which is taken for a page; "
        message += b"--stdin-filename says what else it is"
        assert (done.returncode, done.stderr) == (0, b"webmcp-lint: " + message + b"\n")
        done = subprocess.run(["sh", "-c", f"{program} </dev/null >&-"], capture_output=True, cwd=site, check=False)
        assert done.returncode == 0
        assert b"Traceback" not in done.stderr

    @pytest.mark.skipif(os.name == "nt", reason="there are no such pipes")
    @pytest.mark.parametrize("arguments", [["--format", "json"], ["--format", "text"], ["--help"]])
    def test_a_reader_that_goes_away(self, site: Path, arguments: list[str]) -> None:
        command = [sys.executable, "-m", "webmcp_lint", ".", *ONE_RULE, *arguments]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=site) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.close()
            assert process.stderr.read() == b""
        assert process.returncode == 1
