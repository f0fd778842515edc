"""The files of a revision, read from the repository as they were committed.

`git archive` would leave out what `.gitattributes` marks with `export-ignore`, and a checkout would run the filters of
the configuration; here the objects themselves are read, so nothing runs and nothing is fetched.
"""

from __future__ import annotations

import mimetypes
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from webmcp_lint.discovery import MAX_BYTES

_REGULAR = {b"100644", b"100755", b"100664"}
_LINK = b"120000"
_MEDIA = {"image", "audio", "video", "font"}


class GitError(Exception):
    """Why a revision cannot be read, in one line."""


@dataclass(frozen=True, slots=True)
class Checkout:
    """The files of a revision.

    `root` is the top of the tree, as `top` is that of the work tree; `folder` is where the working directory would be.
    """

    root: Path
    folder: Path
    top: Path


@dataclass(frozen=True, slots=True)
class _Entry:
    path: str
    object_id: bytes
    is_link: bool


@contextmanager
def checkout(revision: str) -> Iterator[Checkout]:
    """Write the files of a revision of the repository around the working directory to a folder that goes away again.

    Raises `GitError`.
    """
    if shutil.which("git") is None:
        raise GitError("--git needs `git`, which is not installed")
    top, prefix = _place()
    tree = _tree(revision)
    with tempfile.TemporaryDirectory(prefix="webmcp-lint-") as folder:
        root = Path(folder).resolve()
        _write_files(root, tree)
        _mark_as_repository(root, Path(top))
        yield Checkout(root, root / prefix, Path(top))


def _place() -> tuple[str, str]:
    """Return the top of the work tree, and where the working directory is below it."""
    try:
        top = _git("rev-parse", "--show-toplevel")
        prefix = _git("rev-parse", "--show-prefix")
    except GitError as error:
        if "not a git repository" in str(error):
            raise GitError("--git compares within a git repository, and this folder is in none") from None
        raise
    return os.fsdecode(top.removesuffix(b"\n")), os.fsdecode(prefix.removesuffix(b"\n"))


def _tree(revision: str) -> str:
    # No name of a revision begins with a hyphen, and git would take it for an option
    if revision and not revision.startswith("-") and "\0" not in revision:
        with suppress(GitError):
            return _git("rev-parse", "--verify", "--quiet", f"{revision}^{{tree}}").decode().strip()
    raise GitError(f"unknown revision: {revision}")


def _git(*arguments: str) -> bytes:
    done = subprocess.run(_command(*arguments), capture_output=True, env=_environment(), check=False)  # noqa: S603
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise GitError(lines[0].removeprefix("fatal: ") if lines else f"git {arguments[0]} failed")
    return done.stdout


def _command(*arguments: str) -> list[str]:
    return ["git", "--no-pager", "--literal-pathspecs", *arguments]


def _environment() -> dict[str, str]:
    return {
        **os.environ,
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
        "LC_ALL": "C",
    }


def _write_files(root: Path, tree: str) -> None:
    entries = list(_entries(tree))
    with subprocess.Popen(  # noqa: S603
        _command("cat-file", "--batch"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=_environment()
    ) as git:
        assert git.stdin is not None and git.stdout is not None  # noqa: S101, PT018  pipes were asked for
        links = []
        for entry in entries:
            git.stdin.write(entry.object_id + b"\n")
            git.stdin.flush()
            data = _object(git.stdout)
            if data is None:
                continue
            path = root / entry.path
            if entry.is_link:
                links.append((path, data))
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    _write_links(root, links)


def _entries(tree: str) -> Iterator[_Entry]:
    """Yield the files of a tree that may hold sources: none of another repository, of a package, or too large to read."""
    listed = _git("ls-tree", "-r", "-l", "-z", "--full-tree", tree)
    for line in filter(None, listed.split(b"\0")):
        facts, _, name = line.partition(b"\t")
        mode, _, object_id, size = facts.split()
        path = os.fsdecode(name)
        if mode not in _REGULAR | {_LINK} or not size.isdigit() or int(size) > MAX_BYTES or not _is_wanted(path):
            continue
        yield _Entry(path, object_id, mode == _LINK)


def _is_wanted(path: str) -> bool:
    parts = path.split("/")
    if any(part in {"", ".", "..", "node_modules"} or part.lower() == ".git" for part in parts):
        return False
    if os.sep != "/" and any(os.sep in part or ":" in part for part in parts):
        return False
    media, _ = mimetypes.guess_type(parts[-1])
    return media is None or media.partition("/")[0] not in _MEDIA


def _object(stream: IO[bytes]) -> bytes | None:
    """Read one answer of `git cat-file --batch`; None for an object that is not here, as in a partial clone."""
    header = stream.readline().split()
    if len(header) != 3:
        return None
    data = stream.read(int(header[2]))
    stream.read(1)
    return data


def _write_links(root: Path, links: list[tuple[Path, bytes]]) -> None:
    """Make the symbolic links that stay within the tree."""
    made = []
    for path, target in links:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.symlink_to(os.fsdecode(target))
        except (OSError, ValueError):  # a system without links, or no name at all
            continue
        made.append(path)
    for path in made:
        try:
            is_inside = path.resolve().is_relative_to(root)
        except (OSError, RuntimeError):  # a link to itself
            is_inside = False
        if not is_inside:
            path.unlink()


def _mark_as_repository(root: Path, top: Path) -> None:
    """Let the tree end the search for a project's top, and ignore what the work tree ignores."""
    information = root / ".git" / "info"
    information.mkdir(parents=True)
    exclude = top / ".git" / "info" / "exclude"
    if exclude.is_file():
        shutil.copyfile(exclude, information / "exclude")
