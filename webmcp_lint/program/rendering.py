"""A document that a script or a component renders, and the library that does it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from webmcp_lint.source import Location
from webmcp_lint.syntax.dom import Attribute, Document, Element

Library = Literal["React", "Preact", "Solid", "Vue", "Svelte", "Astro", "Lit"]


@dataclass(frozen=True, eq=False, slots=True)
class Rendering:
    """A document as far as it is known; what is computed is a hole in it.

    `library` is None where it cannot be told; `dropped` are the attributes that are written and never reach the page,
    each with its element; `literals` are the literals of a script that the document is written in.
    """

    document: Document
    library: Library | None = None
    dropped: Sequence[tuple[Element, Attribute]] = ()
    literals: Sequence[Location] = ()
