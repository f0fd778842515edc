"""Runs the rules over pages: which rules speak, how loud, what comments silence, and in what order it is told."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from webmcp_lint import suppressions
from webmcp_lint.contract.surface import relative_to
from webmcp_lint.discovery import Skipped
from webmcp_lint.faults import Fault, contained
from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import Rule, all_rules
from webmcp_lint.rules.surface import unexplained_suppression, unused_suppression
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.source import Location, SourceFile, Span
from webmcp_lint.suppressions import Suppression

MAX_TOLD: Final = 1_000
"""Findings of one rule in one file: nobody reads more, and each takes kilobytes until it is printed."""

_MAX_WRITTEN_LINE: Final = 5_000
"""A longer line is what a build made of something."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A finding with its rule and level, as reporters get it.

    `suppressed` is the reason a comment gives for silencing it (`""` where it gives none), None where it speaks.
    """

    rule: Rule
    level: Level
    finding: Finding
    fingerprint: str
    suppressed: str | None = None
    is_known: bool = False
    """Whether a baseline holds it."""

    @property
    def location(self) -> Location:
        """Where the fault is."""
        return self.finding.location


def active_rules(settings: Settings) -> list[Rule]:
    """Return the rules that run, by name; some of them perhaps for certain files only."""
    every = [settings, *(replace(settings, levels={**settings.levels, **each.levels}) for each in settings.overrides)]
    return [rule for rule in all_rules() if any(_is_active(rule, each) for each in every)]


def _is_active(rule: Rule, settings: Settings) -> bool:
    """Whether a rule speaks: it is selected, or a level is set for it."""
    level = settings.levels.get(rule.name)
    if level is not None:
        return level is not Level.OFF
    return rule.level is not Level.OFF if settings.selected is None else rule.name in settings.selected


def lint(page: Page, settings: Settings) -> list[Diagnostic]:
    """Return what the rules find on a page, silenced findings included, in the order of the source."""
    run = Run(settings)
    run.add(page)
    return run.diagnostics()


class Run:
    """Lints the pages of a project one after the other and puts together what is found.

    A script's tool is on every page that loads it, a fault in it is one fault; and whether a comment silences anything
    is known when all pages were seen. Fingerprints hold for the paths from `folder`, or for those that are displayed.
    """

    def __init__(self, settings: Settings, folder: Path | None = None) -> None:
        self._settings = settings
        self._path_of = str if folder is None else relative_to(folder)
        self._rules = active_rules(settings)
        self._found: dict[Rule, dict[tuple[str, Span], Finding]] = {rule: {} for rule in self._rules}
        self._comments: dict[str, list[Suppression]] = {}
        self._at: dict[str, Settings] = {}
        self._pages: set[str] = set()
        self._counts: Counter[tuple[Rule, str]] = Counter()
        self.faults: list[Fault] = []
        """The rules that failed, by page."""

    @property
    def left_out(self) -> list[Skipped]:
        """Of which rules not all findings in a file are told."""
        return [
            Skipped(path, f"more than {MAX_TOLD:,} findings of `{rule.name}`: the others are not told")
            for (rule, path), count in self._counts.items()
            if count > MAX_TOLD and self._speaks(rule, path)
        ]

    def _is_told(self, rule: Rule, path: str) -> bool:
        """Count a finding of a rule in a file; whether it is one of the first."""
        self._counts[rule, path] += 1
        return self._counts[rule, path] <= MAX_TOLD

    def _settings_at(self, path: str) -> Settings:
        if not self._settings.overrides:
            return self._settings
        if path not in self._at:
            self._at[path] = self._settings.at(path)
        return self._at[path]

    def _speaks(self, rule: Rule, path: str) -> bool:
        """Whether what a rule finds in a file is told."""
        is_covered = path in self._pages or self._settings.covers(path)
        return is_covered and _is_active(rule, self._settings_at(path))

    def add(self, page: Page) -> None:
        """Run the rules over a page."""
        settings = self._settings_at(page.path)
        self._pages.add(page.path)
        self._comments.setdefault(page.path, suppressions.of_page(page))
        literals = [literal for rendering in page.rendered for literal in rendering.literals]
        for rule in self._rules:
            if rule.check is not None:
                found = self._found[rule]
                judged: dict[int, tuple[Fix, bool]] = {}
                with contained(page.path, f"the rule {rule.name}", self.faults):
                    for finding in rule.check(page, settings):
                        place = (finding.location.file.path, finding.location.span)
                        if place not in found and self._is_told(rule, place[0]):
                            found[place] = _with_a_fix_that_fits(finding, literals, judged)

    def diagnostics(self, commented: Iterable[SourceFile] = (), shared: Collection[str] = ()) -> list[Diagnostic]:
        """Return what was found, in the order of the source.

        `commented` are further files whose comments may be unused, `shared` the paths of those that other pages load
        too: what silences nothing on the pages seen may do so on them.
        """
        for file in commented:
            self._comments.setdefault(file.path, suppressions.of_file(file))
        unjudged = {*shared, *(each.path for each in self.left_out)}
        judged_for_use = {path: comments for path, comments in self._comments.items() if path not in unjudged}
        judged: list[_Judged] = []
        for rule, found in self._found.items():
            spoken = (each for each in found.values() if self._speaks(rule, each.location.file.path))
            judged += self._judged(rule, ((finding, None) for finding in spoken))
        rule = unexplained_suppression.RULE
        if rule in self._rules:
            for path, comments in list(self._comments.items()):
                if self._speaks(rule, path):
                    unexplained = unexplained_suppression.find(comments)
                    judged += self._judged(rule, (each for each in unexplained if self._is_told(rule, path)))
        rule = unused_suppression.RULE
        if rule in self._rules:
            judged_for_use = {path: each for path, each in judged_for_use.items() if self._speaks(rule, path)}
            for path, comments in judged_for_use.items():
                names = {name for each in self._rules if self._speaks(each, path) for name in each.names}
                unused = unused_suppression.find(comments, names)
                judged += self._judged(rule, ((each, None) for each in unused if self._is_told(rule, path)))
            for path, comments in judged_for_use.items():
                last = unused_suppression.find_last(comments)
                judged += self._judged(rule, (each for each in last if self._is_told(rule, path)))
        judged.sort(key=lambda each: (each[1].location.file.path, *each[1].location.span, each[0].name))
        return list(_diagnostics(judged, self._settings_at, self._path_of))

    def _judged(self, rule: Rule, found: Iterable[tuple[Finding, Suppression | None]]) -> Iterator[_Judged]:
        """Yield the findings of a rule with what silences each; a suppression beside one is what it is about."""
        by_file: dict[str, list[tuple[Finding, Suppression | None]]] = {}
        for each in found:
            by_file.setdefault(each[0].location.file.path, []).append(each)
        for path, here in by_file.items():
            if path not in self._comments:
                self._comments[path] = suppressions.of_file(here[0][0].location.file)
            here.sort(key=lambda each: each[0].location.span)
            places = [(finding.location.span.start, subject) for finding, subject in here]
            silencers = suppressions.silencers(self._comments[path], rule.names, places)
            yield from ((rule, finding, silencer) for (finding, _), silencer in zip(here, silencers, strict=True))


def _with_a_fix_that_fits(
    finding: Finding, literals: Sequence[Location], judged: dict[int, tuple[Fix, bool]]
) -> Finding:
    """Return a finding without its fix where that does not fit; `judged` are those that several findings share."""
    fix = finding.fix
    if fix is None:
        return finding
    if id(fix) not in judged:
        judged[id(fix)] = (fix, _fits(fix, literals))
    return finding if judged[id(fix)][1] else replace(finding, fix=None)


def _fits(fix: Fix, literals: Sequence[Location]) -> bool:
    """Whether a fix puts no quote or backslash into a script's literal.

    Nor does it change what a build wrote: it belongs into the source of that.
    """
    for edit in fix.edits:
        at = edit.location
        line = at.file.line_span(at.file.line_of(at.span.start))
        if line.end - line.start > _MAX_WRITTEN_LINE:
            return False
        around = next((each for each in literals if each.file is at.file and _holds(each, at)), None)
        if around is not None and any(char in edit.text for char in ("\\", "\n", "${", around.text[0])):
            return False
    return True


def _holds(outer: Location, inner: Location) -> bool:
    return outer.span.start <= inner.span.start and inner.span.end <= outer.span.end


_Judged = tuple[Rule, Finding, Suppression | None]


def _diagnostics(
    judged: Iterable[_Judged], settings_at: Callable[[str], Settings], path_of: Callable[[str], str]
) -> Iterator[Diagnostic]:
    seen: Counter[tuple[str, ...]] = Counter()
    lines: dict[tuple[SourceFile, int], str] = {}
    for rule, finding, silencer in judged:
        file = finding.location.file
        level = settings_at(file.path).levels.get(rule.name) or finding.level or rule.level or Level.NOTE
        line = file.line_of(finding.location.span.start)
        if (file, line) not in lines:
            lines[file, line] = _digest(" ".join(file.text[slice(*file.line_span(line))].split()))
        # What makes a finding the same one after unrelated edits: no line number, white space folded
        identity = (rule.name, path_of(file.path), finding.tool or "", lines[file, line])
        seen[identity] += 1
        fingerprint = _digest("\0".join((*identity, str(seen[identity]))))
        yield Diagnostic(rule, level, finding, fingerprint, None if silencer is None else silencer.reason)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
