"""misplaced-tool-property."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from webmcp_lint.browser.model_context import HINTS, MEMBERS, OPTIONS
from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import key, members_of, native_declarations
from webmcp_lint.site.tool import Declaration, Member, Tool
from webmcp_lint.source import Edit, Location


@rule(
    level=Level.ERROR,
    summary="a property of a registration that stands where the browser does not look for it",
    sources=(
        "Chromium 156: registerTool(tool, { signal, exposedTo }); R-extra: other members are dropped without a word",
        "Chromium 156: R-ann-all: hints are read in `annotations` only, and a title is none of them",
    ),
    fix="safe",
)
def misplaced_tool_property(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the options, hints, titles and other properties that were written in the wrong object."""
    return once(finding for tool, each in native_declarations(page) for finding in _findings(tool, each))


def _findings(tool: Tool, declaration: Declaration) -> Iterator[Finding]:
    options = members_of(declaration.options)
    annotations = members_of(declaration.members.get("annotations"))
    for name in OPTIONS:
        member = declaration.members.get(name)
        if member is not None and name not in options and member.kind not in {"undefined", "null"}:
            yield _option(tool, declaration, member)
    yield from _hints(tool, declaration, annotations)
    title = annotations.get("title")
    if title is not None and "title" not in declaration.members:
        yield Finding(
            "`title` stands among the annotations",
            key(title),
            label="the browser drops it: the tool has no title",
            help="move it beside `name`",
            tool=tool.label,
            fix=_title_fix(declaration, title),
        )
    for name in (*MEMBERS, *HINTS):
        member = options.get(name)
        if member is not None and name not in declaration.members:
            yield Finding(
                f"`{name}` stands in the options of the registration",
                key(member),
                label="the browser reads it in the tool only",
                help=f"move it into {'the annotations of the tool' if name in HINTS else 'the tool'}",
                tool=tool.label,
            )


def _option(tool: Tool, declaration: Declaration, member: Member) -> Finding:
    consequence = (
        "the browser drops it: aborting does not take the tool back"
        if member.name == "signal"
        else "the browser drops it: the tool is exposed to no other origin"
    )
    return Finding(
        f"`{member.name}` stands in the tool",
        key(member),
        label=consequence,
        help=f"write it into the second argument: `registerTool(tool, {{ {member.name} }})`",
        tool=tool.label,
        fix=_option_fix(declaration, member),
    )


def _hints(tool: Tool, declaration: Declaration, annotations: dict[str, Member]) -> Iterator[Finding]:
    misplaced = [declaration.members[name] for name in HINTS if name in declaration.members and name not in annotations]
    for index, member in enumerate(misplaced):
        yield Finding(
            f"`{member.name}` stands outside `annotations`",
            key(member),
            label="the browser drops it",
            help=f"write `annotations: {{ {member.name}: … }}`",
            tool=tool.label,
            fix=_hints_fix(declaration, misplaced) if index == 0 else None,
        )


def _option_fix(declaration: Declaration, member: Member) -> Fix | None:
    literal, text = declaration.literal, member.whole
    if literal is None or declaration.options is not None or text is None or member.removal is None:
        return None
    if not _lies_in(literal, member):
        return None
    behind = literal.file.location(literal.span.end, literal.span.end)
    edits = (Edit(member.removal, ""), Edit(behind, f", {{ {text.text} }}"))
    return Fix("move it into the second argument", edits, is_safe=True)


def _hints_fix(declaration: Declaration, misplaced: Sequence[Member]) -> Fix | None:
    first, *others = misplaced
    texts = [member.whole.text for member in misplaced if member.whole is not None]
    removals = [member.removal for member in others if member.removal is not None]
    is_simple = len(texts) == len(misplaced) and len(removals) == len(others)
    if not is_simple or first.whole is None or "annotations" in declaration.members or declaration.is_open:
        return None
    literal = declaration.literal
    if literal is None or not all(_lies_in(literal, member) for member in misplaced):
        return None
    edits = (Edit(first.whole, f"annotations: {{ {', '.join(texts)} }}"), *(Edit(each, "") for each in removals))
    return Fix("move it into `annotations`", edits, is_safe=True)


def _title_fix(declaration: Declaration, title: Member) -> Fix | None:
    around = declaration.members["annotations"].whole
    if around is None or title.whole is None or title.removal is None or declaration.is_open:
        return None
    if not (around.file is title.whole.file and around.span.start <= title.whole.span.start < around.span.end):
        return None
    before = around.file.location(around.span.start, around.span.start)
    return Fix("move it into the tool", (Edit(before, f"{title.whole.text}, "), Edit(title.removal, "")), is_safe=True)


def _lies_in(literal: Location, member: Member) -> bool:
    written = member.whole
    return (
        written is not None
        and written.file is literal.file
        and literal.span.start <= written.span.start
        and written.span.end <= literal.span.end
    )
