"""`--fix`, `--unsafe-fixes` and `--diff`: what they change, what they leave alone, and what they say."""

from __future__ import annotations

import io
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import Webmcp
from webmcp_lint import repairs
from webmcp_lint.findings import Fix
from webmcp_lint.fixes import changed
from webmcp_lint.source import Edit, SourceFile

RULES = ("--select", "autosubmit-false,controller-as-signal,hidden-unicode,missing-tool-description")
PAGE = '<meta charset=utf-8>\n<form toolname="a" tooldescription="Add a task." toolautosubmit="no">\n</form>\n'
MENDED = PAGE.replace(' toolautosubmit="no"', "")
SCRIPT = 'document.modelContext.registerTool({ name: "b", description: "Bye.", execute() {} }, { signal: new AbortController() });\n'
FIXED = SCRIPT.replace("new AbortController()", "new AbortController().signal")


@pytest.fixture
def site(empty_site: Path) -> Path:
    (empty_site / "a.html").write_bytes(PAGE.encode())
    (empty_site / "app.js").write_bytes(SCRIPT.encode())
    return empty_site


@pytest.mark.usefixtures("site")
class TestFix:
    def test_files_are_mended(self, webmcp_lint: Webmcp) -> None:
        before = webmcp_lint(".", *RULES)
        assert (before.code, before.out.splitlines()[-1]) == (1, "2 errors · 1 tool on 2 pages · 2 fixable with --fix")
        assert webmcp_lint(".", *RULES, "--fix") == (0, "nothing wrong · 2 tools on 2 pages · 2 fixed\n", "")
        assert (Path("a.html").read_text(), Path("app.js").read_text()) == (MENDED, FIXED)
        assert webmcp_lint(".", *RULES, "--fix") == (0, "nothing wrong · 2 tools on 2 pages\n", "")

    def test_what_is_left_is_reported(self, webmcp_lint: Webmcp) -> None:
        Path("b.html").write_text("<form toolname=c></form>")
        run = webmcp_lint(".", *RULES, "--fix", "--format", "json")
        assert (run.code, run.rules) == (1, ["b.html:1 missing-tool-description"])
        assert (run.json["summary"]["fixed"], run.json["summary"]["fixable"]) == (2, 0)

    def test_only_the_paths_that_are_named_are_changed(self, webmcp_lint: Webmcp) -> None:
        Path("a.html").write_text(PAGE + "<script src=app.js></script>")
        run = webmcp_lint("a.html", *RULES, "--fix", "--format", "json")
        assert (run.code, run.rules) == (1, ["app.js:1 controller-as-signal"])
        assert Path("app.js").read_text() == SCRIPT

    def test_a_silenced_finding_is_left_alone(self, webmcp_lint: Webmcp) -> None:
        Path("app.js").write_text("// webmcp-lint-disable-next-line\n" + SCRIPT)
        assert webmcp_lint("app.js", *RULES, "--fix").code == 0
        assert SCRIPT in Path("app.js").read_text()

    def test_unsafe_fixes_are_asked_for(self, webmcp_lint: Webmcp) -> None:
        Path("c.html").write_text('<form toolname="add task" tooldescription="Add a task."></form>')
        rules = ("--select", "invalid-tool-name")
        assert webmcp_lint("c.html", *rules, "--fix").code == 1
        run = webmcp_lint("c.html", *rules, "--fix", "--unsafe-fixes")
        assert run == (0, "nothing wrong · 1 tool on 1 page · 1 fixed\n", "")
        assert 'toolname="add-task"' in Path("c.html").read_text()
        assert webmcp_lint(".", "--unsafe-fixes").err == "webmcp-lint: --unsafe-fixes goes with --fix or --diff\n"

    def test_several_rounds(self, webmcp_lint: Webmcp) -> None:
        comment = "<!-- webmcp-lint-disable autosubmit-false, controller-as-signal -->\n"
        Path("c.html").write_text(comment + MENDED)
        run = webmcp_lint("c.html", "--extend-select", "unused-suppression", *RULES, "--fix")
        assert (run.code, Path("c.html").read_text()) == (0, MENDED)
        assert run.out.endswith("2 fixed\n")


