"""Where the tags of an HTML text are: a single linear scan, after the tokenizer of the HTML standard (13.2.5).

The scan knows positions and no tree; `html.py` joins it with a tree that knows no positions. What the tokenizer does in
raw text and in foreign content hangs on the tree, so the scan follows foreign elements by itself and can be told better.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from webmcp_lint.source import Span

RAW_TEXT = frozenset({"script", "style", "xmp", "iframe", "noembed", "noframes", "noscript", "textarea", "title"})
"""Elements whose content is text up to their end tag; `plaintext` never ends."""

VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"}
    | {"basefont", "bgsound", "frame", "keygen"}
)

FORMATTING = frozenset(
    {"a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"}
)
"""Elements that the parser may copy while it repairs mis-nested markup."""

_BREAKOUT = frozenset(
    {"b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed", "h1", "h2", "h3"}
    | {"h4", "h5", "h6", "head", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr", "ol", "p", "pre", "ruby"}
    | {"s", "small", "span", "strong", "strike", "sub", "sup", "table", "tt", "u", "ul", "var"}
)
"""Start tags that end foreign content (13.2.6.5); `font` does so with a color, face or size."""

_INTEGRATION = frozenset({"foreignobject", "desc", "title", "mi", "mo", "mn", "ms", "mtext"})
"""Foreign elements whose content is HTML again; `annotation-xml` depends on its encoding."""

_OPTIONAL_END = frozenset(
    {"p", "li", "dt", "dd", "option", "optgroup", "td", "th", "tr", "tbody", "thead", "tfoot", "colgroup", "caption"}
    | {"rt", "rp", "html", "head", "body"}
)

_NAME = re.compile(r"[a-zA-Z][^\t\n\f\r />]*")
_ATTRIBUTE = re.compile(
    r"[\t\n\f\r /]*+(?:(>)|(=?[^\t\n\f\r />=]*+)(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:\"([^\"]*+)\"|'([^']*+)'|(?![\"'>])([^\t\n\f\r >]++)|(?=>)|([\"'])))?)"
)
"""`>`, a name, its value in one of three notations, or the quote of a value that never ends."""
_OPEN_QUOTE = 6
_COMMENT_END = re.compile(r"--!?>")
MAX_PARTS = 80_000
"""Tags, attributes and comments of a text; one takes a kilobyte until its document is built. Public pages have 12,000."""

_MAX_REMEMBERED = 400_000
"""Characters of a text whose tags are remembered for a while."""
_SCRIPT_STEP = re.compile(r"<!--|-->|<(/?)script(?=[\t\n\f\r />])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TagAttribute:
    """An attribute as written; `value` is the span between the quotes, None where no value stands."""

    name: str
    name_span: Span
    value: Span | None
    span: Span


@dataclass(frozen=True, slots=True)
class StartTag:
    """A start tag; `content` is the raw text behind it, for elements that have such."""

    name: str
    span: Span
    attributes: tuple[TagAttribute, ...]
    content: Span | None = None

    def attribute(self, name: str) -> TagAttribute | None:
        """Return the first attribute of that lower-case name; a later one of the same name does not count."""
        return next((attribute for attribute in self.attributes if attribute.name == name), None)


@dataclass(frozen=True, slots=True)
class EndTag:
    """An end tag."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Comment:
    """A `<!-- … -->` comment; `data` is the span between the dashes."""

    span: Span
    data: Span


Token = StartTag | EndTag | Comment


@dataclass(slots=True)
class Scan:
    """All tags of a text in order, and the measures that bound the cost of building a tree of them."""

    tokens: list[Token] = field(default_factory=list)
    max_depth: int = 0
    """No fewer than the open elements at any place, elements with optional end tags apart."""
    max_attributes: int = 0
    max_formatting: int = 0
    """The most formatting elements open at once: each may be copied into every block that follows."""
    parts: int = 0
    """Tags, attributes and comments; where they are more than `MAX_PARTS`, the scan ended there."""

    @property
    def start_tags(self) -> Iterator[StartTag]:
        """The start tags in order."""
        return (token for token in self.tokens if isinstance(token, StartTag))


