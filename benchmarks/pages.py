"""Whole runs over 2,000 small pages, and the start of the program.

    python -m benchmarks.pages --fast             # seconds
    python -m benchmarks.pages --fast --track-memory

The pages are clinics, boards and searches of a few controls each, one in four with a fault; they are made anew in a
folder that the system clears.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import pyperf

PAGES = 2_000
_PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Branch {n}</title></head>
<body>
<h1>Branch {n}</h1>
<form id="find" toolname="find-slot-{n}" tooldescription="Find free appointments at branch {n} by day and subject."
      toolautosubmit>
  <label for="day">Day</label> <input id="day" type="date" name="day" required>
  <label>Subject <select name="subject"><option value="eye">Eyes</option><option value="ear">Ears</option></select></label>
  <label>Number <input type="number" name="count" min="1" max="{n}"></label>
  <button>Search</button>
</form>
<form id="write" toolname="write-to-branch-{n}" tooldescription="Write a message to branch {n}.">
  <fieldset toolparamdescription="How to answer."><legend>Answer</legend>
    <label><input type="radio" name="by" value="mail"> by mail</label>
    <label><input type="radio" name="by" value="phone"> by phone</label></fieldset>
  <textarea name="text" required {described}></textarea>
  <button>Send</button>
</form>
{script}</body>
</html>
"""

_SCRIPT = """<script type="module">
document.modelContext?.registerTool({{
  name: "opening-hours-{n}",
  description: "Tell the opening hours of branch {n} for a week.",
  inputSchema: {{ type: "object", properties: {{ week: {{ type: "integer", description: "Week of the year." }} }} }},
  annotations: {{ readOnlyHint: true }},
  execute: async ({{ week }}) => hours(week),
}});
</script>
"""


def write_pages(folder: Path, *, have_scripts: bool) -> None:
    """Write the pages, a hundred to a folder."""
    for number in range(1, PAGES + 1):
        described = "" if number % 4 == 0 else 'toolparamdescription="What the branch is to know."'
        page = folder / f"branches-{number // 100:02}" / f"{number}.html"
        page.parent.mkdir(exist_ok=True)
        script = _SCRIPT.format(n=number) if have_scripts else ""
        page.write_text(_PAGE.format(n=number, described=described, script=script), encoding="utf-8")


def main() -> None:
    """Measure."""
    runner = pyperf.Runner(processes=3, values=1, warmups=0)
    command = [sys.executable, "-m", "webmcp_lint"]
    runner.bench_command("version", [*command, "--version"])
    for what in ("forms", "forms and scripts"):
        folder = Path(tempfile.gettempdir()) / f"webmcp-lint-benchmark-{what.replace(' ', '-')}"
        if not folder.exists():
            folder.mkdir()
            write_pages(folder, have_scripts=what != "forms")
        runner.bench_command(f"tools, 2,000 pages of {what}", [*command, "tools", str(folder), "--format", "json"])
        runner.bench_command(f"check, 2,000 pages of {what}", [*command, str(folder), "--fail-on", "never"])


if __name__ == "__main__":
    main()
