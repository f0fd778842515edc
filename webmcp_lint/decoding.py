"""Bytes to text as a browser reads them, and edits of the text back to bytes."""

from __future__ import annotations

import codecs
import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from webmcp_lint.source import SourceFile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from webmcp_lint.source import Edit

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))

# Python's name for what the Encoding Standard calls otherwise, or decodes with a superset (gbk, shift_jis, big5).
_PYTHON_NAMES = {
    "utf-16le": "utf-8",  # a declaration that could be read as ASCII is not UTF-16
    "utf-16be": "utf-8",
    "x-user-defined": "windows-1252",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "big5": "big5hkscs",
    "euc-kr": "cp949",
    "iso-8859-8-i": "iso8859-8",
    "macintosh": "mac-roman",
    "x-mac-cyrillic": "mac-cyrillic",
    "windows-874": "cp874",
}
# Where Python's table is older than the standard's.
_CORRECTIONS = {"koi8-u": {0xAE: "\u045e", 0xBE: "\u040e"}, "windows-1255": {0xCA: "\u05ba"}}
_MULTIBYTE = frozenset(
    {"utf-8", "utf-16-le", "utf-16-be", "gb18030", "cp932", "big5hkscs", "cp949", "euc-jp", "iso-2022-jp"}
)

_PRESCAN_BYTES = 1024  # looked at whatever they hold; beyond them Chromium looks on while the head lasts
_HEAD_BYTES = 1 << 20  # a bound of ours: no head is longer
_HEAD_TAGS = frozenset(
    {b"html", b"head", b"title", b"base", b"link", b"meta", b"script", b"noscript", b"style", b"object"}
)
_RAW_TEXT_TAGS = frozenset({b"title", b"textarea", b"script", b"style", b"xmp", b"iframe", b"noembed", b"noframes"})
_XML_ENCODING = re.compile(rb"""<\?xml[\t\n\f\r ][^>]*?encoding[\t\n\f\r ]*+=[\t\n\f\r ]*+["']([^"'>]*+)["']""")
_COMMENT_END = re.compile(rb"-->|(?<!<!)--!>")
_BOGUS_COMMENT = re.compile(rb"<[!?/][^>]*+>")
_MARKUP = re.compile(rb"<(?=[A-Za-z!?/])")
_TAG_NAME = re.compile(rb"<(/?)([A-Za-z][^\t\n\f\r />]*+)")
_ATTRIBUTE = re.compile(
    rb"""[\t\n\f\r /]*+(?:(?P<end>>)|(?P<name>=?[^\t\n\f\r />=]*+)"""
    rb"""(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:"(?P<double>[^"]*+)"|'(?P<single>[^']*+)'|(?P<open>["'])|(?P<bare>[^\t\n\f\r >]*+)))?+)"""
)
_CONTENT_CHARSET = re.compile(
    r"""charset[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:"([^"]*+)"|'([^']*+)'|([^\t\n\f\r ;"']++))""", re.IGNORECASE
)

_BINARY_SAMPLE = 8192
_WINDOW = 256


class EncodingError(ValueError):
    """An edit that can't be written in the encoding of its file."""


