"""What a path through a submit listener has done, and how it was left."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal

from webmcp_lint.program.waiting import Phase
from webmcp_lint.syntax.javascript import Node

MAX_PATHS: Final = 48
"""How many paths are kept at one place; those beyond are not walked on."""

ActKind = Literal["prevent", "respond", "reset", "submit", "request-submit", "reject", "check"]
Exit = Literal["return", "throw", "break", "continue"]


@dataclass(frozen=True, slots=True)
class Act:
    """Something that a path does; `callers` are the calls that lead there, outermost first.

    `in_answer` says that the answer given to the agent waits for it.
    """

    kind: ActKind
    node: Node
    phase: Phase
    callers: tuple[Node, ...] = ()
    in_answer: bool = False
    is_caught: bool = False


@dataclass(frozen=True, slots=True)
class Path:
    """One path: what it has done, how it was left, and what was assumed of conditions on the way."""

    acts: tuple[Act, ...] = ()
    phase: Phase = Phase.DISPATCH
    is_known: bool = True
    """False where code that is not in sight may do more."""
    exit: Exit | None = None
    exit_node: Node | None = None
    rejected: Node | None = None
    """Where the promise of the call just made is rejected."""
    settled: Phase | None = None
    """When the promise of the call just made is settled, where that is in sight."""
    answers: frozenset[Node | None] = frozenset()
    """The declarations of the promises that were given as the answer."""
    goes_with_answer: bool = False
    """Whether it goes on as soon as the answer is settled, which is before the browser knows."""
    assumed: tuple[tuple[str, bool], ...] = ()

    def has(self, kind: ActKind, *, until: Phase = Phase.DISPATCH) -> bool:
        """Whether the path does something, up to a phase."""
        return any(act.kind == kind and act.phase <= until for act in self.acts)


def with_false(path: Path) -> Path:
    """Prevent the default where a listener returns false."""
    node = path.exit_node
    is_false = path.exit == "return" and node is not None and any(child.type == "false" for child in node.children)
    if node is None or not is_false:
        return path
    return replace(path, acts=(*path.acts, Act("prevent", node, Phase.DISPATCH)))


def distinct(paths: Iterable[Path]) -> list[Path]:
    """Return the paths without those that differ in nothing that matters, within the bound."""
    return list(dict.fromkeys(paths))[:MAX_PATHS]
