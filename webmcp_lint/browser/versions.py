"""Which browser has which part of WebMCP, as data with evidence, and the browsers that a site is written for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

FIRST: Final = 146
"""The first milestone of Chrome that had WebMCP, behind a flag; the origin trial ran from 149 to 156."""
NEWEST: Final = 160
"""The last milestone that anything is known of; `chrome >= 155` runs to here."""
FIREFOX: Final = "Firefox"
"""Behind `dom.modelcontext.enabled`; it has no declarative tools."""


@dataclass(frozen=True, slots=True)
class Feature:
    """Something that browsers do: Chrome from milestone `since` up to `until` (None: still), and Firefox or not."""

    evidence: Sequence[str]
    since: int = FIRST
    until: int | None = None
    in_firefox: bool = False


_FIREFOX_IDL = "Firefox: dom/webidl/ModelContext.webidl"

NAVIGATOR_CONTEXT: Final = Feature(
    ("igrigorik/AgentBoard#5", "WebMCP-org/npm-packages#270", _FIREFOX_IDL), until=151, in_firefox=True
)
"""`navigator.modelContext`."""
DOCUMENT_CONTEXT: Final = Feature(("webmachinelearning/webmcp#184", "chromium-review 7867800"), since=150)
"""`document.modelContext`."""
TESTING: Final = Feature(("WebMCP-org/npm-packages#270", "GoogleChrome/lighthouse#17129"), until=151)
"""`navigator.modelContextTesting`."""
UNREGISTER_TOOL: Final = Feature(("puppeteer#15069", _FIREFOX_IDL), until=147, in_firefox=True)
"""`unregisterTool(name)`."""
USER_INTERACTION: Final = Feature((_FIREFOX_IDL, "webmachinelearning/webmcp#299"), since=0, until=0, in_firefox=True)
"""`requestUserInteraction` of what `execute` is called with; no Chrome that is known of has it."""
REGISTER_PROMISE: Final = Feature(("puppeteer#15146", "agentcathq/webmcp-react#25", _FIREFOX_IDL), since=151)
"""`registerTool` returns a promise; before that, and in Firefox, undefined, and it throws what it refuses."""
ABORTED_SIGNAL_REJECTS: Final = Feature(("webmachinelearning/webmcp#202", "Chromium 156: R-abort"), since=152)
"""`registerTool` rejects with a signal that is already aborted; in 151 it does nothing without a word."""
TOOLS_POLICY: Final = Feature(("webmachinelearning/webmcp#178", "Chromium 156: K-pp-none"), since=150)
"""The permissions policy `tools` is enforced."""
ORIGIN_KEYED_ONLY: Final = Feature(("webmachinelearning/webmcp#197", "chromium-review 7896184"), since=150)
"""A document that shares its agent with other origins has no tools."""
CONTEXT_EVENTS: Final = Feature(("webmachinelearning/webmcp#179", _FIREFOX_IDL), since=150)
"""The model context is an EventTarget, with `toolchange`."""
TOOL_ACCESS: Final = Feature(("obetomuniz/web-ai-sdk#223", _FIREFOX_IDL), since=150)
"""`getTools` and `executeTool` of the model context itself."""
EXECUTE_SIGNAL: Final = Feature(("webmachinelearning/webmcp#247", "webmachinelearning/webmcp#299"), since=153)
"""`execute(input, { signal })`; before that the second argument is undefined, and in Firefox it is another object."""
UNREGISTERING_KEEPS_CALLS: Final = Feature(("webmaxru/web-ai-agent-skills#60",), since=153)
"""Taking a tool away does not cancel its running calls."""
FAILED_REGISTRATION_KEEPS_LATER: Final = Feature(
    ("webmachinelearning/webmcp#240", "chromium-review 8236351"), since=153
)
"""The cleanup of a refused registration leaves a later tool of the same name alone."""
CONSEQUENTIAL_HINT: Final = Feature(("webmachinelearning/webmcp#217", "obetomuniz/web-ai-sdk#243"), since=154)
"""`annotations.consequentialHint`."""
SCHEMA_OBJECTS: Final = Feature(("webmachinelearning/webmcp#241", "obetomuniz/web-ai-sdk#253"), since=155)
"""`inputSchema` of what `getTools()` gives is an object; before that it is JSON text."""
EXECUTE_TOOL_OBJECT: Final = Feature(("webmachinelearning/webmcp#246", "Chromium 156: X-args"), since=155)
"""`executeTool` takes its input as an object; before that as JSON text."""
DEBUGGING_HINT: Final = Feature(("webmachinelearning/webmcp#253", "Chromium 156: R-ann-all"), since=156)
"""`annotations.debugging`."""
EVENTS_AT_CONTEXT: Final = Feature(("webmachinelearning/webmcp#245", "webmcp-tools#478"), since=156)
"""`toolactivated` and `toolcancel` are fired at `document.modelContext`."""
EVENTS_AT_WINDOW: Final = Feature(("webmachinelearning/webmcp#245", "webmcp-tools#478"), until=155)
"""`toolactivated` and `toolcancel` are fired at `window`."""
TESTING_FLAG: Final = Feature(("browserbase/stagehand#3198", "puppeteer#15121"), until=157)
"""The feature `WebMCPTesting` switches the API on by itself."""
OUTPUT_SCHEMA: Final = Feature(
    ("webmachinelearning/webmcp#254", "developer.chrome.com/docs/ai/webmcp/updates"), since=159
)
"""`registerTool` reads `outputSchema`."""
TOOL_INTERFACE: Final = Feature(
    ("webmachinelearning/webmcp#348", "developer.chrome.com/docs/ai/webmcp/updates"), since=160
)
"""`getTools()` gives objects of an interface: no own properties, `source` where `window` was."""


class TargetError(ValueError):
    """A text that names no browsers; its message says what would."""


@dataclass(frozen=True, slots=True)
class Targets:
    """The browsers that a site is written for: ranges of Chrome's milestones, both ends included, and Firefox."""

    chrome: Sequence[tuple[int, int]]
    has_firefox: bool = False

    def reaches(self, feature: Feature) -> bool:
        """Whether one of these browsers has it."""
        return (self.has_firefox and feature.in_firefox) or any(True for _ in self._parts(feature, has_it=True))

    def wholly(self, feature: Feature) -> bool:
        """Whether each of these browsers has it."""
        return not (self.has_firefox and not feature.in_firefox) and not any(self._parts(feature, has_it=False))

    def lacking(self, feature: Feature) -> str:
        """Name those that do not have it, as in `Chrome 149 to 151`; empty where each has."""
        return self._named(self._parts(feature, has_it=False), is_in_firefox=not feature.in_firefox)

    @property
    def is_single(self) -> bool:
        """Whether it is one browser in one version, so that a verb takes its `s`."""
        return len(self.chrome) + self.has_firefox == 1 and all(first == last for first, last in self.chrome)

    def __str__(self) -> str:
        """Return them as a person lists them."""
        return self._named(self.chrome, is_in_firefox=True)

    def _parts(self, feature: Feature, *, has_it: bool) -> Iterator[tuple[int, int]]:
        for first, last in self.chrome:
            until = last if feature.until is None else feature.until
            wanted = [(feature.since, until)] if has_it else [(first, feature.since - 1), (until + 1, last)]
            for low, high in wanted:
                if max(low, first) <= min(high, last):
                    yield max(low, first), min(high, last)

    def _named(self, parts: Iterable[tuple[int, int]], *, is_in_firefox: bool) -> str:
        names = [f"Chrome {low}" if low == high else f"Chrome {low} to {high}" for low, high in parts]
        if self.has_firefox and is_in_firefox:
            names.append(FIREFOX)
        return " and ".join(names)


