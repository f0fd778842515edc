"""Tag soup: pages that no author meant, of everything that makes an HTML parser's life hard."""

from __future__ import annotations

import random

_FORM = ["form", "input", "select", "textarea", "button", "fieldset", "legend", "output", "object", "label", "option"]
_FORM += ["optgroup", "datalist", "template"]
_BLOCK = [
    "div",
    "p",
    "ul",
    "li",
    "table",
    "tr",
    "td",
    "th",
    "tbody",
    "caption",
    "colgroup",
    "h1",
    "section",
    "dl",
    "dd",
]
_INLINE = ["a", "b", "i", "em", "font", "nobr", "span", "code", "x-y", "br", "img", "hr"]
_FOREIGN = ["svg", "math", "foreignObject", "desc", "mi", "mtext", "annotation-xml", "path", "g"]
_RAW = ["script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noscript", "noframes"]
_TEXT = [
    "text ",
    "a&amp;b",
    "&lt;",
    "é😀",
    "\n",
    "\t ",
    "<",
    "< b",
    "&",
    "&#x41;",
    "&notit;",
    "\0",
    "\r\n",
    "]]>",
    "--",
]
_ODD = [
    "<!-- c -->",
    "<!--a--!>",
    "<!-->",
    "<!--->",
    "<!-- <form> -->",
    "<!doctype html>",
    "<![CDATA[ <input> ]]>",
    "<?pi?>",
]
_ODD += ["</>", "</ x>", "<!x>", "<3", "</form>", "<br/>", "</br>", "</p>"]
_NAMES = [
    "id",
    "name",
    "class",
    "type",
    "value",
    "for",
    "form",
    "title",
    "toolname",
    "data-x",
    "COLOR",
    "encoding",
    "a<b",
]
_VALUES = ["a", "hidden", "text/html", "x y", "é", "&quot;", "&amp;c", "", "1", "a/b", "<i>", "i1"]


def soup(seed: int) -> str:
    """Return a page of tag soup; the same for the same seed."""
    rng = random.Random(seed)
    pieces = ["<!doctype html>"] if rng.random() < 0.8 else []
    pieces += [_piece(rng) for _ in range(rng.randrange(5, 60))]
    page = "".join(pieces)
    return page[: rng.randrange(len(page))] if rng.random() < 0.1 else page


def _piece(rng: random.Random) -> str:
    kind = rng.random()
    if kind < 0.2:
        return rng.choice(_TEXT)
    if kind < 0.27:
        return rng.choice(_ODD)
    if kind < 0.34:
        name = rng.choice(_RAW)
        inside = "".join(rng.choice([*_TEXT, "<form>", "<!--", "<script>", "</x>"]) for _ in range(rng.randrange(4)))
        return f"<{name}{_attributes(rng)}>{inside}" + (f"</{name}>" if rng.random() < 0.9 else "")
    names = rng.choices([_FORM, _BLOCK, _INLINE, _FOREIGN], [5, 4, 2, 1])[0]
    name = rng.choice(names)
    if rng.random() < 0.1:
        name = name.upper()
    if rng.random() < 0.35:
        return f"</{name}>"
    return f"<{name}{_attributes(rng)}{rng.choice(['', '', '', '', ' ', '/', ' /'])}>"


def _attributes(rng: random.Random) -> str:
    return "".join(_attribute(rng) for _ in range(rng.choice([0, 0, 1, 1, 2, 3])))


def _attribute(rng: random.Random) -> str:
    space = rng.choice([" ", " ", " ", "\n", "\t", "/", "  "])
    name, value = rng.choice(_NAMES), rng.choice(_VALUES)
    equals = rng.choice(["=", "=", "=", " = ", "= "])
    written = rng.choice(["", f'{equals}"{value}"', f"{equals}'{value}'", f"{equals}{value.replace(' ', '') or 'v'}"])
    return f"{space}{name}{written}"
