"""The report as a page: everything in it is text, and every finding stands once."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser

import pytest

from tests.reporters.samples import diagnose, find
from webmcp_lint.discovery import Skipped
from webmcp_lint.findings import Finding, Fix, Level, Related
from webmcp_lint.linter import lint
from webmcp_lint.reporters.html.code import excerpt
from webmcp_lint.reporters.html.collected import Pages
from webmcp_lint.reporters.html.document import render
from webmcp_lint.reporters.html.markup import join, prose, tag, text
from webmcp_lint.reporters.html.tools import budget
from webmcp_lint.reporters.report import Report
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.project import page_of
from webmcp_lint.source import SourceFile

HOSTILE = "<script>alert(1)</script>\"' onload=x &amp; </style> \u202e`javascript:`"

ELEMENTS = {
    *(
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "header",
        "nav",
        "main",
        "footer",
        "section",
        "article",
        "script",
    ),
    *("h1", "h2", "h3", "h4", "p", "div", "ul", "li", "span", "a", "strong", "code", "pre", "mark", "meter", "details"),
    *("summary", "table", "thead", "tbody", "tr", "th", "td", "form", "label", "input", "select", "option", "output"),
}


def report(*pages: Page) -> str:
    collected = Pages()
    found = Report()
    for page in pages:
        collected.add(page)
        found.diagnostics += lint(page, Settings())
    return render(found, collected.pages)


def page(path: str, markup: str) -> Page:
    return page_of(SourceFile(path, markup))


class Elements(HTMLParser):
    """The elements of a page with their attributes, and its text."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize(
    ("built", "expected"),
    [
        (tag("p", "a < b", tag("b", "&")), "<p>a &lt; b<b>&amp;</b></p>"),
        (tag("a", "x", href='"><script>', class_="c", aria_label="l"), '<a href="&quot;&gt;&lt;script&gt;" class="c" aria-label="l">x</a>'),
        (tag("input", hidden=True, value=None), "<input hidden>"),
        (text("a\u202eb\x00\ud800"), "a&lt;U+202E&gt;b&lt;U+0000&gt;&lt;U+D800&gt;"),
        (prose("the `a<b` of\n it"), "the <code>a&lt;b</code> of it"),
        (prose("one ` alone"), "one ` alone"),
        (join("<", tag("i"), separator=" "), "&lt; <i></i>"),
    ],
)  # fmt: skip
def test_markup(built: str, expected: str) -> None:
    assert built == expected


def test_code() -> None:
    file = SourceFile("a.html", "one\ntwo\nthree <b>\nfour\n" + "x" * 300 + "mark" + "y" * 300 + "\n")
    assert re.sub(r"<span.*?</span>", "", excerpt(find(file, "<b>"))) == (
        "<pre><code>one\ntwo\nthree <mark>&lt;b&gt;</mark>\n</code></pre>"
    )
    assert f"…{'x' * 100}<mark>mark</mark>{'y' * 100}…" in excerpt(find(file, "mark"))
    whole = excerpt(file.location(0, len(file.text)))
    assert whole.count("<mark>") == 5
    long = SourceFile("a.html", "\n".join("abcdefgh"))
    assert re.findall("<mark>(.)|(⋮)", excerpt(long.location(0, 15)))[4:] == [("e", ""), ("", "⋮"), ("h", "")]
    assert "<mark>" not in excerpt(file.location(0, 0))
    indented = SourceFile("a.js", "call({\n    name,\n\n  })")
    assert re.findall("> *<mark>(.*?)</mark>", excerpt(indented.location(0, 22))) == ["call({", "name,", "})"]


def test_nothing_that_is_written_becomes_markup() -> None:
    name = HOSTILE.replace('"', "&quot;")
    markup = (
        f'<form toolname="{name}" tooldescription="{name}"><input name="{name}" toolparamdescription="{name}"></form>'
    )
    shown = Elements(report(page(f"{HOSTILE}.html", markup)))
    assert {each for each, _ in shown.elements} <= ELEMENTS
    assert sum(each == "script" for each, _ in shown.elements) == 1
    assert not any(key.startswith("on") or key == "style" for _, attributes in shown.elements for key in attributes)
    assert "\u202e" not in shown.text


def test_it_loads_nothing_and_names_what_it_runs() -> None:
    markup = report(page("a.html", "<form toolname=a tooldescription=b></form>"))
    shown = Elements(markup)
    assert not any(each in {"link", "img", "iframe", "base", "object"} for each, _ in shown.elements)
    assert not any(key in {"src", "srcset", "data"} for _, attributes in shown.elements for key in attributes)
    (policy,) = (each["content"] for _, each in shown.elements if each.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert policy.startswith("default-src 'none';")
    for kind in ("style", "script"):
        content = markup.partition(f"<{kind}>")[2].partition(f"</{kind}>")[0]
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy


def test_a_finding_stands_at_its_tool_once() -> None:
    pages = [
        page(f"{name}.html", "<form toolname=a tooldescription='Add a task.' toolautosubmit=no></form>")
        for name in "ab"
    ]
    collected = Pages()
    for each in pages:
        collected.add(each)
    first, second = (lint(each, Settings(selected=frozenset({"autosubmit-false"})))[0] for each in pages)
    markup = render(Report([first, second]), collected.pages)
    sections = markup.split('class="page"')
    assert len(sections) == 3
    assert [section.count('class="finding"') for section in sections] == [0, 1, 1]


def test_what_no_section_has_is_shown_below() -> None:
    file = SourceFile("app.js", "call(a, b)")
    finding = Finding(
        "`call` fails",
        find(file, "a, b"),
        label="no one answers",
        help="call another",
        related=(Related(find(file, "call"), "called here"),),
        fix=Fix("swap them", (), is_safe=False),
    )
    hidden = diagnose(Finding("not to be seen", find(file, "b")), suppressed="")
    markup = render(Report([diagnose(finding, level=Level.NOTE), hidden], skipped=[Skipped("x.html", "binary")]), [])
    shown = Elements(markup)
    for words in (
        "call fails",
        "no one answers",
        "call another",
        "possible fix: swap them",
        "called here",
        "x.html: binary",
    ):
        assert words in shown.text
    assert "not to be seen" not in shown.text


def test_unread_and_refused() -> None:
    shown = Elements(report(page("a.php", "<form toolname='a b' tooldescription='<?= $x ?>'></form>")))
    assert "not a tool: " in shown.text
    assert "(description not read: " in shown.text


def test_the_budget_is_what_guidance_gives() -> None:
    assert [budget(number) for number in range(3)] == [133, 178, 223]


def test_nothing() -> None:
    assert "No page declares a tool." in render(Report(), [])
