"""The pages of the rules: where they lie, and the examples in them that run as tests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from webmcp_lint.rules import Rule
from webmcp_lint.source import Span

_FENCE = re.compile(r"^(?P<ticks>`{3,})(?P<info>[^`\n]*)\n(?P<body>.*?)^(?P=ticks)$", re.MULTILINE | re.DOTALL)
_MARK = re.compile("[⟦⟧]")
_Expectation = Literal["flagged", "clean", "fixed"]


@dataclass(frozen=True, slots=True)
class Example:
    """A code fence of a rule page that says what it expects.

    `text` has the marks taken out, `spans` are what they held. `title` names the file, `settings` is the rest of the
    fence's `key=value` words.
    """

    language: str
    expectation: _Expectation
    text: str
    spans: Sequence[Span]
    title: str
    settings: Mapping[str, str]
    line: int


def directory() -> Path:
    """Return where the pages lie: inside an installed package, else beside it in a checkout."""
    package = Path(__file__).parent
    installed = package / "_pages"
    return installed if installed.is_dir() else package.parent / "rules"


def path(rule: Rule) -> Path:
    """Return where a rule's page lies."""
    return directory() / rule.category / f"{rule.name}.md"


def text(rule: Rule) -> str:
    """Return a rule's page for readers: without the marks that its tests need."""
    page = path(rule)
    return _MARK.sub("", page.read_text(encoding="utf-8")) if page.exists() else header(rule)


def url(rule: Rule) -> str | None:
    """Return the address of a rule's page, None where `home` is not known."""
    address = home()
    return address and f"{address}/blob/main/rules/{rule.category}/{rule.name}.md"


@cache
def home() -> str | None:
    """Return the project's address, None where the package is not installed: only its metadata tell it."""
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        entries = metadata("webmcp-lint").get_all("Project-URL") or ()
    except PackageNotFoundError:
        return None
    return dict(entry.split(", ", 1) for entry in entries).get("Homepage")


def header(rule: Rule) -> str:
    """Return the first lines of a rule's page, which say what the rule's module says."""
    fix = {"safe": "safe fix", "unsafe": "unsafe fix", None: "no fix"}[rule.fix]
    facts = [f"**{rule.level}**", rule.category, f"precision {rule.precision}", fix, f"since {rule.since}"]
    lines = [f"# {rule.name}", "", f"Reports {rule.summary}.", "", " · ".join(facts)]
    if rule.aliases:
        lines += ["", "Also known as " + ", ".join(f"`{alias}`" for alias in rule.aliases) + "."]
    if rule.options:
        lines += ["", "Options:", ""]
        lines += [f"- `{option.name} = {option.default}`: {option.meaning}" for option in rule.options]
    return "\n".join(lines) + "\n"


def examples(page: str) -> Iterator[Example]:
    """Yield the examples of a page's text: fences whose second word is `flagged`, `clean` or `fixed`."""
    for fence in _FENCE.finditer(page):
        words = fence["info"].split()
        if len(words) < 2 or words[1] not in {"flagged", "clean", "fixed"}:
            continue
        options = dict(word.partition("=")[::2] for word in words[2:])
        text, spans = _unmarked(fence["body"])
        yield Example(
            language=words[0],
            expectation=words[1],  # type: ignore[arg-type]  # checked above
            text=text,
            spans=spans,
            title=options.pop("title", f"example.{words[0]}"),
            settings=options,
            line=page.count("\n", 0, fence.start()) + 1,
        )


def _unmarked(body: str) -> tuple[str, list[Span]]:
    spans: list[Span] = []
    opened: list[int] = []
    for taken_out, mark in enumerate(_MARK.finditer(body)):
        offset = mark.start() - taken_out
        if mark[0] == "⟦":
            opened.append(offset)
        else:
            spans.append(Span(opened.pop(), offset))
    return _MARK.sub("", body), sorted(spans)
