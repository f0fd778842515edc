"""How deep Python may recurse while values are followed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

FRAMES = 12_000
"""One level of evaluation takes about ten, and evaluation stops at 160 levels of its own."""


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Let Python recurse as deep as evaluation may go."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
