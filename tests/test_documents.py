"""README, docs and rule pages: their links lead somewhere, and their commands are commands."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from webmcp_lint.cli import cli

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
CI = ROOT / "docs/ci.md"
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("rules/**/*.md")]
FENCE = re.compile(r"^(?P<ticks>`{3,})(?P<language>\w*)[^\n]*\n(?P<body>.*?)^(?P=ticks)$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def prose(path: Path) -> str:
    return FENCE.sub("", path.read_text(encoding="utf-8"))


def anchors(path: Path) -> set[str]:
    """The names that GitHub gives to headings."""
    headings = re.findall(r"^#+ (.*)$", prose(path), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken(path: Path) -> Iterator[str]:
    for target in LINK.findall(re.sub(r"`[^`\n]*`", "", prose(path))):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        linked = path.parent / name if name else path
        if not linked.exists() or (anchor and anchor not in anchors(linked)):
            yield target


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path: Path) -> None:
    assert list(broken(path)) == []


def commands() -> Iterator[str]:
    """Each run of this program that a document shows, without what is piped or redirected."""
    for path in (README, CI):
        text = path.read_text(encoding="utf-8")
        shown = [line for match in FENCE.finditer(text) for line in match["body"].splitlines()]
        shown += re.findall(r"`([^`\n]*webmcp-lint [^`\n]*)`", FENCE.sub("", text))
        for line in shown:
            found = re.search(r"(?:^|\s|\| |/|')(webmcp-lint(?: [^#|>&'→]*)?)(?:$|[#|>&']| {2})", line)
            if found is not None and not re.search(r"install |id: |- repo|uses: |name: |^webmcp-lint:|image", line):
                yield found[1].strip()


@pytest.mark.parametrize("command", sorted(set(commands())))
def test_commands_can_be_parsed(command: str) -> None:
    _, *arguments = shlex.split(command)
    name, *rest = arguments if arguments and arguments[0] in cli.list_commands(None) else ("check", *arguments)  # type: ignore[arg-type]
    found = cli.get_command(None, name)  # type: ignore[arg-type]
    assert found is not None
    found.make_context(name, [*rest])


def test_enough_commands_are_found() -> None:
    assert len(set(commands())) > 25


def test_configurations_of_build_servers_are_yaml() -> None:
    bodies = [match["body"] for match in FENCE.finditer(CI.read_text(encoding="utf-8")) if match["language"] == "yaml"]
    assert all(isinstance(yaml.safe_load(body), dict) for body in bodies)
    assert len(bodies) == 5
