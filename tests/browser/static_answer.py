"""What webmcp-lint says of a page's forms, in the words of `tools --format json`."""

import json
from typing import Any

from tests.browser.harness import Answer
from webmcp_lint.decoding import decode
from webmcp_lint.reporters.json import ToolRecords
from webmcp_lint.site.project import page_of


def static_answer(html: str) -> dict[str, Any]:
    """Return the form tools of a page as `getTools()` lists them, and the set of its DevTools issues, sorted."""
    records = ToolRecords()
    records.add(page_of(decode(html.encode("utf-8", "replace"), path="page.html", markup=True)))
    answer = json.loads(records.render())
    return {
        "tools": [
            {
                "name": tool["name"],
                "title": tool["title"],
                "description": tool["description"],
                "inputSchema": tool["input_schema"],
            }
            for tool in answer["tools"]
            if tool["kind"] == "form"
        ],
        "issues": sorted({issue["code"] for issue in answer["issues"]}),
    }


def differences(answer: Answer, html: str) -> list[str]:
    """Say where the static answer of a page differs from the browser's; key order counts."""
    ours = static_answer(html)
    pairs = (("tools", answer.tools, ours["tools"]), ("issues", answer.issues, ours["issues"]))
    return [
        f"{what}: Chromium {json.dumps(theirs)}\n{' ' * len(what)}  here     {json.dumps(mine)}"
        for what, theirs, mine in pairs
        if json.dumps(theirs) != json.dumps(mine)
    ]
