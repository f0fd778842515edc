"""Configuration files as the command line reads them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command import Webmcp

FORM = '<meta charset=utf-8><form toolname="add-task" tooldescription="Add a task." toolautosubmit="no"></form>'
TOOL = 'description: "Add a task to the board.", execute: () => "done"'


@pytest.fixture
def site(empty_site: Path) -> Path:
    (empty_site / "a.html").write_text(FORM, encoding="utf-8")
    (empty_site / "demo").mkdir()
    (empty_site / "demo/b.html").write_text(FORM.replace("add-task", "remove-task"), encoding="utf-8")
    return empty_site


def configure(text: str) -> None:
    Path("webmcp-lint.toml").write_text(text, encoding="utf-8")


def levels(webmcp_lint: Webmcp, *arguments: str) -> dict[str, str]:
    """Return the levels of `autosubmit-false`, by path."""
    findings = webmcp_lint(*arguments, "--format", "json").json["findings"]
    return {each["path"]: each["level"] for each in findings if each["rule"] == "autosubmit-false"}


@pytest.mark.usefixtures("site")
class TestFiles:
    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("webmcp-lint.toml", 'rules.autosubmit-false = "note"'),
            ("pyproject.toml", '[tool.webmcp-lint]\nrules = { autosubmit-false = "note" }'),
            ("pyproject.toml", '[tool.webmcp-lint.rules]\nautosubmit-false.level = "note"'),
            ("package.json", '{"name": "a", "webmcpLint": {"rules": {"autosubmit-false": "note"}}}'),
        ],
    )
    def test_where_a_configuration_is(self, webmcp_lint: Webmcp, name: str, text: str) -> None:
        Path(name).write_text(text, encoding="utf-8")
        assert levels(webmcp_lint) == {"a.html": "note", "demo/b.html": "note"}
        assert levels(webmcp_lint, "demo") == {"demo/b.html": "note"}
        assert levels(webmcp_lint, "--no-config") == {"a.html": "error", "demo/b.html": "error"}

    def test_files_that_configure_others(self, webmcp_lint: Webmcp) -> None:
        Path("pyproject.toml").write_text('[tool.other]\nurl = "webmcp-lint"', encoding="utf-8")
        Path("package.json").write_text('{"name": "webmcpLint"}', encoding="utf-8")
        assert levels(webmcp_lint)["a.html"] == "error"

    def test_the_nearest_one_wins(self, webmcp_lint: Webmcp) -> None:
        configure('rules.autosubmit-false = "note"')
        Path("demo/webmcp-lint.toml").write_text('rules.autosubmit-false = "warning"', encoding="utf-8")
        assert levels(webmcp_lint, "demo") == {"demo/b.html": "warning"}
        assert levels(webmcp_lint, ".")["demo/b.html"] == "note"
        run = webmcp_lint("a.html", "demo")
        assert (run.code, run.out) == (2, "")
        assert run.err == (
            "webmcp-lint: these paths have different configurations: webmcp-lint.toml and demo/webmcp-lint.toml; "
            "lint them one by one, or name one with --config\n"
        )
        assert levels(webmcp_lint, "a.html", "demo", "--config", "webmcp-lint.toml")["demo/b.html"] == "note"

    def test_a_file_that_is_named(self, webmcp_lint: Webmcp) -> None:
        Path("other.toml").write_text('rules.autosubmit-false = "off"', encoding="utf-8")
        assert levels(webmcp_lint, "--config", "other.toml") == {}
        run = webmcp_lint("--config", "nowhere.toml")
        assert run == (2, "", "webmcp-lint: cannot read nowhere.toml: No such file or directory\n")
        assert webmcp_lint("--config", "other.toml", "--no-config").code == 2
        Path("pyproject.toml").write_text("[tool.other]", encoding="utf-8")
        assert (
            webmcp_lint("--config", "pyproject.toml").err == "webmcp-lint: pyproject.toml has no [tool.webmcp-lint]\n"
        )


@pytest.mark.usefixtures("site")
class TestSettings:
    def test_presets_and_selections(self, webmcp_lint: Webmcp) -> None:
        def active(text: str, *arguments: str) -> set[str]:
            configure(text)
            log = webmcp_lint("--format", "sarif", *arguments).json
            return {rule["id"] for rule in log["runs"][0]["tool"]["driver"]["rules"]}

        recommended = active("")
        assert active('preset = "recommended"') == recommended
        assert active('preset = "strict"') > recommended
        assert active('select = "autosubmit-false"') == {"autosubmit-false"}
        assert active('select = ["surface"]\nignore = ["too-many-tools"]') >= {"unused-suppression"}
        assert "unresolved-tool" in active('extend-select = ["unresolved-tool"]')
        assert "unresolved-tool" in active('rules.unresolved-tool = "note"')
        assert "autosubmit-false" not in active('rules.autosubmit-false = "off"')
        assert "autosubmit-false" not in active('ignore = ["forms"]')
        # The command line wins
        assert active('rules.autosubmit-false = "off"', "--select", "autosubmit-false") == {"autosubmit-false"}
        assert active('select = ["forms"]', "--select", "autosubmit-false") == {"autosubmit-false"}
        assert "autosubmit-false" not in active('rules.autosubmit-false = "note"', "--ignore", "autosubmit-false")
        assert "autosubmit-false" in active('ignore = ["forms"]', "--extend-select", "autosubmit-false")

    def test_a_level_holds_for_every_finding_of_a_rule(self, webmcp_lint: Webmcp) -> None:
        configure('rules.autosubmit-false = { level = "note" }')
        assert levels(webmcp_lint, "a.html", "--select", "autosubmit-false") == {"a.html": "note"}

    def test_overrides(self, webmcp_lint: Webmcp) -> None:
        configure(
            'rules.autosubmit-false = "warning"\n'
            '[[overrides]]\nfiles = ["demo/"]\nrules.autosubmit-false = "note"\n'
            '[[overrides]]\nfiles = ["/demo/c*"]\nrules.autosubmit-false = "off"\n'
        )
        Path("demo/c.html").write_text(FORM, encoding="utf-8")
        assert levels(webmcp_lint) == {"a.html": "warning", "demo/b.html": "note"}
        assert levels(webmcp_lint, "--ignore", "autosubmit-false") == {}
        configure('select = ["surface"]\n[[overrides]]\nfiles = ["demo/b.html"]\nrules.autosubmit-false = "error"\n')
        assert levels(webmcp_lint) == {"demo/b.html": "error"}
        assert levels(webmcp_lint, "--select", "surface") == {}

    def test_include_and_exclude(self, webmcp_lint: Webmcp) -> None:
        configure('exclude = ["demo/"]')
        assert set(levels(webmcp_lint)) == {"a.html"}
        assert set(levels(webmcp_lint, "demo/b.html")) == {"demo/b.html"}
        assert webmcp_lint("tools", "--format", "json").json["tools"][0]["page"] == "a.html"
        configure('include = ["demo/**"]')
        assert set(levels(webmcp_lint)) == {"demo/b.html"}

    def test_a_script_that_is_excluded_is_read_and_not_reported(self, webmcp_lint: Webmcp) -> None:
        script = f'document.modelContext.registerTool({{ name: "a b", {TOOL} }});'
        Path("lib").mkdir()
        Path("lib/tools.js").write_text(script, encoding="utf-8")
        Path("a.html").write_text("<script src=lib/tools.js></script>", encoding="utf-8")
        run = webmcp_lint("a.html", "--select", "invalid-tool-name", "--format", "json")
        assert run.rules == ["lib/tools.js:1 invalid-tool-name"]
        configure('exclude = ["lib"]')
        assert webmcp_lint("a.html", "--select", "invalid-tool-name", "--format", "json").rules == []

    def test_options_of_rules(self, webmcp_lint: Webmcp) -> None:
        def labels(text: str, rule: str) -> list[str]:
            configure(text)
            run = webmcp_lint("a.html", "--select", rule, "--format", "json")
            return [each["message"].partition(": ")[2] for each in run.json["findings"]]

        Path("a.html").write_text(FORM + FORM.replace("add", "remove"), encoding="utf-8")
        assert labels("", "too-many-tools") == []
        assert labels("rules.too-many-tools.max = 1", "too-many-tools") == [
            "this project allows 1, and this is one more"
        ]
        assert labels("rules.long-description = { max-tool = 10 }", "long-description")[0] == (
            "past the 10 that this project allows"
        )
        assert labels('[[overrides]]\nfiles = "a.html"\nrules.too-many-tools.max = 1', "too-many-tools") != []
        assert labels('[[overrides]]\nfiles = "demo"\nrules.too-many-tools.max = 1', "too-many-tools") == []

    def test_clients(self, webmcp_lint: Webmcp) -> None:
        Path("a.html").write_text(FORM.replace("add-task", "add.task"), encoding="utf-8")
        configure('clients = ["chrome", "openai"]')
        rule = ("a.html", "--select", "client-unsupported-name", "--format", "json")
        assert [each["level"] for each in webmcp_lint(*rule).json["findings"]] == ["error"]
        assert [each["level"] for each in webmcp_lint(*rule, "--client", "chrome").json["findings"]] == ["note"]

    def test_targets(self, webmcp_lint: Webmcp) -> None:
        Path("a.js").write_text(f'navigator.modelContext.registerTool({{ name: "a", {TOOL} }});', encoding="utf-8")
        rule = ("a.js", "--select", "navigator-model-context", "--format", "json")
        assert webmcp_lint(*rule).rules == ["a.js:1 navigator-model-context"]
        for targets in ('"chrome 146-149"', '["chrome 146-148", "chrome 149"]'):
            configure(f"targets = {targets}")
            assert webmcp_lint(*rule).rules == []
        assert webmcp_lint(*rule, "--target", "chrome >= 155").rules == ["a.js:1 navigator-model-context"]
        assert webmcp_lint("--target", "netscape").err.startswith('webmcp-lint: "netscape" is no target')

    def test_fail_on_and_reasons(self, webmcp_lint: Webmcp) -> None:
        configure('fail-on = "never"\nrequire-reason = true')
        assert webmcp_lint().code == 0
        assert webmcp_lint("--fail-on", "error").code == 1
        Path("a.html").write_text("<!-- webmcp-lint-disable -->" + FORM, encoding="utf-8")
        assert "a.html:1 unexplained-suppression" in webmcp_lint("--format", "json").rules


@pytest.mark.usefixtures("site")
class TestRegistrars:
    ROWS = (
        '[[registrars]]\nmodule = "@acme/agent"\nname = "offer"\nargument = 1\nkeys = { name = "id", execute = "run" }\n'
        '[[registrars]]\nmodule = "./lib.js"\nname = "offerAll"\nlist = true\n'
        '[[registrars]]\nmodule = "@acme/agent"\nname = "quick"\npositional = ["name", "description", "execute"]\n'
    )

    def test_libraries_of_the_project(self, webmcp_lint: Webmcp) -> None:
        Path("tools.js").write_text(
            'import { offer, quick as fast } from "@acme/agent";\nimport { offerAll } from "./lib.js";\n'
            'offer(app, { id: "one", description: "Add a task.", run() {} });\n'
            f'offerAll([{{ name: "two", {TOOL} }}, {{ name: "three", {TOOL} }}]);\n'
            'fast("four", "Add a task.", () => "done");\n',
            encoding="utf-8",
        )
        Path("lib.js").write_text("export function offerAll(tools) { go(tools); }", encoding="utf-8")

        def names() -> list[str]:
            return sorted(tool["name"] for tool in webmcp_lint("tools", "tools.js", "--format", "json").json["tools"])

        assert names() == []
        configure(self.ROWS)
        assert names() == ["four", "one", "three", "two"]


@pytest.mark.usefixtures("site")
class TestErrors:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ('\n\n[rules]\nvauge-description = "off"', '4: unknown rule "vauge-description"; did you mean "vague-description"?'),
            ('[rules]\nforms = "off"', '2: "forms" is a category; `select` and `ignore` take it, `rules` takes single rules'),
            ('[rules]\nautosubmit-false = "warn"', '2: unknown level "warn"; did you mean "warning"?'),
            ("[rules]\nautosubmit-false = 1", "2: `autosubmit-false` is a text, not 1"),
            ("[rules]\ntoo-many-tools = { maxx = 1 }", '2: unknown option of too-many-tools "maxx"; did you mean "max"?'),
            ("[rules.too-many-tools]\nmax = 0", "2: `max` is at least 1, not 0"),
            ("[rules.too-many-tools]\n# no\nmax = true", "3: `max` is a whole number, not true"),
            ("[rules]\nautosubmit-false = { max = 1 }", '2: unknown option of autosubmit-false "max"; known: level'),
            ('preset = "all"', '1: unknown preset "all"; known: recommended, strict'),
            ('selct = ["forms"]', '1: unknown key "selct"; did you mean "select"?'),
            ('select = [\n  "forms",\n  "shema",\n]', '3: unknown rule "shema"; did you mean "schema"?'),
            ("ignore = 3", "1: `ignore` is a text, not 3"),
            ("ignore = [1]", "1: an entry of `ignore` is a text, not 1"),
            ('clients = ["chrome",\n "bing"]', '2: unknown client "bing"; known: chrome, claude, gemini, openai'),
            ('targets = "opera 3"', '1: "opera 3" is no target: write `chrome >= 155`, `chrome 149-158` or `firefox`'),
            ('fail-on = "warnings"', '1: unknown level "warnings"; did you mean "warning"?'),
            ('require-reason = "yes"', '1: `require-reason` is true or false, not "yes"'),
            ('[[overrides]]\nfiles = ["a"]\n[[overrides]]\nfile = ["a"]', '4: unknown key "file"; did you mean "files"?'),
            ('\n[[overrides]]\nrules.autosubmit-false = "off"', "2: an override says for which `files` it is"),
            ("overrides = 1", "1: `overrides` is a list, not 1"),
            ('[[registrars]]\nname = "a"', "1: a registrar has a `module`: the function `name` that `module` exports"),
            (
                '[[registrars]]\nmodule = "a"\nname = "b"\nkeys = { nam = "id" }',
                '4: unknown property of a tool "nam"; did you mean "name"?',
            ),
            ("select = ", "1: Invalid value"),
            ("a = 1\na = 2\n", "2: Cannot overwrite a value"),
            ("[rules", '1: Expected "]" at the end of a table declaration'),
        ],
    )  # fmt: skip
    def test_one_line_with_file_and_line(self, webmcp_lint: Webmcp, text: str, message: str) -> None:
        configure(text)
        run = webmcp_lint()
        assert (run.code, run.out) == (2, "")
        assert run.err == f"webmcp-lint: webmcp-lint.toml:{message}\n" or message in run.err.replace("'", '"')

    def test_in_package_json(self, webmcp_lint: Webmcp) -> None:
        content = {"version": "1", "rules": {}, "webmcpLint": {"rules": {"autosubmit-flase": "off"}}}
        Path("package.json").write_text(json.dumps(content, indent=2), encoding="utf-8")
        assert webmcp_lint().err == (
            'webmcp-lint: package.json:6: unknown rule "autosubmit-flase"; did you mean "autosubmit-false"?\n'
        )
        Path("package.json").write_text('{"webmcpLint": 1}', encoding="utf-8")
        assert webmcp_lint().err == 'webmcp-lint: package.json:1: "webmcpLint" is no table of settings\n'
        Path("package.json").write_text('{\n"webmcpLint": {},,}', encoding="utf-8")
        assert webmcp_lint().err.startswith("webmcp-lint: package.json:2: ")

    def test_in_pyproject_toml(self, webmcp_lint: Webmcp) -> None:
        text = "[project]\ndate = 2026-01-01 10:00:00\nversion = 1.5\n[tool.webmcp-lint]\npresets = 1\n"
        Path("pyproject.toml").write_text(text, encoding="utf-8")
        assert webmcp_lint().err == 'webmcp-lint: pyproject.toml:5: unknown key "presets"; did you mean "preset"?\n'

    @pytest.mark.parametrize(
        "data", [b"\xff", b"\xef\xbb\xbfselect = []", b"a = " + b"[" * 100_000, b'"\\u00"=1', b"\0"]
    )
    def test_bad_bytes_end_in_a_line(self, webmcp_lint: Webmcp, data: bytes) -> None:
        Path("webmcp-lint.toml").write_bytes(data)
        run = webmcp_lint()
        assert run.err.count("\n") == (run.code == 2)
        assert "Traceback" not in run.err


class TestInit:
    @pytest.mark.usefixtures("site")
    def test_a_file_that_changes_nothing(self, webmcp_lint: Webmcp) -> None:
        before = webmcp_lint()
        assert webmcp_lint("init") == (0, "", "webmcp-lint: wrote webmcp-lint.toml\n")
        assert webmcp_lint() == before
        assert webmcp_lint("--config", "webmcp-lint.toml") == before

    @pytest.mark.usefixtures("site")
    def test_what_stands_in_the_comments_is_valid_and_the_default(self, webmcp_lint: Webmcp) -> None:
        webmcp_lint("init")
        lines = Path("webmcp-lint.toml").read_text(encoding="utf-8").splitlines()
        plain, examples = "\n".join(lines).split("# What holds for some files instead.\n")
        for text in (plain, plain + examples):
            settings = [
                line[2:] if line[:2] == "# " and (" = " in line or "[[" in line) else line for line in text.splitlines()
            ]
            Path("webmcp-lint.toml").write_text("\n".join(settings), encoding="utf-8")
            run = webmcp_lint()
            assert (run.code, run.err) == (1, "")
            if text is plain:
                assert run == webmcp_lint("--no-config")

    @pytest.mark.usefixtures("empty_site")
    def test_nothing_is_overwritten(self, webmcp_lint: Webmcp) -> None:
        configure("# mine")
        run = webmcp_lint("init")
        assert run == (2, "", "webmcp-lint: webmcp-lint.toml is there already; it stays as it is\n")
        assert Path("webmcp-lint.toml").read_text(encoding="utf-8") == "# mine"
