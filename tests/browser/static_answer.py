"""What webmcp-lint says of a page's forms, and where Chromium says something else."""

import json
from collections.abc import Sequence
from typing import Any

from tests.browser.harness import Answer, Chromium
from webmcp_lint.decoding import decode
from webmcp_lint.reporters.json import ToolRecords
from webmcp_lint.site.project import page_of


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
    """Return the pages of which Chromium says something else, and what."""
    suspects = [page for page, answer in zip(pages, chromium.ask(pages), strict=True) if differences(answer, page)]
    steady = zip(suspects, chromium.ask(suspects, steady=True), strict=True)
    return [(page, found) for page, answer in steady if (found := differences(answer, page))]
