from __future__ import annotations

import codecs
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.browser.harness import ChromiumPage
from webmcp_lint.decoding import EncodingError, decode, encode, looks_binary
from webmcp_lint.source import Edit, SourceFile

KOI = b"<meta charset=koi8-r>"
C1 = bytes(range(0x80, 0xA0))

# What Chromium 156 answers for `document.characterSet` (served as text/html with no charset); None: no declaration.
DECLARATIONS = {
    "bare": (KOI, "koi8-r"),
    "quoted": (b"<meta charset='koi8-r'>", "koi8-r"),
    "upper case": (b"<META CHARSET=KOI8-R>", "koi8-r"),
    "slash": (b"<meta/charset=koi8-r>", "koi8-r"),
    "form feed": (b"<meta\x0ccharset=koi8-r>", "koi8-r"),
    "spaces": (b"<meta charset = ' koi8-r '>", "koi8-r"),
    "character reference": (b"<meta charset='koi8&#45;r'>", "koi8-r"),
    "other attribute": (b"<meta a charset=koi8-r>", "koi8-r"),
    "empty value before": (b"<meta a=>" + KOI, "koi8-r"),
    "second attribute wins": (b"<meta charset=koi8-r charset=windows-1251>", "windows-1251"),
    "first meta wins": (KOI + b"<meta charset=windows-1251>", "koi8-r"),
    "unknown label": (b"<meta charset=nonsense>" + KOI, "koi8-r"),
    "trailing slash": (b"<meta charset=koi8-r/>", None),
    "equals sign name": (b"<meta =charset=koi8-r>", None),
    "NUL": (b"<meta charset=koi8-r\0>", None),
    "unclosed tag": (b"<meta charset=koi8-r", None),
    "unclosed quote": (b"<meta charset='koi8-r>", None),
    "other tag": (b"<metax charset=koi8-r>", None),
    "http-equiv": (b"<meta http-equiv=content-type content='text/html; charset=koi8-r'>", "koi8-r"),
    "http-equiv last": (b"<meta content='text/html; charset=koi8-r' http-equiv=Content-Type>", "koi8-r"),
    "content alone": (b"<meta content='text/html; charset=koi8-r'>", None),
    "refresh": (b"<meta http-equiv=refresh content='text/html; charset=koi8-r'>", None),
    "content quoted": (b"<meta http-equiv=content-type content='text/html; charset=\"koi8-r\"'>", "koi8-r"),
    "content unclosed": (b"<meta http-equiv=content-type content='text/html; charset=\"koi8-r'>", None),
    "content spaces": (b"<meta http-equiv=content-type content='charset = koi8-r x'>", "koi8-r"),
    "content twice": (b"<meta http-equiv=content-type content='charset charset=koi8-r'>", "koi8-r"),
    "charset over content": (
        b"<meta http-equiv=content-type content='charset=windows-1251' charset=koi8-r>",
        "koi8-r",
    ),
    "bad charset over content": (
        b"<meta charset=nonsense http-equiv=content-type content='charset=windows-1251'>",
        None,
    ),
    "comment": (b"<!--" + KOI + b"-->", None),
    "abrupt comments": (b"<!--><!--->" + KOI, "koi8-r"),
    "comment with a bang": (b"<!-- --!>" + KOI, "koi8-r"),
    "unclosed comment": (b"<!-- " + KOI, None),
    "processing instruction": (b"<?x " + KOI + b"?>", None),
    "attribute value": (b"<div title='" + KOI + b"'>", None),
    "end tag": (b"</x " + KOI + b">", None),
    "no tags": (b"1 < 2 <3 </>" + KOI, "koi8-r"),
    "title": (b"<title>" + KOI + b"</title>", None),
    "after title": (b"<title><b></title>" + KOI, "koi8-r"),
    "script": (b"<script>" + KOI + b"</script>", None),
    "textarea": (b"<textarea>" + KOI + b"</textarea>", None),
    "unclosed title": (b"<title>" + KOI, None),
    "plaintext": (b"<plaintext>" + KOI, None),
    "noscript": (b"<noscript>" + KOI + b"</noscript>", "koi8-r"),
    "template": (b"<template>" + KOI + b"</template>", "koi8-r"),
    "body within 1,024 bytes": (b"<body><!--" + b"x" * 900 + b"-->" + KOI, "koi8-r"),
    "body beyond 1,024 bytes": (b"<body><!--" + b"x" * 2000 + b"-->" + KOI, None),
    "head beyond 1,024 bytes": (b"<head><script>1<2</script><!--" + b"x" * 60_000 + b"-->" + KOI, "koi8-r"),
    "behind the head": (b"<head></head><!--" + b"x" * 2000 + b"-->" + KOI, None),
    "UTF-16": (b"<meta charset=utf-16>", "utf-8"),
    "UTF-16BE": (b"<meta charset=utf-16be>", "utf-8"),
    "user-defined": (b"<meta charset=x-user-defined>", "windows-1252"),
    "latin1": (b"<meta charset=latin1>", "windows-1252"),
    "XML declaration": (b"<?xml version='1.0' encoding='koi8-r'?><html>", "koi8-r"),
    "XML declaration not first": (b" <?xml version='1.0' encoding='koi8-r'?><html>", None),
    "meta over XML declaration": (b'<?xml version="1.0" encoding="windows-1251"?>' + KOI, "koi8-r"),
}


