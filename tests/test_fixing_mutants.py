"""A thousand broken variants of the examples and the fixtures, mended: nothing gets worse, nothing else changes."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from tests.command import Webmcp
from webmcp_lint import repairs, rule_pages
from webmcp_lint.cli import fixing
from webmcp_lint.rules import all_rules
from webmcp_lint.source import SourceFile
from webmcp_lint.syntax.components import COMPONENTS, component_script, script_elements
from webmcp_lint.syntax.javascript import error_count, grammar_of

ROOT = Path(__file__).parents[1]
MUTANTS = 1_000
ALL = ("--select", "all", "--fail-on", "never", "--fix", "--unsafe-fixes", "--format", "json")
INSERTED = (
    "<",
    ">",
    '"',
    "'",
    "{",
    "}",
    "(",
    ")",
    "`",
    "/*",
    "<!--",
    "-->",
    "\r\n",
    "\t",
    "\u202e",
    "\U0001f600",
    ";",
    "=",
)


def sources() -> Iterator[tuple[str, str]]:
    """Yield names and texts: the examples with a fault, and the faulty sites."""
    for rule in all_rules():
        for example in rule_pages.examples(rule_pages.path(rule).read_text(encoding="utf-8")):
            if example.expectation == "flagged":
                yield example.title, example.text
    for path in sorted((ROOT / "fixtures").glob("*/faulty/**/*")):
        if path.suffix in {".html", ".js", ".php", ".jsx", ".ts"}:
            yield path.name, path.read_text(encoding="utf-8")


def mutated(text: str, chance: random.Random) -> str:
    for _ in range(chance.choice((0, 1, 1, 2, 4))):
        at = chance.randrange(len(text) + 1)
        behind = min(len(text), at + chance.randrange(1, 12))
        match chance.randrange(4):
            case 0:
                text = text[:at] + text[behind:]
            case 1:
                text = text[:at] + chance.choice(INSERTED) + text[at:]
            case 2:
                text = text[:behind] + text[at:]
            case _:
                other = chance.randrange(len(text) + 1)
                text = text[:at] + text[other : other + 20] + text[at:]
    return text


def script_errors(path: Path, text: str) -> int:
    grammar = grammar_of(path.name)
    if grammar is not None:
        return error_count(text, grammar)
    if path.name.endswith(COMPONENTS):
        script = component_script(SourceFile(path.name, text))
        return 0 if script is None else error_count(script.text, script.grammar)
    contents = [element.content for element in script_elements(text) if element.content is not None]
    return sum(error_count(text[slice(*content)], "javascript") for content in contents)


def elements(path: Path, text: str) -> Counter[str]:
    if grammar_of(path.name) is not None:
        return Counter()
    return Counter(node.tag or "" for node in LexborHTMLParser(text).css("*"))


def holds(before: str, after: str, edits: list[tuple[int, int]]) -> bool:
    """Whether all that stands outside the edits is still there, in order."""
    done = at = 0
    for number, (start, end) in enumerate([*sorted(edits), (len(before), len(before))]):
        kept = before[done:start] if start > done else ""
        found = after.find(kept, at)
        if found < 0 or (number == 0 and found != 0):
            return False
        at, done = found + len(kept), max(done, end)
    return not edits or max(end for _, end in edits) >= len(before) or after.endswith(before[done:])


def offset(file: SourceFile, line: int, column: int) -> int:
    start, end = file.line_span(line)
    units = 1
    for index in range(start, end + 1):
        if units >= column:
            return index
        units += 2 if ord(file.text[index]) > 0xFFFF else 1
    return end


def edits_of(report: Any, texts: Mapping[str, str]) -> dict[str, list[tuple[int, int]]]:  # noqa: ANN401  JSON
    files = {path: SourceFile(path, text) for path, text in texts.items()}
    found: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for finding in report["findings"]:
        for edit in (finding["fix"] or {"edits": ()})["edits"]:
            file = files[edit["path"]]
            ends = (edit["line"], edit["column"]), (edit["end_line"], edit["end_column"])
            found[edit["path"]].append((offset(file, *ends[0]), offset(file, *ends[1])))
    return found


def test_a_thousand_mutants(empty_site: Path, webmcp_lint: Webmcp, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random("webmcp-lint")
    material = list(sources())
    texts: dict[str, str] = {}
    for number in range(MUTANTS):
        name, text = material[number % len(material)]
        path = f"{number:04}/{name}"
        texts[path] = mutated(text, chance)
        (empty_site / path).parent.mkdir(parents=True)
        (empty_site / path).write_bytes(texts[path].encode())
    report = webmcp_lint(".", *ALL[:4], "--format", "json").json
    edits = edits_of(report, texts)

    # One round, so that the edits are those of the report
    monkeypatch.setattr(fixing, "MAX_ROUNDS", 1)
    once = webmcp_lint(".", *ALL).json["summary"]["fixed"]
    assert once > MUTANTS / 4
    changed = {path for path, before in texts.items() if before.encode() != (empty_site / path).read_bytes()}
    assert len(changed) > MUTANTS / 5
    for path, before in texts.items():
        after = (empty_site / path).read_bytes().decode()
        assert holds(before, after, edits.get(path, [])), path

    monkeypatch.setattr(fixing, "MAX_ROUNDS", repairs.MAX_ROUNDS)
    webmcp_lint(".", *ALL)
    for path, before in texts.items():
        after = (empty_site / path).read_bytes().decode()
        assert script_errors(Path(path), after) <= script_errors(Path(path), before), path
        assert elements(Path(path), before) <= elements(Path(path), after), path
    done = {path: (empty_site / path).read_bytes() for path in texts}
    assert webmcp_lint(".", *ALL).json["summary"]["fixed"] == 0
    assert done == {path: (empty_site / path).read_bytes() for path in texts}
