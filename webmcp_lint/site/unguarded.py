"""The uses of a model context that crash where the browser has none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from webmcp_lint.browser.model_context import METHODS
from webmcp_lint.program.aftermath import is_last as is_nothing_lost
from webmcp_lint.program.contexts import expanded
from webmcp_lint.program.functions import function_around
from webmcp_lint.program.guards import Guards, Reach, Verdict
from webmcp_lint.program.scopes import ScopeTree
from webmcp_lint.program.values import ModelContext, is_nothing, options
from webmcp_lint.site.feature_tests import is_judged
from webmcp_lint.site.living import UnguardedUse
from webmcp_lint.source import Location
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name

_MEMBERS: Final = (*sorted(METHODS), "addEventListener", "removeEventListener", "ontoolchange")
_OWNERS: Final = frozenset({"document", "navigator"})
_MAX_USES: Final = 400


@dataclass(frozen=True, slots=True)
class _Use:
    owner: Node
    member: Node | None
    reads: tuple[ModelContext, ...]
    reach: Reach


def unguarded_uses(guards: Guards, tree: ScopeTree) -> Iterator[UnguardedUse]:
    """Yield the first use of each function that no test leads to, unless the function stands in another that is told."""
    by_function: dict[Node, list[_Use]] = {}
    for use in _uses(guards, tree):
        by_function.setdefault(_function(use.owner), []).append(use)
    for function, uses in by_function.items():
        if not any(around in by_function for around in function.ancestors):
            guards.analysis.begin_aside()
            yield _told(uses, is_last=is_nothing_lost(guards.analysis, uses[0].owner))


def _function(node: Node) -> Node:
    return function_around(node) or node.script.root


def _uses(guards: Guards, tree: ScopeTree) -> Iterator[_Use]:
    found = [(node.field("object"), node) for name in _MEMBERS for node in tree.members.get(name, ())]
    places: list[tuple[Node, Node | None]] = [(owner, node) for owner, node in found if owner is not None]
    for node in tree.members.get("modelContext", ()):
        around = node.parent
        pattern = around.field("name") if around is not None and around.type == "variable_declarator" else None
        if pattern is not None and pattern.type == "object_pattern":
            places.append((node, None))
    for owner, member in sorted(places, key=lambda each: each[0].start)[:_MAX_USES]:
        is_optional = member is not None and member.field("optional_chain") is not None
        if is_optional or is_judged(owner):
            continue
        reads = _reads(guards, owner)
        if not reads:
            continue
        reach = guards.reach(owner)
        if reach.verdict is Verdict.UNTESTED:
            yield _Use(owner, member, reads, reach)


def _reads(guards: Guards, owner: Node) -> tuple[ModelContext, ...]:
    """Return where the model context is read that an expression holds, if it holds nothing else and may be missing."""
    guards.analysis.begin_aside()
    found = list(options(expanded(guards.analysis, owner, {})))
    reads = tuple(each for each in found if isinstance(each, ModelContext) and each.via in _OWNERS)
    rest = [each for each in found if not isinstance(each, ModelContext) or each.via not in _OWNERS]
    if not all(is_nothing(each) for each in rest):
        return ()
    if not rest and all(guards.is_tested(each.node) for each in reads):
        return ()
    return reads


def _told(uses: list[_Use], *, is_last: bool) -> UnguardedUse:
    first = uses[0]
    return UnguardedUse(
        location=first.owner.location,
        via=first.reads[0].via or "document",
        member=None if first.member is None else last_name(first.member),
        reads=[each.node.location for each in first.reads],
        calls=[call.location for call in first.reach.calls],
        chains=[dot for use in uses if (dot := _dot(use)) is not None] if all(use.member for use in uses) else [],
        is_last=is_last,
    )


def _dot(use: _Use) -> Location | None:
    member = use.member
    if member is None or member.type != "member_expression":
        return None
    name = member.fields["property"]
    text = member.script.between(use.owner.end, name.start)
    at = use.owner.end + text.rfind(".")
    return member.script.file.location(at, at + 1) if text.strip() == "." else None
