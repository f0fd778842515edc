from __future__ import annotations

import errno
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webmcp_lint.discovery import (
    MAX_BYTES,
    Discovery,
    File,
    Kind,
    PathNotFoundError,
    Skipped,
    discover,
    kind_of,
    mentions_webmcp,
    project_root,
    read,
    read_bytes,
)
from webmcp_lint.source import SourceFile

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX files")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(root: Path, *names: str, text: str = "") -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def displayed(found: Discovery) -> list[str]:
    return [file.display_path for file in found.files]


def skipped(found: Discovery) -> list[tuple[str, str]]:
    return [(item.path, item.reason) for item in found.skipped]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("index.html", Kind.MARKUP),
        ("INDEX.HTM", Kind.MARKUP),
        ("page.xhtml", Kind.MARKUP),
        ("page.shtml", Kind.MARKUP),
        ("page.php", Kind.TEMPLATE),
        ("page.blade.php", Kind.TEMPLATE),
        ("page.html.erb", Kind.TEMPLATE),
        ("index.html.twig", Kind.TEMPLATE),
        ("page.v2.erb", Kind.TEMPLATE),
        (".erb", Kind.TEMPLATE),
        ("x.js.erb", None),
        ("nginx.conf.j2", None),
        ("app.js", Kind.SCRIPT),
        ("app.d.ts", Kind.SCRIPT),
        ("App.TSX", Kind.SCRIPT),
        ("App.vue", Kind.COMPONENT),
        ("html", None),
        ("style.css", None),
        ("", None),
    ],
)
def test_kind(name: str, kind: Kind | None) -> None:
    assert kind_of(name) is kind


def test_walk(site: Path) -> None:
    write(site, "b.html", "a/c.js", "a/b.vue", "a/style.css", "Z.php", "a.html", "test/x.html")
    found = discover(["."])
    assert displayed(found) == ["Z.php", "a.html", "a/b.vue", "a/c.js", "b.html", "test/x.html"]
    assert found.files[1] == File(site / "a.html", "a.html", Kind.MARKUP, 0)
    assert displayed(discover([site], kinds={Kind.MARKUP, Kind.TEMPLATE})) == [
        "Z.php",
        "a.html",
        "b.html",
        "test/x.html",
    ]


def test_nothing(site: Path) -> None:
    write(site, "style.css")
    assert discover(["."]) == discover([]) == Discovery((), ())