def scan(text: str, *, raw: Mapping[int, bool] | None = None, ignore: frozenset[int] = frozenset()) -> Scan:
    """Find the tags of `text`.

    `raw` says of start tags (by offset) whether their content is raw text, where a tree has shown it; `ignore` holds
    offsets at which `<` was shown to start no tag.
    """
    if raw or ignore or len(text) > _MAX_REMEMBERED:
        return _Scanner(text, raw or {}, ignore).run()
    return _scanned(text)


@lru_cache(maxsize=4)
def _scanned(text: str) -> Scan:
    """Scan a text; the same one is asked for by whoever looks for scripts, comments and forms in a page."""
    return _Scanner(text, {}, frozenset()).run()


class _Scanner:
    def __init__(self, text: str, raw: Mapping[int, bool], ignore: frozenset[int]) -> None:
        self.text = text
        self.raw = raw
        self.ignore = ignore
        self.result = Scan()
        self.foreign: list[tuple[str, bool]] = []
        """Open foreign elements, each with whether its content is HTML."""
        self.open: dict[str, int] = {}
        self.depth = 0
        self.formatting = 0
        self.attribute_count = 0

    def run(self) -> Scan:
        text, find, size = self.text, self.text.find, len(self.text)
        position = find("<")
        while 0 <= position < size - 1:
            follower = text[position + 1]
            if position in self.ignore:
                position += 1
            elif follower.isascii() and follower.isalpha():
                position = self.start_tag(position)
            elif follower == "/":
                position = self.end_tag(position)
            elif follower == "!":
                position = self.declaration(position)
            elif follower == "?":
                position = self.behind(">", position)
            else:
                position += 1
            self.result.parts = self.attribute_count + len(self.result.tokens)
            if self.result.parts > MAX_PARTS:
                break
            position = find("<", position) if position >= 0 else -1
        return self.result

    def behind(self, end: str, start: int) -> int:
        found = self.text.find(end, start)
        return found + len(end) if found >= 0 else -1

    def attributes(self, position: int) -> tuple[list[TagAttribute], int]:
        """Return a tag's attributes and the offset behind its `>`; -1 where the text ends first."""
        found: list[TagAttribute] = []
        while True:
            match = _ATTRIBUTE.match(self.text, position)
            if match is None or match.end() == position:
                return found, -1
            if match[1]:
                return found, match.end()
            start, end = match.span(2)
            if start == end:
                return found, -1
            group = match.lastindex
            if group == _OPEN_QUOTE or self.attribute_count > MAX_PARTS:
                return found, -1
            value = Span(*match.span(group)) if group is not None and group > 2 else None
            name = self.text[start:end].lower().replace("\0", "\ufffd")
            found.append(TagAttribute(name, Span(start, end), value, Span(start, match.end())))
            self.attribute_count += 1
            position = match.end()

    def start_tag(self, start: int) -> int:
        match = _NAME.match(self.text, start + 1)
        assert match is not None  # noqa: S101  the caller saw a letter
        name = match[0].lower().replace("\0", "\ufffd")
        attributes, end = self.attributes(match.end())
        if end < 0:
            return -1
        result = self.result
        result.max_attributes = max(result.max_attributes, len(attributes))
        closed = self.text[end - 2] == "/"
        if not (closed and (self.in_foreign() or name in {"svg", "math"})):
            self.opened(name)
        is_raw = self.enter(name, attributes, closed=closed)
        is_raw = self.raw.get(start, is_raw)
        content, after = None, end
        if is_raw:
            content, after = self.raw_text(name, end)
        result.tokens.append(StartTag(name, Span(start, end), tuple(attributes), content))
        return after

    def in_foreign(self) -> bool:
        return bool(self.foreign) and not self.foreign[-1][1]

    def enter(self, name: str, attributes: list[TagAttribute], *, closed: bool) -> bool:
        """Follow foreign content through a start tag; return whether raw text begins."""
        if self.in_foreign():
            breaks = name in _BREAKOUT or (
                name == "font" and any(attribute.name in {"color", "face", "size"} for attribute in attributes)
            )
            if not breaks:
                if not closed:
                    self.foreign.append((name, name in _INTEGRATION or self.is_html_annotation(name, attributes)))
                return False
            while self.in_foreign():
                self.foreign.pop()
        if name in {"svg", "math"}:
            if not closed:
                self.foreign.append((name, False))
            return False
        return name in RAW_TEXT or name == "plaintext"

    def is_html_annotation(self, name: str, attributes: list[TagAttribute]) -> bool:
        encoding = next((attribute.value for attribute in attributes if attribute.name == "encoding"), None)
        if name != "annotation-xml" or encoding is None:
            return False
        return self.text[encoding.start : encoding.end].lower() in {"text/html", "application/xhtml+xml"}

    def raw_text(self, name: str, start: int) -> tuple[Span, int]:
        """Return the raw text that begins at `start`, and where the scan goes on."""
        text = self.text
        if name == "plaintext":
            return Span(start, len(text)), -1
        if name == "script":
            end = self.script_end(start)
        else:
            match = re.compile(rf"</{re.escape(name)}(?=[\t\n\f\r />])", re.IGNORECASE).search(text, start)
            end = match.start() if match else len(text)
        return Span(start, end), end

    def script_end(self, start: int) -> int:
        """Return where a script's text ends; `<!-- <script> … </script>` hides an end tag (13.2.5.15 and after)."""
        escaped = nested = False
        position = start
        while match := _SCRIPT_STEP.search(self.text, position):
            step = match[0]
            position = match.end()
            if step == "<!--":
                escaped = True
                position -= 2  # `<!-->` opens and closes
            elif step == "-->":
                escaped = nested = False
            elif not match[1]:
                nested = nested or escaped
            elif not nested:
                return match.start()
            else:
                nested = False
        return len(self.text)

    def end_tag(self, start: int) -> int:
        match = _NAME.match(self.text, start + 2)
        if match is None:
            # `</>` is nothing, `</ …>` a comment that ends at the first `>`
            return self.behind(">", start)
        _, end = self.attributes(match.end())
        if end < 0:
            return -1
        name = match[0].lower().replace("\0", "\ufffd")
        self.closed(name)
        self.leave(name)
        self.result.tokens.append(EndTag(name, Span(start, end)))
        return end

    def leave(self, name: str) -> None:
        for depth in range(len(self.foreign) - 1, -1, -1):
            if self.foreign[depth][0] == name:
                del self.foreign[depth:]
                return
        if self.in_foreign() and name in {"p", "br"}:
            while self.in_foreign():
                self.foreign.pop()

    def declaration(self, start: int) -> int:
        text = self.text
        if text.startswith("<!--", start):
            data = start + 4
            if text.startswith(">", data) or text.startswith("->", data):
                return text.index(">", data) + 1
            match = _COMMENT_END.search(text, data)
            end = match.start() if match else len(text)
            after = match.end() if match else len(text)
            self.result.tokens.append(Comment(Span(start, after), Span(data, end)))
            return after if match else -1
        if text.startswith("<![CDATA[", start) and self.in_foreign():
            return self.behind("]]>", start)
        return self.behind(">", start)

    def opened(self, name: str) -> None:
        if name in VOID or name in _OPTIONAL_END:
            return
        self.open[name] = self.open.get(name, 0) + 1
        self.depth += 1
        self.result.max_depth = max(self.result.max_depth, self.depth)
        if name in FORMATTING:
            self.formatting += 1
            self.result.max_formatting = max(self.result.max_formatting, self.formatting)

    def closed(self, name: str) -> None:
        if not self.open.get(name):
            return
        self.open[name] -= 1
        self.depth -= 1
        self.formatting -= name in FORMATTING
