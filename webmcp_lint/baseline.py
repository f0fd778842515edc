"""Findings that a project knows of and has not mended yet, in a file: they are not told again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from webmcp_lint.contract.surface import relative_to
from webmcp_lint.linter import Diagnostic
from webmcp_lint.writing import write

VERSION = 1


class BaselineError(ValueError):
    """A file that holds no baseline; the message says what is wrong with it, and where."""


@dataclass(frozen=True, slots=True, order=True)
class Known:
    """A finding as a baseline has it; the fingerprint tells it, the rest is for readers."""

    path: str
    rule: str
    message: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Baseline:
    """The findings of a file, by their fingerprints; their paths are relative to its folder."""

    folder: Path
    findings: Mapping[str, Known] = field(default_factory=dict)


def read(path: Path) -> Baseline:
    """Read a baseline; raises `OSError` and `BaselineError`."""
    try:
        content = json.loads(path.read_bytes().decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        raise BaselineError(f"{path}:{error.lineno}: {error.msg}") from None
    except UnicodeDecodeError:
        raise BaselineError(f"{path}:1: this is not UTF-8") from None
    except RecursionError:
        raise BaselineError(f"{path}:1: lists inside each other without end") from None
    if not isinstance(content, dict) or not isinstance(content.get("findings"), list):
        raise BaselineError(f"{path}:1: this is no baseline: it has no list of findings")
    if content.get("version") != VERSION or content["version"] is True:
        raise BaselineError(f"{path}:1: this is no baseline of version {VERSION}")
    entries = [_known(entry, number, path) for number, entry in enumerate(content["findings"], 1)]
    return Baseline(path.parent, {entry.fingerprint: entry for entry in entries})


def _known(entry: object, number: int, path: Path) -> Known:
    names = ("path", "rule", "message", "fingerprint")
    values = [entry.get(name) for name in names] if isinstance(entry, dict) else [None]
    texts = [value for value in values if isinstance(value, str)]
    if len(texts) != len(names):
        raise BaselineError(f"{path}: its finding {number} lacks one of {', '.join(names)}")
    return Known(*texts)


def marked(diagnostics: Iterable[Diagnostic], baseline: Baseline) -> list[Diagnostic]:
    """Return the findings, those that the baseline knows marked so."""
    return [replace(each, is_known=each.fingerprint in baseline.findings) for each in diagnostics]


def stale(
    baseline: Baseline, diagnostics: Iterable[Diagnostic], was_looked_for: Callable[[Known], bool]
) -> list[Known]:
    """Return what the baseline knows and nobody finds anymore, although it was looked for."""
    found = {each.fingerprint for each in diagnostics if each.suppressed is None}
    return [entry for print_, entry in baseline.findings.items() if print_ not in found and was_looked_for(entry)]


def save(
    path: Path, baseline: Baseline, diagnostics: Iterable[Diagnostic], was_looked_for: Callable[[Known], bool]
) -> int:
    """Write what is found, and what the baseline knows and was not looked for; return how many findings that are.

    The same findings always make the same file; it is written whole or not at all. Raises `OSError`.
    """
    path_of = relative_to(baseline.folder)
    kept = {print_: entry for print_, entry in baseline.findings.items() if not was_looked_for(entry)}
    found = {
        each.fingerprint: Known(
            path_of(each.location.file.path), each.rule.name, each.finding.full_message, each.fingerprint
        )
        for each in diagnostics
        if each.suppressed is None
    }
    findings = [
        {"path": each.path, "rule": each.rule, "message": each.message, "fingerprint": each.fingerprint}
        for each in sorted({**kept, **found}.values())
    ]
    # Lone surrogates have no bytes, so only ASCII is written
    write(path, (json.dumps({"version": VERSION, "findings": findings}, indent=2) + "\n").encode("ascii"))
    return len(findings)