def test_display_path(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(site, "in/a.html", "out/b.html")
    monkeypatch.chdir(site / "in")
    assert displayed(discover(["../out", ".", "./a.html", "../in/a.html"])) == [
        f"{site.as_posix()}/out/b.html",
        "a.html",
    ]


@pytest.mark.parametrize("path", ["sit/", "a.html/b.html", "", "a\0b", "x" * 5000])
def test_missing_path(site: Path, path: str) -> None:
    write(site, "a.html")
    with pytest.raises(PathNotFoundError) as error:
        discover([".", path])
    assert str(error.value) == f"no such file or directory: {path}"


def test_excluded_folders(site: Path) -> None:
    write(site, "node_modules/x/a.html", "dist/b.html", "sub/build/c.html", "vendor/node_modules/d.js", "vendor/e.html")
    write(site, ".agents/skills/g.html", "lib.min.js", "lib-min.js", "page.min.html", "dist.html", "out/f.html")
    assert displayed(discover(["."])) == ["dist.html", "out/f.html"]
    assert displayed(discover(["vendor", "dist/b.html", "lib.min.js"])) == [
        "dist/b.html",
        "lib.min.js",
        "vendor/e.html",
    ]
    assert displayed(discover(["node_modules/x", "."])) == ["dist.html", "node_modules/x/a.html", "out/f.html"]


def test_named_files(site: Path) -> None:
    write(site, "page", "page.weird", "app.js", "x.js.erb")
    found = discover(["page", "page.weird", "app.js", "x.js.erb"], kinds={Kind.MARKUP})
    assert displayed(found) == ["page", "page.weird", "x.js.erb"]


def test_gitignore(site: Path) -> None:
    (site / ".git" / "info").mkdir(parents=True)
    write(site, ".git/info/exclude", text="private.html\n")
    write(site, ".gitignore", text="\ufeff# made\r\n*.gen.html\r\n/top.html\r\nlogs/\r\nmade/**\r\n!made/kept.html\r\n")
    write(site, "sub/.gitignore", text="!good.gen.html\n[z-a]\n!\n[[:alpha:]\n/only.html\n**bad\\\n")
    write(site, "a.gen.html", "top.html", "sub/top.html", "logs/a.html", "sub/logs/b.html", "private.html")
    write(site, "sub/good.gen.html", "sub/bad.gen.html", "sub/only.html", "sub/x/only.html")
    write(site, "made/kept.html", "made/lost.html", "made/x/lost.html")
    expected = ["made/kept.html", "sub/good.gen.html", "sub/top.html", "sub/x/only.html"]
    assert displayed(discover(["."])) == expected
    # The files of the folders above count, unless what is named is ignored itself.
    assert displayed(discover(["sub"])) == expected[1:]
    assert displayed(discover(["logs", "a.gen.html"])) == ["a.gen.html", "logs/a.html"]


def test_gitignore_stops_at_repositories(site: Path) -> None:
    write(site, ".gitignore", text="*.html\n")
    write(site, "repo/.git/HEAD", "repo/a.html", "repo/module/b.html")
    write(site, "repo/.gitignore", text="b.html\n")
    write(site, "repo/module/.git", text="gitdir: ../.git/modules/module\n")
    assert displayed(discover(["repo"])) == ["repo/a.html", "repo/module/b.html"]
    assert displayed(discover(["."])) == ["repo/a.html", "repo/module/b.html"]


def test_gitignore_without_repository(site: Path) -> None:
    write(site, ".gitignore", text="a.html\n")
    write(site, "a.html", "b.html", "sub/a.html")
    assert displayed(discover(["."])) == ["b.html"]
    assert displayed(discover(["sub"])) == ["sub/a.html"]


def test_hostile_gitignore(site: Path) -> None:
    write(site, ".gitignore", text="*a*a*a*a*a*a*a*a*b\n" + "/**/a" * 30 + "\n*.htm\n" + "x\n" * 200_000)
    write(site, "a" * 200 + ".html", "/".join("a" * 50) + "/a.html", "b.htm")
    assert len(discover(["."]).files) == 2


@pytest.mark.skipif(not shutil.which("git"), reason="needs git")
def test_gitignore_as_git(site: Path) -> None:
    subprocess.run(["git", "init", "--quiet"], check=True)
    write(
        site,
        ".gitignore",
        text="*.html\n!index.html\n/a/*\n!/a/b/\n**/c/\nd/**/e.html\n\\!x.html\n!\\!x.html\nf?.htm\n",
    )
    write(site, "a/b/.gitignore", text="index.html\n!2.html\n")
    for folder in ("", "a/", "a/b/", "c/", "a/b/c/", "d/x/y/", "f/"):
        write(site, *(folder + name for name in ("index.html", "2.html", "!x.html", "e.html", "f1.htm", "f12.htm")))
    listed = subprocess.run(
        ["git", "-c", "core.quotePath=off", "ls-files", "--others", "--exclude-standard"],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert displayed(discover(["."])) == sorted(name for name in listed.stdout.split("\n") if "htm" in name)


def test_too_large(site: Path) -> None:
    write(site, "a.html", "b.html")
    os.truncate("a.html", MAX_BYTES + 1)
    os.truncate("b.html", MAX_BYTES)
    found = discover([".", "a.html"])
    assert displayed(found) == ["b.html"]
    assert skipped(found) == [("a.html", "larger than 20 MB")]


@posix
def test_links(site: Path) -> None:
    write(site, "repo/real/a.html", "outside/b.html", "outside/c.html")
    repo = site / "repo"
    (repo / "alias").symlink_to("real")
    (repo / "a.html").symlink_to("real/a.html")
    (repo / "linked").symlink_to(site / "outside")
    (repo / "linked too").symlink_to(site / "outside")
    (repo / "real" / "up").symlink_to(site)
    (repo / "real" / "self").symlink_to(".")
    (repo / "broken.html").symlink_to("nowhere.html")
    (repo / "nowhere").symlink_to("nowhere at all")
    (repo / "loop.html").symlink_to("loop.html")
    found = discover(["repo"])
    assert displayed(found) == ["repo/linked/b.html", "repo/linked/c.html", "repo/real/a.html"]
    assert skipped(found) == [
        ("repo/broken.html", "broken symbolic link"),
        ("repo/loop.html", "symbolic link loop"),
        ("repo/real/up", "symbolic link to a folder above"),
    ]
    assert displayed(discover(["repo/alias", "repo/a.html"])) == ["repo/a.html", "repo/alias/a.html"]
    assert skipped(discover(["repo/loop.html"])) == [("repo/loop.html", "symbolic link loop")]


@posix
@pytest.mark.usefixtures("site")
def test_special_files() -> None:
    os.mkfifo("pipe.html")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.js")
        found = discover([".", "pipe.html", os.devnull])
    assert found.files == ()
    assert skipped(found) == [
        (os.devnull, "not a regular file"),
        ("pipe.html", "not a regular file"),
        ("socket.js", "not a regular file"),
    ]
    pipe = File(Path("pipe.html"), "pipe.html", Kind.MARKUP, 0)
    assert read_bytes(pipe) == Skipped("pipe.html", "not a regular file")


@posix
def test_odd_names(site: Path) -> None:
    names = [b"\xff.html", b"a\nb.html", b"[x].html", b" spaced .html", "日本.html".encode()]
    for name in names:
        (site / os.fsdecode(name)).touch()
    found = discover(["."])
    assert {os.fsencode(file.display_path) for file in found.files} == set(names)
    assert all(isinstance(read(file), SourceFile) for file in found.files)


@posix
def test_path_too_long(site: Path) -> None:
    try:
        for _ in range(3):
            for _ in range(8):
                Path("d" * 200).mkdir()
                os.chdir("d" * 200)
            Path("deep.html").touch()
    finally:
        os.chdir(site)
    found = discover(["."])
    assert len(found.files) == 2
    assert [item.reason for item in found.skipped] == [os.strerror(errno.ENAMETOOLONG).lower()]


@pytest.fixture
def unprivileged() -> Iterator[Path]:
    """A working directory, seen with the rights of an ordinary user."""
    before = Path.cwd()
    is_root = os.geteuid() == 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        try:
            if is_root:
                os.chown(folder, 65534, 65534)
                os.seteuid(65534)
            os.chdir(folder)
            yield folder.resolve()
        finally:
            os.chdir(before)
            if is_root:
                os.seteuid(0)
            for path in folder.rglob("*"):
                path.chmod(0o755)


@posix
def test_without_rights(unprivileged: Path) -> None:
    write(unprivileged, "secret/a.html", "b.html", "unlistable/c.html", "unsearchable/d.html", "e.html")
    write(unprivileged, ".gitignore", "package.json")
    for name, mode in {
        "secret": 0,
        "b.html": 0,
        "unlistable": 0o311,
        "unsearchable": 0o644,
        ".gitignore": 0,
        "package.json": 0,
    }.items():
        (unprivileged / name).chmod(mode)
    found = discover([".", "unlistable/c.html", "secret/a.html"], kinds={Kind.MARKUP})
    assert displayed(found) == ["b.html", "e.html", "unlistable/c.html"]
    assert skipped(found) == [
        ("secret", "permission denied"),
        ("secret/a.html", "permission denied"),
        ("unlistable", "permission denied"),
        ("unsearchable/d.html", "permission denied"),
    ]
    assert read(found.files[0]) == Skipped("b.html", "permission denied")
    assert project_root("secret/a.html") == unprivileged


def test_vanished(site: Path) -> None:
    write(site, "a.html", "b.html")
    found = discover(["."])
    (site / "a.html").unlink()
    (site / "b.html").unlink()
    (site / "b.html").mkdir()
    assert read(found.files[0]) == Skipped("a.html", "no longer there")
    assert read_bytes(found.files[1]) == Skipped("b.html", "is a directory")


def test_read(site: Path) -> None:
    (site / "a.html").write_bytes(b"<meta charset=koi8-r>\xc1")
    (site / "b.js").write_bytes(b"// <meta charset=koi8-r>\xc1")
    (site / "c.html").write_bytes(bytes(range(256)) * 16)
    (site / "d.html").write_bytes(b"")
    markup, script, binary, growing = discover(["."]).files
    os.truncate("d.html", MAX_BYTES + 1)
    file = read(markup)
    assert isinstance(file, SourceFile)
    assert (file.path, file.encoding, file.text[-1]) == ("a.html", "koi8-r", "а")
    file = read(script)
    assert isinstance(file, SourceFile)
    assert (file.encoding, file.text[-1]) == ("windows-1252", "Á")
    assert read(binary) == Skipped("c.html", "binary")
    assert read(growing) == Skipped("d.html", "larger than 20 MB")


@pytest.mark.parametrize(
    "text",
    [
        "<form toolname=x>",
        "<form TOOLNAME=x>",
        "<form tool-name=x>",
        "<form data-tool_name=x>",
        "<form tooldesc=x>",
        "<form toolautosubmit>",
        "<input toolparamdescription=x>",
        "<input tool-param-description=x>",
        "document.modelContext",
        "navigator?.['modelContext']",
        "registerTool({})",
        "mc.unregisterTool('x')",
        "provideContext",
        "ontoolactivated",
        "addEventListener('toolchange')",
        "event.agentInvoked",
        "event.respondWith(x)",
        "import { useWebMCP } from '@mcp-b/react-webmcp'",
        "await executeTool(tool, {})",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_mentions_webmcp(text: str, encoding: str) -> None:
    assert mentions_webmcp(text.encode(encoding))


@pytest.mark.parametrize(
    "text", ["", "<p>tooltip toolbar tool-tip", "tools", "model context", "server.tool('x')", "\0" * 9]
)
def test_mentions_nothing(text: str) -> None:
    assert not mentions_webmcp(text.encode())


@given(st.binary())
def test_mentions_never_raises(data: bytes) -> None:
    assert mentions_webmcp(data + b" registertool")


@pytest.mark.parametrize(
    ("files", "root"),
    [
        ({}, "app/web/index.html"),
        ({"app/package.json": "{}"}, "app"),
        ({"app/package.json": "{}", "app/web/package.json": "{}"}, "app/web"),
        ({"app/package.json": "{}", ".git": ""}, ""),
        ({"app/.git": "", "webmcp-lint.toml": ""}, ""),
        ({"app/.git": "", "pyproject.toml": "[tool.webmcp-lint]\n"}, ""),
        ({"app/.git": "", "pyproject.toml": "[tool.ruff]\n# webmcp-lint"}, "app"),
        ({"app/.git": "", "pyproject.toml": "tool = 1 # webmcp-lint", "package.json": '{"webmcpLint": {}}'}, ""),
        ({"app/.git": "", "pyproject.toml": "[tool.webmcp-lint"}, ""),
        ({"app/.git": "", "package.json": '{"webmcpLint": {}}'}, ""),
        ({"app/.git": "", "package.json": '{"x": {"webmcpLint": {}}}'}, "app"),
        ({"app/.git": "", "package.json": '["webmcpLint"]'}, "app"),
        ({"app/.git": "", "package.json": '{"webmcpLint": '}, ""),
        ({"app/.git": "", "package.json": '"webmcpLint"' + "[" * 100_000}, ""),
    ],
)  # fmt: skip
def test_project_root(site: Path, files: dict[str, str], root: str) -> None:
    write(site, "app/web/index.html")
    for name, text in files.items():
        write(site, name, text=text)
    assert project_root("app/web/index.html") == site / root
    assert project_root("app/web") == (site / root if files else site / "app/web")
