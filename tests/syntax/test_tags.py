"""Where the tags of a text are, after the tokenizer of the HTML standard."""

from __future__ import annotations

import pytest

from webmcp_lint.syntax.tags import Comment, EndTag, StartTag, scan


def tags(text: str) -> list[str]:
    """Return the tags of a text, each as it is written; comments with their data in brackets."""
    found = []
    for token in scan(text).tokens:
        written = text[token.span.start : token.span.end]
        found.append(f"[{text[token.data.start : token.data.end]}]" if isinstance(token, Comment) else written)
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a<b>c</b>", ["<b>", "</b>"]),
        ("a < b <3 <> </> <", []),
        ("<p", []),
        ("<p title='>", []),
        ("<p a=>x", ["<p a=>"]),
        ("<P/><br/>", ["<P/>", "<br/>"]),
        ("<!-- a --><!--b--!><!--><!---><i>", ["[ a ]", "[b]", "<i>"]),
        ("<!-- never closed <i>", ["[ never closed <i>]"]),
        ("<!doctype html><?pi?><!x><![CDATA[<i>]]>", []),
        ("</ comment ><i>", ["<i>"]),
        ("<script>a<b</script><i>", ["<script>", "</script>", "<i>"]),
        ("<script><!-- <script> </script> --></script><i>", ["<script>", "</script>", "<i>"]),
        ("<script><!-- </script><i>", ["<script>", "</script>", "<i>"]),
        ("<style></styles></style><i>", ["<style>", "</style>", "<i>"]),
        ("<textarea></TEXTAREA x><i>", ["<textarea>", "</TEXTAREA x>", "<i>"]),
        ("<title><i></title>", ["<title>", "</title>"]),
        ("<plaintext></plaintext><i>", ["<plaintext>"]),
        ("<svg><title><i></title></svg>", ["<svg>", "<title>", "<i>", "</title>", "</svg>"]),
        ("<svg><style><g></style></svg>", ["<svg>", "<style>", "<g>", "</style>", "</svg>"]),
        ("<svg><![CDATA[<i>]]></svg><b>", ["<svg>", "</svg>", "<b>"]),
        ("<svg><p><style><i></style>", ["<svg>", "<p>", "<style>", "</style>"]),
        ("<svg><foreignObject><style><i></style>", ["<svg>", "<foreignObject>", "<style>", "</style>"]),
        (
            "<math><annotation-xml encoding='TEXT/html'><style><i></style>",
            ["<math>", "<annotation-xml encoding='TEXT/html'>", "<style>", "</style>"],
        ),
    ],
)
def test_tags_and_comments(text: str, expected: list[str]) -> None:
    assert tags(text) == expected


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ("<a b>", [("b", None)]),
        ("<a b=c>", [("b", "c")]),
        ("<a b='c'd=\"e\">", [("b", "c"), ("d", "e")]),
        ("<a B = c/d e>", [("b", "c/d"), ("e", None)]),
        ("<a b/c/=d>", [("b", None), ("c", None), ("=d", None)]),
        ("<a =b=c>", [("=b", "c")]),
        ('<a b="">', [("b", "")]),
        ("<a b=\n'c\nd'\t>", [("b", "c\nd")]),
        ("<a b<c='\"' d\0=e>", [("b<c", '"'), ("d\ufffd", "e")]),
        ("<a b b=c>", [("b", None), ("b", "c")]),
    ],
)
def test_attributes(tag: str, expected: list[tuple[str, str | None]]) -> None:
    (token,) = scan(tag).tokens
    assert isinstance(token, StartTag)
    assert [
        (each.name, None if each.value is None else tag[each.value.start : each.value.end]) for each in token.attributes
    ] == expected
    for each in token.attributes:
        assert tag[each.name_span.start : each.name_span.end].lower().replace("\0", "\ufffd") == each.name
        assert each.span.start == each.name_span.start


def test_what_a_tree_has_shown_goes_before_what_the_scan_believes() -> None:
    text = "<title><i></title>"
    names = [token.name for token in scan(text, raw={0: False}).tokens if isinstance(token, StartTag | EndTag)]
    assert names == ["title", "i", "title"]
    assert [token.span.start for token in scan("<i><b>", ignore=frozenset({0})).tokens] == [3]


def test_measures_bound_the_cost_of_a_tree() -> None:
    scanned = scan("<div>" * 30 + "<p>" * 50 + "<br>" * 9 + "</div>" * 30 + "<b>" * 7 + "<i a b c>")
    assert (scanned.max_depth, scanned.max_attributes, scanned.max_formatting) == (30, 3, 8)
