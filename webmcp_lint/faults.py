"""Faults of this program: one of them costs what it happened to, and no other finding."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from webmcp_lint.discovery import Skipped

DEBUG = "WEBMCP_LINT_DEBUG"
"""The variable of the environment with which a fault ends the program, with its traceback."""


class Fault(Skipped):
    """What was left out because this program failed at it."""


@contextmanager
def contained(path: str, what: str, faults: list[Fault]) -> Iterator[None]:
    """Note what is raised inside as a fault at a path, and go on behind it."""
    try:
        yield
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        reason = f"{what} ended in a fault of webmcp-lint ({type(error).__name__}: {error}): please report it"
        faults.append(Fault(path, reason))
