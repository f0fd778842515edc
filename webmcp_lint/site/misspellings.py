"""Attributes that were meant for WebMCP and are spelled in a way that no browser reads."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from webmcp_lint.syntax.dom import Attribute, Element

_OF_FORMS: Final = frozenset({"toolname", "tooldescription", "tooltitle", "toolautosubmit"})
_OF_CONTROLS: Final = frozenset({"toolparamdescription"})
_READ: Final = _OF_FORMS | _OF_CONTROLS | {"toolparamtitle"}
"""Attributes that mean something somewhere, `toolparamtitle` until mid-2026."""

_SHORT_FOR: Final = {
    "form": {"tooldesc": "tooldescription", "tooldescr": "tooldescription"},
    "control": {
        "toolparamdesc": "toolparamdescription",
        "toolparamdescr": "toolparamdescription",
        "toolparameterdesc": "toolparamdescription",
        "toolparameterdescription": "toolparamdescription",
        "tooldescription": "toolparamdescription",
        "tooldesc": "toolparamdescription",
        "toolparamname": "name",
        "toolparametername": "name",
    },
}
_DESCRIBABLE: Final = ("input", "select", "textarea", "fieldset")
_SIMILARITY: Final = 0.87
"""Lets `toolnames` and `tooldescripton` through, and neither `tooltip-title` nor `toolbar`."""
_LONGEST: Final = 40


@dataclass(frozen=True, slots=True)
class Misspelling:
    """An attribute that the browser does not read, and the one that was meant."""

    attribute: Attribute
    meant: str


def misspellings(element: Element, script_words: Collection[str]) -> Iterator[Misspelling]:
    """Yield the misspelled attributes of a form or a control, the first for each that was meant.

    An attribute that the element also has under its right name is no fault, nor is one that a script of the page names
    (`script_words`): it may read it.
    """
    if element.is_html("form"):
        right, short_for = _OF_FORMS, _SHORT_FOR["form"]
    elif element.is_html(*_DESCRIBABLE):
        right, short_for = _OF_CONTROLS, _SHORT_FOR["control"]
    else:
        return
    found: set[str] = set()
    for name, attribute in element.attributes.items():
        if "tool" not in name or name in right or not attribute.certain or _may_be_read(name, script_words):
            continue
        meant = _meant(name, right, short_for)
        if meant is None or meant in found or (meant != "name" and meant in element.attributes):
            continue
        if _is_evident(name, element):
            found.add(meant)
            yield Misspelling(attribute, meant)


def _may_be_read(name: str, script_words: Collection[str]) -> bool:
    return name in script_words or (name.startswith("data-") and "dataset" in script_words)


def _is_evident(name: str, element: Element) -> bool:
    if name == "tooldescription":
        # A control that calls itself a tool is another fault
        return "toolname" not in element.attributes
    # A `data-` attribute may be anybody's, unless it is WebMCP's very word or stands beside one
    return (
        not name.startswith("data-") or "param" in name or name[5:] in _READ or not _READ.isdisjoint(element.attributes)
    )


def _meant(name: str, right: frozenset[str], short_for: dict[str, str]) -> str | None:
    bare = name.removeprefix("data-").replace("-", "").replace("_", "").replace(".", "")
    if bare in right or bare in short_for:
        return short_for.get(bare, bare)
    if bare in _READ or not bare.startswith("tool") or len(bare) > _LONGEST:
        return None
    return next(iter(difflib.get_close_matches(bare, sorted(right), n=1, cutoff=_SIMILARITY)), None)
