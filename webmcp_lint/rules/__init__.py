"""The rules, one module each, in the folders of their categories; and the one way to make one.

A rule is a function from a page to findings, registered by `@rule`. Its name is the function's with hyphens, its category
the folder it lies in.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from webmcp_lint.findings import Finding, Level
from webmcp_lint.settings import Option, Settings
from webmcp_lint.site.page import Page

Check = Callable[[Page, Settings], Iterable[Finding]]
Precision = Literal["high", "medium", "low"]

_PRECISION: dict[Level, Precision] = {Level.ERROR: "high", Level.WARNING: "medium"}


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule and what is said about it; `check` is None for what the linter reports by itself."""

    name: str
    category: str
    level: Level
    summary: str
    sources: Sequence[str]
    """The evidence: a section of a standard, an experiment in the recorded answers, a client's guidance."""
    check: Check | None
    aliases: Sequence[str]
    precision: Precision
    fix: Literal["safe", "unsafe"] | None
    since: str
    options: Sequence[Option] = ()

    @property
    def names(self) -> frozenset[str]:
        """What selects and silences it: its name, its category, its aliases."""
        return frozenset({self.name, self.category, *self.aliases})


def rule(
    *,
    level: Level,
    summary: str,
    sources: Sequence[str],
    aliases: Sequence[str] = (),
    precision: Precision | None = None,
    fix: Literal["safe", "unsafe"] | None = None,
    since: str = "0.1.0",
    options: Sequence[Option] = (),
) -> Callable[[Check], Rule]:
    """Make a rule of a check.

    `level` is the default one, `fix` the best kind of fix that the rule ever offers; `precision` follows the level
    unless given: error high, warning medium, else low. `options` are the numbers that users may set.
    """

    def register(check: Check) -> Rule:
        name = check.__name__.replace("_", "-")
        assert all(option.rule == name for option in options), name  # noqa: S101  a slip of the pen
        return Rule(
            name=name,
            category=check.__module__.split(".")[-2],
            level=level,
            summary=summary,
            sources=tuple(sources),
            check=check,
            aliases=tuple(aliases),
            precision=precision or _PRECISION.get(level, "low"),
            fix=fix,
            since=since,
            options=tuple(options),
        )

    return register


@cache
def all_rules() -> tuple[Rule, ...]:
    """Return every rule, by name."""
    found: dict[str, Rule] = {}
    for module_info in pkgutil.walk_packages(__path__, f"{__name__}."):
        if not module_info.ispkg:
            module = importlib.import_module(module_info.name)
            found |= {value.name: value for value in vars(module).values() if isinstance(value, Rule)}
    return tuple(found[name] for name in sorted(found))


class UnknownRuleError(ValueError):
    """A selector that names no rule, category or alias; `suggestion` is the nearest that exists."""

    def __init__(self, selector: str) -> None:
        self.selector = selector
        self.suggestion = _nearest(selector)
        hint = f'; did you mean "{self.suggestion}"?' if self.suggestion else ""
        super().__init__(f'unknown rule "{selector}"{hint}')


def select(selector: str) -> tuple[Rule, ...]:
    """Return the rules that a name, a category, an alias or `all` stands for; raises `UnknownRuleError`."""
    wanted = selector.strip()
    if wanted == "all":
        return all_rules()
    found = tuple(each for each in all_rules() if wanted in each.names)
    if not found:
        raise UnknownRuleError(wanted)
    return found


def is_selector(text: str) -> bool:
    """Whether `text` is the name of a rule, a category or an alias."""
    return any(text in each.names for each in all_rules())


def _nearest(selector: str) -> str | None:
    import difflib

    names = sorted({name for each in all_rules() for name in each.names})
    return next(iter(difflib.get_close_matches(selector, [*names, "all"], n=1)), None)