def looks_binary(data: bytes) -> bool:
    """Say whether `data` is no text, by the NULs among its first 8,192 bytes.

    A page keeps its few stray NULs (the parser drops or replaces them); archives, images and programs have more than
    one in 512 bytes, and so has UTF-16 without a byte order mark, which no browser reads as a page.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return False
    sample = data[:_BINARY_SAMPLE]
    return sample.count(0) > max(8, len(sample) // 512)


def decode(data: bytes, *, path: str, markup: bool) -> SourceFile:
    """Decode a file: by its BOM, in markup by its declaration, else as UTF-8 if it is valid, else as windows-1252."""
    bom, encoding = next(((bom, name) for bom, name in _BOMS if data.startswith(bom)), (b"", None))
    if encoding is None and markup:
        encoding = _declared_encoding(data)
    if encoding is not None:
        return SourceFile(path, _decode(data[len(bom) :], encoding), encoding, True, bom, data)
    try:
        return SourceFile(path, data.decode(), "utf-8", False)
    except UnicodeDecodeError:
        return SourceFile(path, _decode(data, "windows-1252"), "windows-1252", False, b"", data)


def encode(file: SourceFile, edits: Sequence[Edit]) -> bytes:
    """Return the bytes of `file` with `edits` applied; every byte outside them stays, whatever it decoded to.

    Edits of one place apply in the order given. Raises `EncodingError` if a text can't be written in the file's
    encoding, `ValueError` if edits overlap or lie outside the text.
    """
    ordered = sorted(edits, key=lambda edit: edit.location.span)
    for previous, edit in pairwise(ordered):
        if edit.location.span.start < previous.location.span.end:
            raise ValueError(f"{file.path}: edits overlap at offset {edit.location.span.start}")
    if ordered and max(edit.location.span.end for edit in ordered) > len(file.text):
        raise ValueError(f"{file.path}: edit behind the end of the text")
    body = file.raw[len(file.bom) :] if file.raw else _encode(file.text, file)
    offsets = _byte_offsets(body, file.encoding, [offset for edit in ordered for offset in edit.location.span])
    parts: list[bytes] = []
    texts: list[str] = []
    at = byte_at = 0
    for edit in ordered:
        start, end = edit.location.span
        parts += body[byte_at : next(offsets)], _encode(edit.text, file)
        texts += file.text[at:start], edit.text
        at, byte_at = end, next(offsets)
    result = b"".join((*parts, body[byte_at:]))
    # An edit between the bytes of one character, or in a shifted state of ISO-2022-JP, would change its neighbours.
    if _decode(result, file.encoding) != "".join((*texts, file.text[at:])):
        raise EncodingError(
            f"{file.path}: this edit can't be written in {file.encoding} without changing its surroundings"
        )
    return file.bom + result


@lru_cache(maxsize=8)
def _table(encoding: str) -> str | None:
    """Return the 256 characters of a single-byte encoding, None for a multi-byte one.

    Python refuses the bytes that the Encoding Standard maps to C1 controls.
    """
    if encoding in _MULTIBYTE:
        return None
    table = list(bytes(range(256)).decode(encoding, "replace"))
    for byte in range(0x80, 0xA0):
        if table[byte] == "\ufffd":
            table[byte] = chr(byte)
    for byte, char in _CORRECTIONS.get(encoding, {}).items():
        table[byte] = char
    return "".join(table)


def _decode(data: bytes, encoding: str) -> str:
    table = _table(encoding)
    return data.decode(encoding, "replace") if table is None else codecs.charmap_decode(data, "strict", table)[0]


def _encode(text: str, file: SourceFile) -> bytes:
    table = _table(file.encoding)
    try:
        if table is None:
            return text.encode(file.encoding)
        return codecs.charmap_encode(text, "strict", codecs.charmap_build(table))[0]
    except UnicodeEncodeError as error:
        char = text[error.start]
        raise EncodingError(f"{file.path}: {char!r} can't be written in {file.encoding}") from None


def _byte_offsets(body: bytes, encoding: str, offsets: list[int]) -> Iterator[int]:
    """Yield where the code points at the ascending `offsets` begin in `body`.

    A multi-byte text is decoded in windows, and byte by byte only where a window holds an offset.
    """
    if _table(encoding) is not None:
        yield from offsets
        return
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    start = chars = 0
    shift = decoder.getstate()[1]  # CPython crashes on a made-up state of ISO-2022-JP
    for offset in offsets:
        while True:
            decoder.setstate((b"", shift))
            end = min(start + _WINDOW, len(body))
            text = decoder.decode(body[start:end], end == len(body))
            pending, next_shift = decoder.getstate()
            if offset - chars < len(text) or end == len(body):
                break
            start, chars, shift = end - len(pending), chars + len(text), next_shift
        yield start + _byte_length(body[start : end - len(pending)], encoding, shift, offset - chars)


def _byte_length(window: bytes, encoding: str, shift: int, chars: int) -> int:
    """Return how many bytes the first `chars` code points of `window` come from."""
    decoder = codecs.getincrementaldecoder(encoding)("strict")
    decoder.setstate((b"", shift))
    length = at = 0
    while chars > 0 and at < len(window):
        try:
            text = decoder.decode(window[at : at + 1], at + 1 == len(window))
        except UnicodeDecodeError as error:
            length += error.end
            at, chars = length, chars - 1
            decoder.setstate((b"", shift))
            continue
        at += 1
        if text:
            pending, shift = decoder.getstate()
            length, chars = at - len(pending), chars - len(text)
    return length


def _declared_encoding(data: bytes) -> str | None:
    """Return the encoding that a page declares in a `<meta>` or, failing that, in an XML declaration."""
    for label in _meta_labels(data):
        if encoding := _encoding_of(label):
            return encoding
    xml = _XML_ENCODING.match(data[:_PRESCAN_BYTES])
    return _encoding_of(xml[1].decode("latin-1")) if xml else None


def _encoding_of(label: str) -> str | None:
    """Return Python's codec for a label of the Encoding Standard, None if the label is unknown."""
    if label.strip("\t\n\f\r ").lower() in {"utf-8", "utf8"}:
        return "utf-8"
    import webencodings

    found = webencodings.lookup(label)
    # The labels of "replacement" (such as hz-gb-2312) name no encoding: a browser shows one U+FFFD and no page.
    return None if found is None or found.name == "replacement" else _PYTHON_NAMES.get(found.name, found.name)


