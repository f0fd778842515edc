"""Masks the holes of page templates in place, so that what is left parses as the page it is."""

from __future__ import annotations

from typing import assert_never

from webmcp_lint.syntax.templates.dialects import Dialect
from webmcp_lint.syntax.templates.draft import HOLE, Branch, Draft, Template

__all__ = ["HOLE", "SCRIPT_HOLE", "Branch", "Dialect", "Template", "mask", "masked_script"]

SCRIPT_HOLE = "\ua000"
"""What stands for each character of a hole in a script: a letter, so that a hole in the code is a name."""


def masked_script(path: str, text: str) -> str:
    """Return the text of a page in place as its scripts are read: what a server fills in is masked.

    Frameworks that run in the page leave the text of its scripts alone.
    """
    dialect = Dialect.detect(path, text)
    is_filled = dialect not in {Dialect.PLAIN, Dialect.INTERPOLATION}
    return mask(text, dialect).text.replace(HOLE, SCRIPT_HOLE) if is_filled else text


def mask(text: str, dialect: Dialect) -> Template:
    """Replace each character of a hole by `HOLE`, line ends apart, and note the branches between the holes."""
    draft = Draft(text)
    _read(draft, dialect)
    return draft.finish()


def _read(draft: Draft, dialect: Dialect) -> None:
    match dialect:
        case Dialect.PLAIN:
            pass
        case Dialect.INTERPOLATION:
            from webmcp_lint.syntax.templates import interpolation

            interpolation.read(draft)
        case Dialect.PHP:
            from webmcp_lint.syntax.templates import php

            php.read(draft)
        case Dialect.BLADE:
            from webmcp_lint.syntax.templates import blade

            blade.read(draft)
        case Dialect.JINJA | Dialect.LIQUID:
            from webmcp_lint.syntax.templates import jinja

            jinja.read(draft, liquid=dialect is Dialect.LIQUID)
        case Dialect.ERB | Dialect.EJS | Dialect.JSP:
            from webmcp_lint.syntax.templates import scriptlets

            readers = {
                Dialect.ERB: scriptlets.read_erb,
                Dialect.EJS: scriptlets.read_ejs,
                Dialect.JSP: scriptlets.read_jsp,
            }
            readers[dialect](draft)
        case Dialect.HANDLEBARS | Dialect.GO:
            from webmcp_lint.syntax.templates import mustache

            (mustache.read_go if dialect is Dialect.GO else mustache.read_handlebars)(draft)
        case Dialect.RAZOR:
            from webmcp_lint.syntax.templates import razor

            razor.read(draft)
        case _:
            assert_never(dialect)
