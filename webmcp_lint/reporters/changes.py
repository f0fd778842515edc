"""What changed in the tools of a site: for people, for programs, and for a comment on a change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from webmcp_lint.contract.changes import Change, Comparison, Severity
from webmcp_lint.reporters.json_text import dumps
from webmcp_lint.reporters.markdown_text import code, escaped, row
from webmcp_lint.reporters.report import counted
from webmcp_lint.reporters.terminal import Style, Terminal

VERSION = 1

_MAX_PLACE = 48
_MAX_TOOL = 32
_UNKNOWN = "not compared"
_STYLES: dict[str, Style] = {"breaking": "error", "risky": "warning", "harmless": "note", _UNKNOWN: "faint"}


@dataclass(slots=True)
class _Row:
    """One line: what happened to a tool, on the pages where just that happened."""

    label: str
    tool: str
    message: str
    pages: list[str] = field(default_factory=list)

    @property
    def place(self) -> str:
        """The first page, and how many more there are."""
        more = len(self.pages) - 1
        return f"{self.pages[0]} and {more} more" if more else self.pages[0]


def render(comparison: Comparison, terminal: Terminal) -> str:
    """Return a line for each change, the worst first, and one that sums up."""
    rows = _rows(comparison)
    visible = [
        [terminal.visible(each.label), terminal.visible(each.place), terminal.visible(each.tool)] for each in rows
    ]
    limits = (len(_UNKNOWN), _MAX_PLACE, _MAX_TOOL)
    widths = [
        max((min(terminal.measure(cells[column]), limit) for cells in visible), default=0)
        for column, limit in enumerate(limits)
    ]
    lines = []
    for each, cells in zip(rows, visible, strict=True):
        shown = [terminal.pad(terminal.cut(cell, width), width) for cell, width in zip(cells, widths, strict=True)]
        shown[0] = terminal.paint(shown[0], _STYLES[each.label])
        lead = "  ".join(shown) + "  "
        room = max(terminal.width - sum(widths) - 2 * len(widths), 20)
        for part in terminal.wrap(terminal.visible(each.message), room):
            lines.append(lead + part)
            lead = " " * (sum(widths) + 2 * len(widths))
    if lines:
        lines.append("")
    lines.append(terminal.visible(summary(comparison, separator=terminal.symbols.dot)))
    return "".join(f"{line}\n" for line in lines)


def render_json(comparison: Comparison) -> str:
    """Return the JSON of `diff`."""
    return dumps(
        {
            "version": VERSION,
            "changes": [_change(each) for each in comparison.changes],
            "not_comparable": [
                {"page": each.page, "tool": each.tool, "pointer": each.pointer, "message": each.message}
                for each in comparison.not_comparable
            ],
            "summary": {
                **{str(severity): comparison.count(severity) for severity in _worst_first()},
                "not_comparable": len(comparison.not_comparable),
            },
        }
    )


def render_markdown(comparison: Comparison) -> str:
    """Return a table for a comment or a job summary."""
    lines = ["### WebMCP tools: what changed", "", escaped(summary(comparison)), ""]
    rows = _rows(comparison)
    if rows:
        lines += [row("", "page", "tool", "change"), "|---|---|---|---|"]
        for each in rows:
            label = f"**{each.label}**" if each.label == "breaking" else each.label
            lines.append(row(label, code(each.place), code(each.tool) if each.tool else "", escaped(each.message)))
        lines.append("")
    return "\n".join(lines)


def differences(comparison: Comparison) -> list[str]:
    """Return a sentence for each change, the worst first."""
    rows = [each for each in _rows(comparison) if each.label != _UNKNOWN]
    return [f"{each.label}: {each.tool} on {each.place}: {each.message}" for each in rows]


def summary(comparison: Comparison, *, separator: str = " · ") -> str:
    """Return the line that closes a comparison."""
    counts = [f"{number} {severity}" for severity in _worst_first() if (number := comparison.count(severity))]
    changes = f"{counted(len(comparison.changes), 'change')}: {', '.join(counts)}" if counts else "no change"
    doubts = len(comparison.not_comparable)
    return f"{changes}{separator}{counted(doubts, 'part')} could not be compared" if doubts else changes


def _worst_first() -> Sequence[Severity]:
    return sorted(Severity, reverse=True)


def _rows(comparison: Comparison) -> list[_Row]:
    """Return the lines; a tool that a script brings to many pages is one of them."""
    rows: dict[tuple[str, str, str, str], _Row] = {}
    for label, tool, message, path, page in _cells(comparison):
        rows.setdefault((label, tool, message, path), _Row(label, tool, message)).pages.append(page)
    return list(rows.values())


def _cells(comparison: Comparison) -> Iterator[tuple[str, str, str, str, str]]:
    for change in comparison.changes:
        yield str(change.severity), change.tool, change.message, change.path, change.page or change.path
    for doubt in comparison.not_comparable:
        yield _UNKNOWN, doubt.tool or "", doubt.message, "", doubt.page or "scripts"


def _change(change: Change) -> dict[str, object]:
    return {
        "class": str(change.severity),
        "kind": change.kind,
        "page": change.page,
        "tool": change.tool,
        "message": change.message,
        "path": change.path,
        "pointer": change.pointer,
        "before": change.before,
        "after": change.after,
    }