@pytest.mark.parametrize(("page", "encoding"), DECLARATIONS.values(), ids=DECLARATIONS)
def test_declaration(page: bytes, encoding: str | None) -> None:
    file = decode(page, path="page.html", markup=True)
    assert (file.encoding if file.encoding_declared else None) == encoding


@pytest.mark.parametrize(
    ("data", "text", "encoding", "bom"),
    [
        (b"\xef\xbb\xbf" + KOI, KOI.decode(), "utf-8", codecs.BOM_UTF8),
        (b"\xff\xfe<\0\xe9\0", "<é", "utf-16-le", codecs.BOM_UTF16_LE),
        (b"\xfe\xff\0<\0\xe9", "<é", "utf-16-be", codecs.BOM_UTF16_BE),
        (b"\xff\xfe", "", "utf-16-le", codecs.BOM_UTF16_LE),
    ],
)
@pytest.mark.parametrize("markup", [True, False])
def test_byte_order_mark(data: bytes, text: str, encoding: str, bom: bytes, *, markup: bool) -> None:
    file = decode(data, path="f", markup=markup)
    assert (file.text, file.encoding, file.encoding_declared, file.bom, file.raw) == (text, encoding, True, bom, data)


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        (b"", "", "utf-8"),
        (b"\0", "\0", "utf-8"),
        (b"a\r\nb\rc\n", "a\r\nb\rc\n", "utf-8"),
        ("é日本😀".encode(), "é日本😀", "utf-8"),
        (b"caf\xe9 \x80\x81", "café €\x81", "windows-1252"),
        (b"\xed\xa0\x80", "í\xa0€", "windows-1252"),  # an encoded surrogate is not UTF-8
    ],
)
@pytest.mark.parametrize("markup", [True, False])
def test_undeclared(data: bytes, text: str, encoding: str, *, markup: bool) -> None:
    file = decode(data, path="f", markup=markup)
    assert (file.text, file.encoding, file.encoding_declared) == (text, encoding, False)


def test_script_declares_nothing() -> None:
    assert decode(b"// <meta charset=koi8-r>", path="a.js", markup=False).encoding == "utf-8"


def test_windows_1252_has_no_undefined_byte() -> None:
    text = decode(b"<meta charset=latin1>" + C1, path="f", markup=True).text[-32:]
    assert text == "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ"