@pytest.mark.usefixtures("site")
class TestBytes:
    @pytest.mark.parametrize(
        ("encoding", "charset"),
        [
            ("utf-8", "utf-8"),
            ("utf-8-sig", "utf-8"),
            ("utf-16", "utf-8"),
            ("windows-1252", "latin1"),
            ("gb18030", "gbk"),
            ("iso2022_jp", "iso-2022-jp"),
        ],
    )
    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
    def test_encodings_and_line_ends_stay(self, webmcp_lint: Webmcp, encoding: str, charset: str, end: str) -> None:
        text = PAGE.replace("utf-8", charset).replace("\n", end) + ("<p>中" if "c" not in encoding else "<p>日")
        text = text.replace("中", "é") if encoding == "windows-1252" else text
        Path("a.html").write_bytes(text.encode(encoding))
        assert webmcp_lint("a.html", *RULES, "--fix").code == 0
        assert Path("a.html").read_bytes() == text.replace(' toolautosubmit="no"', "").encode(encoding)

    def test_bytes_that_mean_nothing_stay(self, webmcp_lint: Webmcp) -> None:
        Path("a.html").write_bytes(PAGE.encode() + b"\xff\xfe\0<p>\xc3")
        assert webmcp_lint("a.html", *RULES, "--fix").code == 0
        assert Path("a.html").read_bytes() == MENDED.encode() + b"\xff\xfe\0<p>\xc3"

    def test_a_fix_that_the_encoding_cannot_hold_is_given_back(self) -> None:
        file = SourceFile("a.html", "caf\xe9", "windows-1252", raw=b"caf\xe9")
        made = repairs.Repairs()
        edits = [Fix("", [Edit(file.location(at, at), text)], is_safe=True) for at, text in ((0, "\u4e2d"), (4, "!"))]
        assert made.make(edits, {"a.html"})
        assert (made.made, made.files["a.html"].data) == (1, b"caf\xe9!")


def made(path: str, text: str, *edits: tuple[int, int, str]) -> str:
    """Make fixes of one edit each; return what becomes of the text."""
    file = SourceFile(path, text, raw=text.encode())
    repaired = repairs.Repairs()
    repaired.make([Fix("", [Edit(file.location(*edit[:2]), edit[2])], is_safe=True) for edit in edits], {path})
    return repaired.files[path].text if path in repaired.files else text


@pytest.mark.parametrize(
    ("path", "text", "edit"),
    [
        ("a.js", "f({ a: 1 })", (4, 5, "")),
        ("a.ts", "const a: string = 1;", (7, 15, ": {")),
        ("a.html", '<p title="a">b<i>c</i>', (12, 13, "")),
        ("a.html", "<p>a<b>c</b>", (4, 4, "<!--")),
        ("a.html", "<p>a<b>c</b>", (4, 4, "<textarea>")),
        ("a.html", '<p title="a">', (10, 11, 'a"b"')),
        ("a.html", "<script>f(1)</script>", (10, 11, "(")),
        ("a.vue", "<template><p/></template><script>f(1)</script>", (35, 36, "(")),
        ("a.php", "<p><?= $a ?><b>", (3, 6, "")),
        ("a.html", "<meta charset=utf-8><p>\xe9", (14, 19, "latin1")),
    ],
)
def test_a_fix_that_breaks_a_file_is_given_back_and_the_others_are_made(
    path: str, text: str, edit: tuple[int, int, str]
) -> None:
    assert made(path, text, edit) == text
    end = (len(text), len(text), "\n\n")
    assert made(path, text, edit, end) == text + "\n\n"


def test_a_file_that_is_broken_already_can_be_mended() -> None:
    assert made("a.js", "f(1", (3, 3, ")")) == "f(1)"
    assert made("a.js", "f( ; g(1)", (7, 8, "2")) == "f( ; g(2)"