_CHROME = re.compile(
    r"chrome\s*(?:(?P<any>)|>=\s*(?P<least>\d+)|<=\s*(?P<most>\d+)|(?P<first>\d+)\s*(?:[-–]\s*(?P<last>\d+))?)\s*",  # noqa: RUF001
    re.IGNORECASE,
)


def parse(text: str) -> Targets:
    """Read a list such as `chrome >= 155, firefox` or `chrome 149-158`; raises `TargetError`.

    Each entry is a browser, with commas between them; ranges of milestones may overlap.
    """
    chrome: list[tuple[int, int]] = []
    has_firefox = False
    for entry in text.split(","):
        if entry.strip().lower() == "firefox":
            has_firefox = True
        else:
            chrome.append(_range(entry.strip()))
    return Targets(tuple(_merged(chrome)), has_firefox)


def _range(entry: str) -> tuple[int, int]:
    found = _CHROME.fullmatch(entry)
    if found is None:
        raise TargetError(f'"{entry}" is no target: write `chrome >= 155`, `chrome 149-158` or `firefox`')
    least, most, first, last = (
        int(found[name]) if found[name] else None for name in ("least", "most", "first", "last")
    )
    if least is not None:
        low, high = least, max(NEWEST, least)
    elif most is not None:
        low, high = min(FIRST, most), most
    elif first is not None:
        low, high = first, first if last is None else last
    else:
        low, high = FIRST, NEWEST
    if low > high:
        raise TargetError(f'"{entry}" ends before it begins: write `chrome {high}-{low}`')
    if low < FIRST:
        raise TargetError(f'"{entry}" reaches back too far: Chrome {FIRST} is the first with WebMCP')
    return low, high


def _merged(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = merged[-1][0], max(last, merged[-1][1])
        else:
            merged.append((first, last))
    return merged


DEFAULT: Final = parse("chrome >= 155")