# Text as Chromium 156 shows it.
ENCODED = [
    ("utf-8", b"\xe2\x82A\xf0\x80\x80\xed\xa0\x80\xf0\x9f\x92x\xc2", "�A�������x�"),
    ("windows-1253", b"\xaa\xe1", "\ufffdα"),
    ("windows-1255", b"\xca", "\u05ba"),
    ("koi8-u", b"\xae\xbe", "ўЎ"),
    ("tis-620", b"\x81\xa1\xdb", "\x81ก\ufffd"),
    ("iso-8859-8-i", b"\xe0", "א"),
    ("gb2312", b"\x81\x40\xc4\xe3", "丂你"),
    ("shift_jis", b"\x82\xa0\x87\x40", "あ①"),
    ("big5", b"\xa7\x41", "你"),
    ("euc-kr", b"\xb0\xa1\x81\x41", "가갂"),
    ("euc-jp", b"\xa4\xa2", "あ"),
    ("iso-2022-jp", b'a\x1b$B$"\x1b(Bb', "aあb"),
]


@pytest.mark.parametrize(("label", "data", "text"), ENCODED)
def test_declared_encodings(label: str, data: bytes, text: str) -> None:
    head = b"<meta charset=" + label.encode() + b">"
    assert decode(head + data, path="f", markup=True).text == head.decode() + text


@pytest.mark.browser
def test_chromium_finds_the_same_declarations(chromium_page: ChromiumPage) -> None:
    found = {}
    for name, (page, _) in DECLARATIONS.items():
        chromium_page.load(page, {"Content-Type": "text/html"})
        found[name] = chromium_page.evaluate("() => document.characterSet").lower()
    assert found == {name: encoding or "windows-1252" for name, (_, encoding) in DECLARATIONS.items()}


@pytest.mark.browser
def test_chromium_decodes_the_same(chromium_page: ChromiumPage) -> None:
    found = []
    for label, data, _ in ENCODED:
        chromium_page.load(b"<meta charset=" + label.encode() + b">" + data, {"Content-Type": "text/html"})
        found.append(chromium_page.evaluate("() => document.body.textContent"))
    assert found == [text for _, _, text in ENCODED]


@pytest.mark.parametrize(
    ("data", "binary"),
    [
        (b"", False),
        (b"<p>\0</p>", False),
        (b"\0" * 8, False),
        (b"<p>" + b"a\0" * 16 + b"a" * 8200, False),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0\0\0\1\0\x08\6\0\0\0", True),
        (bytes(range(256)) * 32, True),
        ("<!doctype html>".encode("utf-16-le"), True),
        ("\ufeff<!doctype html>".encode("utf-16-le"), False),
        (b"a" * 8192 + b"\0" * 8192, False),
    ],
)
def test_looks_binary(data: bytes, *, binary: bool) -> None:
    assert looks_binary(data) is binary


def edit(file: SourceFile, start: int, end: int, text: str) -> Edit:
    return Edit(file.location(start, end), text)


def test_encode_keeps_every_other_byte() -> None:
    data = codecs.BOM_UTF8 + b"a\r\n\xff\xe2\x82b\r\xc3\xa9\xf0\x9f\x98\x80c\xf0\x9f"
    file = decode(data, path="f", markup=True)
    assert file.text == "a\r\n��b\ré😀c�"
    b, c = file.text.index("b"), file.text.index("c")
    edits = [edit(file, c, c + 1, "ü"), edit(file, b, b + 1, ""), edit(file, b, b, "1"), edit(file, 0, 0, "2")]
    expected = codecs.BOM_UTF8 + b"2a\r\n\xff\xe2\x821\r\xc3\xa9\xf0\x9f\x98\x80\xc3\xbc\xf0\x9f"
    assert encode(file, edits) == expected


def test_encode_without_edits() -> None:
    data = bytes(range(256)) * 4
    assert encode(decode(data, path="f", markup=False), []) == data


def test_encode_in_order() -> None:
    file = decode(b"ab", path="f", markup=True)
    assert encode(file, [edit(file, 1, 1, "1"), edit(file, 1, 1, "2"), edit(file, 1, 2, "3")]) == b"a123"


def test_encode_at_the_end_of_a_long_file() -> None:
    data = "é😀".encode() * 1000 + b"\xff" * 1000
    file = decode(b"<meta charset=utf-8>" + data, path="f", markup=True)
    end = len(file.text)
    assert encode(file, [edit(file, end - 1, end, "x"), edit(file, end, end, "y")]) == file.raw[:-1] + b"xy"


