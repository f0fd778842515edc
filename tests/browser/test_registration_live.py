"""Pages that register tools, asked of the installed Chromium and read by webmcp-lint.

What is said of a page may be less than the browser says, but nothing else. Scripts are left out that change a tool after
they made it, or end in the middle: values are followed without regard to the order of statements.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.browser.harness import Chromium
from tests.browser.registration_answer import agrees, listed, untold
from tests.browser.registration_pages import Page, pages
from tests.program.reading import documents
from webmcp_lint.browser.registration import is_detached, register
from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.functions import is_reached
from webmcp_lint.program.values import Method, ModelContext, options
from webmcp_lint.site.sinks import Registration, registrations
from webmcp_lint.syntax.javascript import Node

pytestmark = pytest.mark.browser

ATTEMPTS = 2
"""How often a page is asked again before a difference counts: a busy browser may be late with a script."""
TOLD = 0.85
"""The share of the pages of which everything is said at the least."""

# Keeps how each registration ended, and lists it as a tool without a name once SCRIPTS files are there and nothing is pending
_RECORDER = """<script>
(() => {
  "use strict";
  const { registerTool, getTools } = ModelContext.prototype;
  const pending = [], errors = [];
  ModelContext.prototype.registerTool = function (...given) {
    const answer = registerTool.apply(this, given);
    pending.push(answer.catch((reason) => {
      const isError = reason instanceof Object;
      errors.push([isError ? reason.name : "", isError ? reason.message : String(reason)]);
    }));
    return answer;
  };
  const turn = () => new Promise((resolve) => setTimeout(resolve, 3));
  const loaded = () => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js")).length;
  ModelContext.prototype.getTools = async function () {
    for (let left = 500; left > 0 && loaded() < SCRIPTS; left--) await turn();
    for (let left = 3; left > 0; left--) {
      await turn();
      await Promise.all(pending);
    }
    const result = { name: "", title: "", description: JSON.stringify(errors) };
    return [...await getTools.call(this), result];
  };
})();
</script>"""


@dataclass(slots=True)
class Said:
    """What is said of a page: the tools that are listed, how others are refused, and whether that may not be all."""

    tools: list[dict[str, Any]] = field(default_factory=list)
    errors: list[list[str]] = field(default_factory=list)
    is_all: bool = True


def test_nothing_that_is_said_contradicts_the_browser(chromium: Chromium) -> None:
    asked = list(pages())
    found = {page.id: (said(page), answer) for page, answer in zip(asked, ask(chromium, asked), strict=True)}
    wrong = [page for page in asked if contradictions(*found[page.id])]
    for _ in range(ATTEMPTS):
        for page, answer in zip(wrong, ask(chromium, wrong), strict=True):
            found[page.id] = (found[page.id][0], answer)
        wrong = [page for page in wrong if contradictions(*found[page.id])]
    assert not wrong, "\n".join(f"{page.id}: {told}" for page in wrong for told in contradictions(*found[page.id]))
    whole = [page for page in asked if is_all_said(*found[page.id])]
    missed = [page.id for page in asked if page not in whole]
    print(f"{len(whole)} of {len(asked)} pages are told wholly, but not: {', '.join(missed)}")  # noqa: T201
    assert len(whole) >= TOLD * len(asked)


def said(page: Page) -> Said:
    """Return what webmcp-lint says of a page."""
    project, paths = documents(page.files)
    html = next(path for path in paths if path.endswith("page.html"))
    result = Said()
    # A page's own scripts come last: what they import has run by then
    for path in sorted(project.loads(html), key=lambda path: path == html):
        for tree in project.trees(path):
            for found in registrations(project.analysis, tree):
                if isinstance(found, Registration):
                    _add(result, project.analysis, found)
                else:
                    result.is_all = False
    return result


def _add(result: Said, analysis: Analysis, found: Registration) -> None:
    is_removed = found.context is None or found.context.via == "navigator"
    if found.via != "registerTool" or is_removed or not is_reached(analysis, found.call, {}):
        return
    if found.condition is not None:
        result.is_all = False
        return
    given = [found.tool] if found.options is None else [found.tool, found.options]
    names = [tool["name"] for tool in result.tools if isinstance(tool["name"], str)]
    outcome = register(analysis, given, taken=names, is_detached=found.is_detached)
    if not outcome.is_certain:
        result.is_all = False
    elif outcome.error is not None:
        result.errors.append([outcome.error.name, outcome.error.message])
    elif not outcome.is_omitted:
        result.tools.append(listed(analysis, found.tool))


def _is_detached(analysis: Analysis, call: Node) -> bool:
    callee = call.field("function")
    methods = options(analysis.value(callee, {})) if callee is not None else ()
    native = [each for each in methods if isinstance(each, Method) and isinstance(each.receiver, ModelContext)]
    return bool(native) and all(is_detached(each, call) for each in native)


def ask(chromium: Chromium, asked: Sequence[Page]) -> list[Said]:
    """Return what the browser says of pages."""
    scripts = {
        f"/{place}/{path}": text
        for place, page in enumerate(asked)
        for path, text in page.files.items()
        if path[-3:] == ".js"
    }
    texts = (
        page.files["page.html"].replace("\n", f'\n<base href="/{place}/">{_recorder(page)}\n', 1)
        for place, page in enumerate(asked)
    )
    with chromium.serving(scripts):
        answers = chromium.ask(texts)
    return [_recorded(answer.tools) for answer in answers]


def _recorder(page: Page) -> str:
    return _RECORDER.replace("SCRIPTS", str(len(page.files) - 1))


def _recorded(tools: Iterable[dict[str, Any]]) -> Said:
    by_name = {tool["name"]: tool for tool in tools}
    errors = json.loads(by_name.pop("")["description"])
    by_name.pop("declared", None)
    return Said(list(by_name.values()), errors)


def contradictions(ours: Said, theirs: Said) -> list[str]:
    """Return what the browser does not say."""
    left = list(theirs.errors)
    found = []
    for error in ours.errors:
        if error in left:
            left.remove(error)
        else:
            found.append(f"rejects with {error}, not {theirs.errors}")
    return found + [
        f"lists {tool}, not {theirs.tools}"
        for tool in ours.tools
        if not any(agrees(tool, listed_) for listed_ in theirs.tools)
    ]


def is_all_said(ours: Said, theirs: Said) -> bool:
    """Whether everything that the browser says is said."""
    is_known = ours.is_all and not any(untold(ours.tools))
    return is_known and len(ours.tools) == len(theirs.tools) and len(ours.errors) == len(theirs.errors)
