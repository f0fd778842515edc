"""The ignore files of git, as they apply to a walk from the top down."""

from __future__ import annotations

import re
import stat
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_MAX_BYTES = 1 << 16
_MAX_PATTERNS = 2000
_MAX_STARS = 3


@dataclass(frozen=True, slots=True)
class IgnoreFile:
    """The patterns of one file, relative to `folder`, an absolute path that ends in a separator."""

    folder: str
    spec: GitIgnoreSpec


def is_ignored(path: str, *, is_folder: bool, ignore_files: tuple[IgnoreFile, ...]) -> bool:
    """Say whether git ignores an entry of a folder that it doesn't ignore; the deepest file that knows it decides."""
    for ignore_file in reversed(ignore_files):
        relative = path[len(ignore_file.folder) :] + ("/" if is_folder else "")
        include = ignore_file.spec.check_file(relative).include
        if include is not None:
            return include
    return False


def ignore_files_in(folder: Path, names: Collection[str], above: tuple[IgnoreFile, ...]) -> tuple[IgnoreFile, ...]:
    """Return what applies to the entries of `folder`; a repository within another one starts anew."""
    files = above
    if ".git" in names:
        exclude = _load(folder / ".git" / "info" / "exclude", folder)
        files = (exclude,) if exclude else ()
    if ".gitignore" in names and (own := _load(folder / ".gitignore", folder)):
        files = (*files, own)
    return files


def ignore_files_above(folder: Path) -> tuple[IgnoreFile, ...]:
    """Return what applies to `folder` from its repository; nothing if it is ignored itself, or in no repository."""
    above: list[Path] = []
    for ancestor in (folder, *folder.parents):
        if holds_repository(ancestor):
            break
        above.append(ancestor.parent)
    else:
        return ()
    files: tuple[IgnoreFile, ...] = ()
    for ancestor in reversed(above):
        names = (".git", ".gitignore") if ancestor is above[-1] else (".gitignore",)
        files = ignore_files_in(ancestor, names, files)
    return () if is_ignored(str(folder), is_folder=True, ignore_files=files) else files


def holds_repository(folder: Path) -> bool:
    """Say whether `folder` is the top of a work tree."""
    try:
        (folder / ".git").stat()
    except OSError:
        return False
    return True


def _load(path: Path, folder: Path) -> IgnoreFile | None:
    try:
        if not stat.S_ISREG(path.lstat().st_mode):  # git follows no link here either
            return None
        with path.open("rb") as stream:
            data = stream.read(_MAX_BYTES)
    except OSError:
        return None
    patterns = [
        # `folder/**` is `folder/*` to a walk, and pathspec would let it match the folder itself.
        line[:-1] if line.endswith("/**") else line
        for line in re.split(r"\r?\n", data.decode("utf-8-sig", "surrogateescape"))
        if line.strip() and not line.startswith("#") and not _is_costly(line)
    ]
    return (
        IgnoreFile(f"{folder}/" if folder.name else str(folder), _compile(patterns[:_MAX_PATTERNS]))
        if patterns
        else None
    )


def _is_costly(pattern: str) -> bool:
    """Say whether a match could take more than the third power of the path's length: stars backtrack, in git too."""
    return pattern.count("**") > _MAX_STARS or any(part.count("*") > _MAX_STARS for part in pattern.split("/"))


def _compile(patterns: list[str]) -> GitIgnoreSpec:
    import warnings

    from pathspec import GitIgnoreSpec

    def is_valid(pattern: str) -> bool:
        try:
            GitIgnoreSpec.from_lines([pattern])
        except (ValueError, re.error):
            return False
        return True

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # `re` on `[[:alpha:]]`
        try:
            return GitIgnoreSpec.from_lines(patterns)
        except (ValueError, re.error):
            return GitIgnoreSpec.from_lines(filter(is_valid, patterns))