def test_encode_a_text_that_was_never_bytes() -> None:
    file = SourceFile("f", "aé", "windows-1252")
    assert encode(file, [edit(file, 0, 1, "b")]) == b"b\xe9"


@pytest.mark.parametrize("text", ["日", "\ud800"])
def test_unencodable(text: str) -> None:
    file = decode(b"<p>\xe9", path="site/a.html", markup=True)
    with pytest.raises(EncodingError, match=r"site/a\.html: '.*' can't be written in windows-1252"):
        encode(file, [edit(file, 0, 0, text)])


def test_edit_inside_a_shifted_state() -> None:
    head = b"<meta charset=iso-2022-jp>"
    file = decode(head + b'\x1b$B$"$$\x1b(Bab', path="f", markup=True)
    at = file.text.index("b", len(head))
    assert encode(file, [edit(file, at, at, "x")]) == file.raw[:-1] + b"xb"
    with pytest.raises(EncodingError, match="surroundings"):
        encode(file, [edit(file, at - 2, at - 2, "x")])


def test_edit_that_completes_a_broken_character() -> None:
    file = decode(b"<meta charset=utf-8>\xf0\x9fx\x98\x80", path="f", markup=True)
    with pytest.raises(EncodingError, match="surroundings"):
        encode(file, [edit(file, 21, 22, "")])


@pytest.mark.parametrize("spans", [((0, 2), (1, 3)), ((0, 2), (1, 1)), ((3, 4),)])
def test_impossible_edits(spans: tuple[tuple[int, int], ...]) -> None:
    file = decode(b"abc", path="f", markup=True)
    with pytest.raises(ValueError, match=r"overlap|behind the end"):
        encode(file, [edit(file, start, end, "") for start, end in spans])


ENCODINGS = ["utf-8", "windows-1252", "koi8-u", "gbk", "shift_jis", "big5", "euc-kr", "euc-jp"]
BYTES = st.lists(
    st.sampled_from([b"a", b"\r\n", b"\xc3\xa9", b"\xf0\x9f\x98\x80", b"\xe2", b"\x81", b"\x82\xa0", b"\xff"])
)


@given(label=st.sampled_from(ENCODINGS), body=BYTES, data=st.data())
def test_encode_touches_edits_only(label: str, body: list[bytes], data: st.DataObject) -> None:
    head = b"<meta charset=" + label.encode() + b">"
    file = decode(head + b"".join(body), path="f", markup=True)
    cuts = sorted(data.draw(st.lists(st.integers(len(head), len(file.text)), max_size=6)))
    edits = [edit(file, start, end, "new") for start, end in list(pairwise(cuts))[::2]]
    expected = file.text
    for change in reversed(edits):
        start, end = change.location.span
        expected = expected[:start] + change.text + expected[end:]
    try:
        result = encode(file, edits)
    except EncodingError:
        assert label not in {"utf-8", "windows-1252", "koi8-u"}  # elsewhere a stray lead byte takes what follows it
    else:
        assert decode(result, path="f", markup=True).text == expected
    assert encode(file, [edit(file, 0, 0, "")]) == file.raw


@given(
    st.binary(max_size=200),
    st.sampled_from([b"", codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, b"<?xml ", b"<meta "]),
)
def test_never_raises(data: bytes, start: bytes) -> None:
    for markup in (True, False):
        file = decode(start + data, path="f", markup=markup)
        assert encode(file, []) == start + data


@pytest.mark.parametrize(
    "unit",
    [
        b"<",
        b"<!",
        b"<?",
        b"</",
        b"<!--",
        b"<a ",
        b"<a b='",
        b"<a =",
        b"<title>",
        b"<meta charset=",
        b"<meta>",
        b"\xff",
        b"\0",
    ],
)
def test_hostile_heads(unit: bytes) -> None:
    data = unit * (20_000_000 // len(unit))
    assert not decode(data, path="f", markup=True).encoding_declared
