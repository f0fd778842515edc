"""What a function may do to the world around it, as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from webmcp_lint.syntax.javascript import Node

Kind = Literal[
    "request",
    "query",
    "read",
    "look",
    "recall",
    "storage",
    "navigation",
    "route",
    "window",
    "submit",
    "click",
    "typing",
    "state",
    "view",
    "display",
    "scroll",
    "download",
    "bookkeeping",
    "question",
]
"""What an effect is.

`read` asks a server, `look` reads the page, `recall` the browser's storage. A `request` may change something on a server,
a `query` is a POST that seems to ask. `state` is the program's own, `view` only decides what is shown, `display` shows it,
`bookkeeping` is for the program alone.
"""


@dataclass(frozen=True, eq=False, slots=True)
class Effect:
    """One effect and the place that shows it.

    `subject` is what it is done to: an address, a key, the name of a variable or element. `method` is the method of a
    request or of a deletion from a storage, or whether a write to the state takes something out (`delete`) or puts it in (`add`). `via` is the call or write of the function itself that leads to it.
    """

    kind: Kind
    node: Node
    subject: str = ""
    method: str = ""
    is_certain: bool = True
    via: Node | None = None
    is_chosen: bool = False
    """Whether it is one case of a `switch`, and so one of several things that a call may ask for."""


@dataclass(frozen=True, eq=False, slots=True)
class Summary:
    """What running a function does: its effects, the calls that cannot be followed, the functions that run."""

    effects: Sequence[Effect]
    unknown: Sequence[Node]
    functions: frozenset[Node]
    is_cut: bool = False
    """Whether the work came to its bounds, so that there may be more."""
