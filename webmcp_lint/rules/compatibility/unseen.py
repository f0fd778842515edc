"""Whom a way to the model context that is gone hides from agents."""

from __future__ import annotations

from collections.abc import Sequence


def unseen(labels: Sequence[str | None]) -> str:
    """Say which tools no agent sees, by their names: the one, how many, or that it is not known which."""
    if len(labels) == 1 and labels[0] is not None:
        return f"`{labels[0]}`"
    return f"{len(labels)} tools" if labels[1:] else "what is registered here"
