"""What the configuration and the command line set together."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import click

from webmcp_lint.configuration import Configuration
from webmcp_lint.discovery import configuration_file
from webmcp_lint.findings import Level
from webmcp_lint.settings import Override, Settings


def configuration(
    paths: Sequence[str], stdin_filename: str | None, *, file: str | None = None, is_off: bool = False
) -> Configuration:
    """Return what is set for paths: by a file that is named, or the nearest one; raises `click.UsageError`."""
    if is_off:
        if file is not None:
            raise click.UsageError("--config and --no-config exclude each other")
        return Configuration()
    found = Path(file) if file is not None else _nearest(paths, stdin_filename)
    if found is None:
        return Configuration()
    from webmcp_lint.configuration.file import ConfigurationError, load
    from webmcp_lint.configuration.reading import read

    try:
        return read(load(found))
    except ConfigurationError as error:
        raise click.UsageError(str(error)) from None


def _nearest(paths: Sequence[str], stdin_filename: str | None) -> Path | None:
    """Return the file that configures all paths; two that belong to different ones cannot be linted together."""
    named = [(stdin_filename or ".") if path == "-" else path for path in paths] or ["."]
    files = list(dict.fromkeys(map(configuration_file, named)))
    if len(files) > 1:
        first, second = ("none" if file is None else os.path.relpath(file) for file in files[:2])
        raise click.UsageError(
            f"these paths have different configurations: {first} and {second}; lint them one by one, or name one with --config"
        )
    return files[0]


def chosen(settings: Settings, select: Iterable[str], extend: Iterable[str], ignore: Iterable[str]) -> Settings:
    """Return settings with the rules that the command line asks for; it wins over the file."""
    if not (select or extend or ignore):
        return settings
    from webmcp_lint.linter import active_rules
    from webmcp_lint.rules import UnknownRuleError

    try:
        selected, added, left_out = _names(select), _names(extend), _names(ignore)
    except UnknownRuleError as error:
        raise click.UsageError(str(error)) from None
    if select and not selected:
        raise click.UsageError("--select names no rule")
    base = selected if select else {rule.name for rule in active_rules(replace(settings, overrides=()))}
    names = frozenset((base | added) - left_out)
    levels = {name: level for name, level in settings.levels.items() if name in names and level is not Level.OFF}
    allowed = names if select else None
    overrides = tuple(_limited(override, allowed, left_out) for override in settings.overrides)
    return replace(settings, selected=names, levels=levels, overrides=overrides)


def _names(selectors: Iterable[str]) -> set[str]:
    from webmcp_lint.rules import select as rules_of

    words = [word for selector in selectors for word in selector.replace(",", " ").split()]
    return {rule.name for word in words for rule in rules_of(word)}


def _limited(override: Override, allowed: frozenset[str] | None, left_out: set[str]) -> Override:
    levels = {
        name: level
        for name, level in override.levels.items()
        if name not in left_out and (allowed is None or name in allowed)
    }
    return replace(override, levels=levels)
