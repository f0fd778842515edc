"""What webmcp-lint says of a page's forms, and where Chromium says something else."""

import json
from collections.abc import Sequence
from typing import Any

from tests.browser.harness import Answer, Chromium
from webmcp_lint.decoding import decode
from webmcp_lint.reporters.json import ToolRecords
from webmcp_lint.site.project import page_of

ATTEMPTS = 5
"""How often a page is asked again before a difference counts.

A parser that is interrupted in the middle of a form may leave the browser with the schema of the half that it had read.
On a busy machine that befalls one page in two hundred, and one in three of its repetitions.
"""


def static_answer(html: str) -> dict[str, Any]:
    """Return a page's form tools in the order and with the members of `getTools()`, and its DevTools issues, sorted."""
    records = ToolRecords()
    records.add(page_of(decode(html.encode("utf-8", "replace"), path="page.html", markup=True)))
    tools = [
        {
            "name": tool["name"],
            "title": tool["title"],
            "description": tool["description"],
            "inputSchema": tool["input_schema"],
        }
        for tool in records.tools
        if tool["kind"] == "form"
    ]
    return {"tools": tools, "issues": sorted({str(issue["code"]) for issue in records.issues})}


def differences(answer: Answer, html: str) -> list[str]:
    """Say where the static answer of a page differs from the browser's; the order of keys counts."""
    ours = static_answer(html)
    return [
        f"{what}\n  Chromium {json.dumps(theirs)}\n  here     {json.dumps(ours[what])}"
        for what, theirs in (("tools", answer.tools), ("issues", answer.issues))
        if json.dumps(theirs) != json.dumps(ours[what])
    ]


def disagreements(chromium: Chromium, pages: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Return the pages on which Chromium never gives the static answer, and in what it differs."""
    wrong = [
        (page, found)
        for page, answer in zip(pages, chromium.ask(pages), strict=True)
        if (found := differences(answer, page))
    ]
    for _ in range(ATTEMPTS):
        again = chromium.ask((page for page, _ in wrong), tabs=1)
        wrong = [
            (page, found)
            for (page, _), answer in zip(wrong, again, strict=True)
            if (found := differences(answer, page))
        ]
    return wrong