def _meta_labels(data: bytes) -> Iterator[str]:
    """Yield the labels that `<meta>` tags declare, as Chromium's prescan meets them.

    It differs from the standard's "prescan a byte stream" in that raw text is no markup, character references are
    decoded, and a head longer than 1,024 bytes is scanned to its end.
    """
    at = 0
    in_head = True
    data = data[:_HEAD_BYTES]
    while (markup := _MARKUP.search(data, at)) and (in_head or markup.start() < _PRESCAN_BYTES):
        at = markup.start()
        name = _TAG_NAME.match(data, at)
        if name is None:
            end = _COMMENT_END.search(data, at + 2) if data.startswith(b"<!--", at) else _BOGUS_COMMENT.match(data, at)
            if end is None:
                return
            at = end.end()
            continue
        tag = name[2].lower()
        attributes, at = _attributes(data, name.end())
        if attributes is None or tag == b"plaintext":
            return
        closing = bool(name[1])
        if tag == b"meta" and not closing and (label := _label(attributes)) is not None:
            yield label
        elif tag in _RAW_TEXT_TAGS and not closing:
            end = re.compile(rb"</" + tag + rb"[\t\n\f\r />]", re.IGNORECASE).search(data, at)
            if end is None:
                return
            at = end.start()
        in_head = in_head and tag in _HEAD_TAGS and not (closing and tag in {b"html", b"head"})


def _attributes(data: bytes, at: int) -> tuple[dict[str, str] | None, int]:
    """Read a tag's attributes from behind its name to behind its `>`; None if it doesn't end."""
    attributes: dict[str, str] = {}
    while (match := _ATTRIBUTE.match(data, at)) and match.end() > at and not match["open"]:
        at = match.end()
        if match["end"]:
            return attributes, at
        value = (match["double"] or match["single"] or match["bare"] or b"").decode("latin-1")
        attributes[match["name"].decode("latin-1").lower()] = value
    return None, at


def _label(attributes: dict[str, str]) -> str | None:
    """Return the encoding label of a `<meta>`: its `charset` or, with the right `http-equiv`, that of its `content`."""
    label = attributes.get("charset")
    if label is None and attributes.get("http-equiv", "").lower() == "content-type":
        content = _CONTENT_CHARSET.search(attributes.get("content", ""))
        label = content and next(filter(None, content.groups()), None)
    if label and "&" in label:
        from html import unescape

        label = unescape(label)
    return label
