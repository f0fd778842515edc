"""When Python looks for garbage: while nobody types, since that takes longer than to lint a page."""

from __future__ import annotations

import gc

AFTER = 1.0
"""Seconds without a question until it is looked for."""
_EVERY = 10
"""Groups of files that are linted until it is looked for in any case."""
_YOUNG = 20_000, 20, 100_000
"""Of three generations the oldest one, which holds all that is parsed, is left alone."""


class Rests:
    """Collects garbage when it is told that there is time."""

    def __init__(self) -> None:
        self._linted = 0
        self._is_settled = False

    def count(self) -> None:
        """Note that something was linted."""
        self._linted += 1
        if self._is_settled and self._linted >= _EVERY:
            self.rest()

    def rest(self) -> None:
        """Collect; from the first time on, when all is read, only when asked."""
        if self._linted == 0 and self._is_settled:
            return
        self._linted = 0
        gc.collect()
        if not self._is_settled:
            self._is_settled = True
            gc.freeze()
            gc.set_threshold(*_YOUNG)
