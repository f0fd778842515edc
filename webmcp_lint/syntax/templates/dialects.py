"""Which language a template is written in."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator

from webmcp_lint.source import Span


class Dialect(enum.Enum):
    """A template language, or several that mask alike."""

    PLAIN = "plain"
    INTERPOLATION = "interpolation"
    PHP = "php"
    BLADE = "blade"
    JINJA = "jinja"
    LIQUID = "liquid"
    ERB = "erb"
    EJS = "ejs"
    JSP = "jsp"
    HANDLEBARS = "handlebars"
    GO = "go"
    RAZOR = "razor"

    @classmethod
    def detect(cls, path: str, text: str) -> Dialect:
        """Return the language that a file's name says or, for a name that says none, its text shows."""
        name = path.lower()
        if name.endswith(".blade.php"):
            return cls.BLADE
        extension = name.rpartition(".")[2]
        if extension in _EXTENSIONS:
            return _EXTENSIONS[extension]
        shown = _shown(text)
        return cls.GO if extension == "tmpl" and shown in {cls.PLAIN, cls.INTERPOLATION} else shown


_EXTENSIONS = {
    "php": Dialect.PHP,
    "phtml": Dialect.PHP,
    "jinja": Dialect.JINJA,
    "jinja2": Dialect.JINJA,
    "j2": Dialect.JINJA,
    "njk": Dialect.JINJA,
    "twig": Dialect.JINJA,
    "liquid": Dialect.LIQUID,
    "erb": Dialect.ERB,
    "ejs": Dialect.EJS,
    "jsp": Dialect.JSP,
    "hbs": Dialect.HANDLEBARS,
    "handlebars": Dialect.HANDLEBARS,
    "mustache": Dialect.HANDLEBARS,
    "gohtml": Dialect.GO,
    "cshtml": Dialect.RAZOR,
}

_PHP = re.compile(r"<\?(?:php(?!\w)|=)", re.IGNORECASE)
_STATEMENT = re.compile(r"\{%[-+~]?\s{0,9}[A-Za-z]\w{0,40}+[^%]{0,400}%\}")
_SCRIPTLET = re.compile(r"<%[=@!#_-]{0,2}[\s\w(@]")
_JSP = re.compile(r"<%@\s*(?:page|taglib|include)|<%--")
_RUBY = re.compile(r"<%-?\s*(?:end|else|elsif)(?!\w)|\sdo\s*(?:\|[^|\n]{0,80}\|\s*)?-?%>")
_GO = re.compile(r"\{\{-?\s*(?:/\*|\.|(?:if|range|with|define|template|block)\s+[^\s}])")
_CODE = re.compile(r"<(script|style)(?=[\s/>])", re.IGNORECASE)
_CODE_END = {name: re.compile(f"</{name}(?=[\\s/>])", re.IGNORECASE) for name in ("script", "style")}
_HANDLEBARS = re.compile(r"\{\{~?(?:#|/[\w>]|>|\^|!--|else\s*~?\}\})")


def _shown(text: str) -> Dialect:
    """Return the language whose marks a page shows; the ones that can't be anything else come first."""
    if _PHP.search(text):
        return Dialect.PHP
    if _STATEMENT.search(text):
        return Dialect.JINJA
    if "%>" in text and _SCRIPTLET.search(text):
        if _JSP.search(text):
            return Dialect.JSP
        return Dialect.ERB if _RUBY.search(text) else Dialect.EJS
    if "{{" not in text or "}}" not in text:
        return Dialect.PLAIN
    parts = [text[start:end] for start, end in markup(text)]
    if any(map(_HANDLEBARS.search, parts)):
        return Dialect.HANDLEBARS
    if any(map(_GO.search, parts)):
        return Dialect.GO
    return Dialect.INTERPOLATION


def markup(text: str) -> Iterator[Span]:
    """Yield the parts of a page that are neither a script nor a style sheet."""
    at = 0
    while start := _CODE.search(text, at):
        yield Span(at, start.end())
        end = _CODE_END[start[1].lower()].search(text, start.end())
        if end is None:
            return
        at = end.start()
    yield Span(at, len(text))
