"""What a user may set: for which browsers and clients a page is written, and which rules speak."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from webmcp_lint.browser import versions
from webmcp_lint.browser.versions import Targets
from webmcp_lint.findings import Level


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one run.

    `selected` are the names of the rules that run, None for those that are on by default; `levels` gives levels that
    replace those of every finding of a rule. `clients` are the agents that a page must suit, out of `chrome`, `openai`,
    `claude` and `gemini`; `targets` are the browsers that it must work in.
    """

    selected: frozenset[str] | None = None
    levels: Mapping[str, Level] = field(default_factory=dict)
    clients: frozenset[str] = frozenset({"chrome"})
    targets: Targets = versions.DEFAULT
    today: date = field(default_factory=date.today)
