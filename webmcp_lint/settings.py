"""What a user may set: for which browsers and clients a page is written, which rules speak, and about which files."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from webmcp_lint.browser import versions
from webmcp_lint.browser.versions import Targets
from webmcp_lint.findings import Level
from webmcp_lint.program.registrars import Registrars


@dataclass(frozen=True, slots=True)
class Option:
    """A number that a rule lets users set; `meaning` continues "the number is …"."""

    rule: str
    name: str
    default: int
    meaning: str
    least: int = 1


Options = Mapping[tuple[str, str], int]
"""What is set, by rule and option."""


@dataclass(frozen=True, slots=True)
class Files:
    """Which files are meant: patterns after those of `.gitignore`, below a folder."""

    root: Path
    patterns: Sequence[str]
    _match: list[Callable[[str], bool]] = field(default_factory=list, repr=False, compare=False)

    def __contains__(self, path: str) -> bool:
        """Whether a path, as it is displayed, is one of them."""
        if not self._match:
            from pathspec import GitIgnoreSpec

            self._match.append(GitIgnoreSpec.from_lines(self.patterns).match_file)
        absolute = Path(os.path.abspath(path))  # noqa: PTH100  a link keeps its name
        return absolute.is_relative_to(self.root) and self._match[0](absolute.relative_to(self.root).as_posix())


@dataclass(frozen=True, slots=True)
class Override:
    """What holds for some files instead."""

    files: Files
    levels: Mapping[str, Level] = field(default_factory=dict)
    options: Options = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one run.

    `selected` are the names of the rules that run, None for those that are on by default; `levels` gives levels that
    replace those of every finding of a rule. `clients` are the agents that a page must suit, out of `chrome`, `openai`,
    `claude` and `gemini`; `targets` are the browsers that it must work in. Nothing is reported in `excluded` files, nor
    outside `included` ones.
    """

    selected: frozenset[str] | None = None
    levels: Mapping[str, Level] = field(default_factory=dict)
    options: Options = field(default_factory=dict)
    overrides: Sequence[Override] = ()
    clients: frozenset[str] = frozenset({"chrome"})
    targets: Targets = versions.DEFAULT
    registrars: Registrars = field(default_factory=Registrars)
    included: Files | None = None
    excluded: Files | None = None
    today: date = field(default_factory=date.today)

    def value(self, option: Option) -> int:
        """Return what an option is set to."""
        return self.options.get((option.rule, option.name), option.default)

    def covers(self, path: str) -> bool:
        """Whether faults in this file are reported."""
        if self.included is not None and path not in self.included:
            return False
        return self.excluded is None or path not in self.excluded

    def at(self, path: str) -> Settings:
        """Return the settings for one file; later overrides win."""
        levels, options = dict(self.levels), dict(self.options)
        for override in self.overrides:
            if path in override.files:
                levels |= override.levels
                options |= override.options
        return replace(self, levels=levels, options=options, overrides=())
