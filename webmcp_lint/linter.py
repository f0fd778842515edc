"""Runs the rules over pages: which rules speak, how loud, what comments silence, and in what order it is told."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import Rule, all_rules
from webmcp_lint.rules.surface import unused_suppression
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.source import Location, SourceFile
from webmcp_lint.suppressions import Suppression, silencers, suppressions


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

    @property
    def location(self) -> Location:
        """Where the fault is."""
        return self.finding.location


def active_rules(settings: Settings) -> list[Rule]:
    """Return the rules that run, by name."""
    if settings.selected is None:
        return [rule for rule in all_rules() if settings.levels.get(rule.name, rule.level) is not Level.OFF]
    return [rule for rule in all_rules() if rule.name in settings.selected]


def lint(page: Page, settings: Settings) -> list[Diagnostic]:
    """Return what the rules find on a page, silenced findings included, in the order of the source."""
    rules = active_rules(settings)
    comments = suppressions(page.document)
    judged: list[_Judged] = []
    for rule in rules:
        if rule.check is not None:
            judged += _judge(rule, [(finding, None) for finding in rule.check(page, settings)], comments)
    if unused_suppression.RULE in rules:
        rule = unused_suppression.RULE
        names = {name for each in rules for name in each.names}
        judged += _judge(rule, [(finding, None) for finding in unused_suppression.find(comments, names)], comments)
        judged += _judge(rule, list(unused_suppression.find_last(comments)), comments)
    judged.sort(key=lambda each: (each[1].location.file.path, *each[1].location.span, each[0].name))
    return list(_diagnostics(judged, settings))


_Judged = tuple[Rule, Finding, Suppression | None]


def _judge(
    rule: Rule, found: list[tuple[Finding, Suppression | None]], comments: Sequence[Suppression]
) -> Iterator[_Judged]:
    """Yield the findings of a rule with what silences each; a suppression beside one is what it is about."""
    here = comments[0].location.file if comments else None
    elsewhere = [finding for finding, _ in found if finding.location.file is not here]
    yield from ((rule, finding, None) for finding in elsewhere)
    found = [each for each in found if each[0].location.file is here]
    found.sort(key=lambda each: each[0].location.span)
    places = [(finding.location.span.start, subject) for finding, subject in found]
    for (finding, _), silencer in zip(found, silencers(comments, rule.names, places), strict=True):
        yield rule, finding, silencer


def _diagnostics(judged: Iterable[_Judged], settings: Settings) -> Iterator[Diagnostic]:
    seen: Counter[tuple[str, ...]] = Counter()
    lines: dict[tuple[SourceFile, int], str] = {}
    for rule, finding, silencer in judged:
        level = settings.levels.get(rule.name) or finding.level or rule.level or Level.NOTE
        file = finding.location.file
        line = file.line_of(finding.location.span.start)
        if (file, line) not in lines:
            lines[file, line] = _digest(" ".join(file.text[slice(*file.line_span(line))].split()))
        # What makes a finding the same one after unrelated edits: no line number, white space folded
        identity = (rule.name, file.path, finding.tool or "", lines[file, line])
        seen[identity] += 1
        fingerprint = _digest("\0".join((*identity, str(seen[identity]))))
        yield Diagnostic(rule, level, finding, fingerprint, None if silencer is None else silencer.reason)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