@pytest.mark.usefixtures("site")
class TestFiles:
    def test_mode_and_links_stay(self, webmcp_lint: Webmcp) -> None:
        Path("a.html").chmod(0o640)
        Path("link.html").symlink_to("a.html")
        assert webmcp_lint("link.html", *RULES, "--fix").code == 0
        assert Path("link.html").is_symlink()
        assert Path("a.html").read_text() == MENDED
        assert stat.S_IMODE(Path("a.html").stat().st_mode) == 0o640
        assert sorted(path.name for path in Path().iterdir()) == ["a.html", "app.js", "link.html"]

    def test_a_link_that_leads_out_of_the_paths_is_left_alone(self, webmcp_lint: Webmcp) -> None:
        Path("site").mkdir()
        Path("other").mkdir()
        Path("other/b.html").write_text(PAGE)
        Path("site/link.html").symlink_to("../a.html")
        Path("site/folder").symlink_to("../other")
        run = webmcp_lint("site", *RULES, "--fix", "--format", "json")
        assert (run.code, len(run.rules)) == (1, 2)
        assert Path("a.html").read_text() == Path("other/b.html").read_text() == PAGE

    def test_a_file_that_may_not_be_written(self, webmcp_lint: Webmcp) -> None:
        Path("a.html").chmod(0o444)
        run = webmcp_lint(".", *RULES, "--fix")
        assert (run.code, run.err) == (2, "webmcp-lint: cannot write a.html: Permission denied\n")
        assert (Path("a.html").read_text(), Path("app.js").read_text()) == (PAGE, FIXED)

    @pytest.mark.parametrize(("content", "reason"), [(None, "no longer there"), ("x", "it has changed meanwhile")])
    def test_a_file_that_changes_meanwhile(
        self, webmcp_lint: Webmcp, monkeypatch: pytest.MonkeyPatch, content: str | None, reason: str
    ) -> None:
        make = repairs.Repairs.make

        def make_and_meddle(self: repairs.Repairs, *arguments: object) -> bool:
            Path("a.html").unlink(missing_ok=True)
            if content is not None:
                Path("a.html").write_text(content)
            return make(self, *arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(repairs.Repairs, "make", make_and_meddle)
        run = webmcp_lint("a.html", *RULES, "--fix")
        assert (run.code, run.err) == (2, f"webmcp-lint: cannot write a.html: {reason}\n")
        assert not Path("a.html").exists() if content is None else Path("a.html").read_text() == content


DIFF = f"""\
--- a/a.html
+++ b/a.html
@@ -1,3 +1,3 @@
 <meta charset=utf-8>
-{PAGE.splitlines()[1]}
+{MENDED.splitlines()[1]}
 </form>
"""


@pytest.mark.usefixtures("site")
class TestDiff:
    def test_nothing_is_written(self, webmcp_lint: Webmcp) -> None:
        assert webmcp_lint("a.html", *RULES, "--diff") == (1, DIFF, "")
        assert webmcp_lint("a.html", *RULES, "--fix", "--diff") == (1, DIFF, "")
        assert Path("a.html").read_text() == PAGE

    def test_nothing_to_change(self, webmcp_lint: Webmcp) -> None:
        Path("a.html").write_text("<form toolname=c></form>")
        assert webmcp_lint("a.html", *RULES, "--diff") == (0, "", "")

    def test_colors(self, webmcp_lint: Webmcp) -> None:
        assert "\x1b[1;31m-<form" in webmcp_lint("a.html", *RULES, "--diff", "--color").out

    @pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")
    @pytest.mark.parametrize("end", ["\n", "\r\n"])
    def test_git_makes_the_same_of_it(self, site: Path, webmcp_lint: Webmcp, end: str) -> None:
        lines = [f"<p>{number}" for number in range(60)]
        for at in (0, 1, 5, 20, 28, 29, 59):
            lines[at] = f'<form toolname=t{at} tooldescription="Do it." toolautosubmit="no"></form>'
        lines[40] = "<!-- webmcp-lint-disable-next-line -->"
        for tail in ("", end):
            text = end.join(lines) + tail
            (site / "a.html").write_bytes(text.encode())
            rules = (*RULES, "--extend-select", "unused-suppression")
            patch = subprocess.run(
                [sys.executable, "-m", "webmcp_lint", "a.html", *rules, "--diff"], capture_output=True, check=False
            )
            assert patch.returncode == 1
            subprocess.run(["git", "apply", "-"], input=patch.stdout, check=True)
            by_git = (site / "a.html").read_bytes()
            (site / "a.html").write_bytes(text.encode())
            assert webmcp_lint("a.html", *rules, "--fix").code == 0
            assert (site / "a.html").read_bytes() == by_git != text.encode()


class TestStandardInput:
    @pytest.fixture(autouse=True)
    def page_on_standard_input(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(PAGE.encode())))

    def test_what_it_becomes_is_printed(self, webmcp_lint: Webmcp) -> None:
        run = webmcp_lint("-", *RULES, "--fix")
        assert run == (0, MENDED, "webmcp-lint: nothing wrong · 1 tool on 1 page · 1 fixed\n")

    def test_what_cannot_be_mended_is_printed_too(self, webmcp_lint: Webmcp) -> None:
        run = webmcp_lint("-", "--fix", "--select", "autosubmit-false", "--ignore", "autosubmit-false")
        assert run.out == PAGE

    def test_diff(self, webmcp_lint: Webmcp) -> None:
        assert webmcp_lint("-", "--stdin-filename", "a.html", *RULES, "--diff") == (1, DIFF, "")


def test_changes_are_made_from_the_left() -> None:
    assert changed("abcdef", [(1, 2, "B"), (2, 2, "-"), (4, 6, "")]) == "aB-cd"  # type: ignore[list-item]
