"""How long the language server takes to lint a page of 1,000 lines again after a key was pressed.

    python -m benchmarks.server --fast

One page holds what such pages hold: prose, eight forms and two scripts with four tools each. The dense one is nothing but
tools: 80 forms and 40 scripts. The third is the script of one page, in a project of 200 pages with a script each.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import pyperf

from benchmarks.pages import _PAGE, _SCRIPT
from webmcp_lint.server.rests import Rests
from webmcp_lint.server.store import Store
from webmcp_lint.server.unit import Unit

LINES = 1_000
PAGES = 200
_HEAD = "<!doctype html>\n<html lang=en>\n<head><meta charset=utf-8><title>Branches</title></head>\n<body>\n"
_PROSE = "<section class=text>\n  <h2>Opening hours of branch {n}</h2>\n  <p>Open from eight to five, and by <a href=/visits>appointment</a>.</p>\n</section>\n"


def _forms(number: int) -> str:
    page = _PAGE.format(n=number, described="", script="")
    forms = page[page.index("<h1>") : page.index("</body>")]
    return forms.replace('id="find"', f'id="find-{number}"').replace('id="write"', f'id="write-{number}"')


def _tools(numbers: range) -> str:
    scripts = "".join(_SCRIPT.format(n=number) for number in numbers)
    inner = scripts.replace('<script type="module">\n', "").replace("</script>\n", "")
    return f'<script type="module">\n{inner}</script>\n'


def common_page(script: str | None = None) -> str:
    """Return a page with some tools among a lot of prose."""
    scripts = _tools(range(1, 5)) + _tools(range(5, 9)) if script is None else script
    text = _HEAD + "".join(map(_forms, range(1, 5)))
    while text.count("\n") + scripts.count("\n") < LINES - 1:
        text += _PROSE.format(n=text.count("\n"))
    return f"{text}{scripts}</body>\n</html>\n"


def dense_page() -> str:
    """Return a page of nothing but tools."""
    text, number = _HEAD, 0
    while text.count("\n") < LINES - 2:
        number += 1
        text += _forms(number) + _SCRIPT.format(n=number)
    return f"{text}</body>\n</html>\n"


def typing(folder: Path, name: str) -> Callable[[], None]:
    """Open a file of a folder, lint the folder, and return what presses a key in the file and lints it again."""
    store = Store()
    path = folder / name
    text = path.read_text(encoding="utf-8")
    key = path.as_posix()
    store.put(key, text)
    unit = Unit(folder.as_posix(), store)
    while not unit.is_done:
        unit.step()
    Rests().rest()
    presses = 0

    def press() -> None:
        nonlocal presses
        presses += 1
        middle = text.index("\n", len(text) // 2)
        store.put(key, f"{text[:middle]}{' ' * (presses % 50 + 1)}{text[middle:]}")
        unit.touch(key)
        while not unit.is_done:
            unit.step()

    return press


def _folder(pages: dict[str, str]) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="webmcp-lint-benchmark-"))
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def main() -> None:
    """Measure."""
    runner = pyperf.Runner(processes=2, values=5, warmups=2, loops=1)
    runner.bench_func("a page of 1,000 lines", typing(_folder({"index.html": common_page()}), "index.html"))
    runner.bench_func("a dense page of 1,000 lines", typing(_folder({"index.html": dense_page()}), "index.html"))
    script = _tools(range(1, 9)).partition("\n")[2].removesuffix("</script>\n")
    load = "<script type=module src=tools-{}.js></script>\n"
    pages = {f"{number}.html": common_page(load.format(number)) for number in range(PAGES)}
    pages |= {f"tools-{number}.js": script for number in range(PAGES)}
    runner.bench_func(f"the script of one of {PAGES} pages", typing(_folder(pages), "tools-7.js"))


if __name__ == "__main__":
    main()
