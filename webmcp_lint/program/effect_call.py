"""A call under an environment, as the modules that judge calls see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from webmcp_lint.program.effect import Effect, Kind
from webmcp_lint.program.ownership import Ownership
from webmcp_lint.program.values import Environment, Literal, options
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

Verdict: TypeAlias = Sequence[Effect] | str | None
"""The effects of a call; `"mutation"` for a change of the list it is called on; else why they cannot be told."""


@dataclass(frozen=True, eq=False, slots=True)
class Call:
    """A call under an environment: its node, what is called, the last name of that."""

    analysis: Analysis
    ownership: Ownership
    node: Node
    callee: Node
    name: str
    env: Environment

    @property
    def arguments(self) -> Sequence[Node]:
        """The argument expressions as they are written."""
        listed = self.node.field("arguments")
        return () if listed is None or listed.type != "arguments" else listed.children

    @property
    def owner(self) -> Node | None:
        """What the method is called on."""
        return self.callee.field("object")

    def text_of(self, place: int) -> str:
        """Return the string that an argument is, or its source text."""
        if place >= len(self.arguments):
            return ""
        node = self.arguments[place]
        for option in options(self.analysis.value(node, self.env)):
            if isinstance(option, Literal) and isinstance(option.value, str):
                return option.value
        return node.text

    def effect(self, kind: Kind, subject: str = "", *, method: str = "", is_certain: bool = True) -> list[Effect]:
        """Return one effect of this call."""
        return [Effect(kind, self.node, subject, method, is_certain)]
