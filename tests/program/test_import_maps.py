"""Import maps: what a page makes of the specifiers of its modules."""

from __future__ import annotations

import pytest

from tests.program.reading import answers, documents, tools

MAIN = "<script type=module src=main.js></script>"


def page(*maps: str, then: str = MAIN) -> str:
    """Return a page with import maps before its scripts."""
    return "".join(f'<script type="importmap">{each}</script>' for each in maps) + then


NAMED = "import {b} from 'b'; answer(b)"
B = "export const b = 1"

MAPPED = [
    {"i.html": page('{"imports": {"b": "./lib/b.js"}}'), "main.js": NAMED, "lib/b.js": B},
    {"i.html": page('{"imports": {"b": "/lib/b.js"}}'), "main.js": NAMED, "lib/b.js": B},
    {"x/i.html": page('{"imports": {"b": "../lib/b.js"}}'), "x/main.js": NAMED, "lib/b.js": B},
    {"x/i.html": page('{"imports": {"b": "/lib/b.js"}}'), "x/main.js": NAMED, "public/lib/b.js": B},
    {"i.html": page('{"imports": {"b": "./b.js?v=2"}}'), "main.js": NAMED, "b.js": B},
    {"i.html": page('{"imports": {"b": "./b.js"}}'), "main.js": NAMED, "b.ts": B},
    {"i.html": page('{"imports": {"b": "./b.js"}}', then="<script type=module>import {b} from 'b'; answer(b)</script>"), "b.js": B},
    {"i.html": page('{"imports": {"b": "./b.js"}}', then="<script>import('b').then(m => answer(m.b))</script>"), "b.js": B},
    {"i.html": page('{"imports": {"c": "./c.js", "b": "./b.js"}}'), "main.js": "import {c} from 'c'; answer(c)",
     "c.js": "import {b} from 'b'; export const c = b", "b.js": B},
    {"i.html": page('{"imports": {"b": "./b.js"}}', then="<script type=module>import {f} from 'b'; f(1)</script>"),
     "b.js": "export function f(n) { answer(n) }"},
    # Prefixes: the longer one wins, and what is spelt out wins over both
    {"i.html": page('{"imports": {"lib/": "./src/"}}'), "main.js": "import {b} from 'lib/x/b.js'; answer(b)", "src/x/b.js": B},
    {"i.html": page('{"imports": {"lib/": "./no/", "lib/x/": "./src/"}}'), "main.js": "import {b} from 'lib/x/b.js'; answer(b)",
     "src/b.js": B, "no/x/b.js": "export const b = 2"},
    {"i.html": page('{"imports": {"lib/": "./no/", "lib/b.js": "./b.js"}}'), "main.js": "import {b} from 'lib/b.js'; answer(b)",
     "b.js": B, "no/b.js": "export const b = 2"},
    # Addresses are mapped too
    {"i.html": page('{"imports": {"./a.js": "./b.js"}}'), "main.js": "import {b} from './a.js'; answer(b)", "b.js": B,
     "a.js": "export const b = 2"},
    {"i.html": page('{"imports": {"/js/a.js": "/js/b.js"}}', then="<script type=module src=js/main.js></script>"),
     "js/main.js": "import {b} from './a.js'; answer(b)", "js/b.js": B, "js/a.js": "export const b = 2"},
    {"i.html": page('{"imports": {"./js/": "./other/"}}'), "main.js": "import {b} from './js/b.js'; answer(b)", "other/b.js": B,
     "js/b.js": "export const b = 2"},
    # Scopes: the address of the importing module counts, the longest first, then the whole page's
    {"i.html": page('{"imports": {"b": "./no.js"}, "scopes": {"./s/": {"b": "./b.js"}}}', then="<script type=module src=s/main.js></script>"),
     "s/main.js": NAMED, "b.js": B, "no.js": "export const b = 2"},
    {"i.html": page('{"imports": {"b": "./b.js"}, "scopes": {"/s/": {"b": "./no.js"}}}'), "main.js": NAMED, "b.js": B, "s/c.js": "",
     "no.js": "export const b = 2"},
    {"i.html": page('{"scopes": {"./s/": {"b": "./no.js"}, "./s/t/": {"b": "./b.js"}}}', then="<script type=module src=s/t/main.js></script>"),
     "s/t/main.js": NAMED, "b.js": B, "no.js": "export const b = 2"},
    {"i.html": page('{"imports": {"b": "./b.js"}, "scopes": {"./s/": {"c": "./no.js"}}}', then="<script type=module src=s/main.js></script>"),
     "s/main.js": NAMED, "b.js": B},
    {"i.html": page('{"scopes": {"./main.js": {"b": "./b.js"}}}'), "main.js": NAMED, "b.js": B},
    # Of several maps, the first that says something of a specifier counts
    {"i.html": page('{"imports": {"b": "./b.js"}}', '{"imports": {"b": "./no.js", "c": "./c.js"}}'), "main.js": NAMED, "b.js": B,
     "no.js": "export const b = 2"},
    {"i.html": page("{", '{"imports": {"b": "./b.js"}}'), "main.js": NAMED, "b.js": B},
    # A page that maps otherwise, and does not load this module
    {"i.html": page('{"imports": {"b": "./b.js"}}'), "main.js": NAMED, "b.js": B,
     "j.html": page('{"imports": {"b": "./no.js"}}', then="<script type=module src=other.js></script>"), "other.js": ""},
    {"i.html": page('{"imports": {"b": "./b.js"}}'), "main.js": NAMED, "b.js": B, "j.html": page('{"imports": {"b": "/b.js"}}')},
    # What is not mapped means what it means without
    {"i.html": page('{"imports": {"c": "./c.js"}}'), "main.js": "import {b} from './b.js'; answer(b)", "b.js": B},
]  # fmt: skip

BLOCKED = "⟨an import that an import map blocks⟩"
DIFFERENT = "⟨an import that pages map differently⟩"

UNRESOLVED = [
    ({"i.html": page('{"imports": {"b": null}}')}, BLOCKED),
    ({"i.html": page('{"imports": {"b": "b.js"}}')}, BLOCKED),
    ({"i.html": page('{"imports": {"b": 1}}')}, BLOCKED),
    ({"i.html": page('{"imports": {"b": "./b.js"}, "scopes": {"./": {"b": null}}}')}, BLOCKED),
    ({"i.html": page('{"imports": {"lib/": "./lib"}}'), "main.js": "import {b} from 'lib/b.js'; answer(b)"}, BLOCKED),
    ({"i.html": page('{"imports": {"lib/": "./lib/"}}'), "main.js": "import {b} from 'lib/../b.js'; answer(b)"}, BLOCKED),
    ({"i.html": page('{"imports": {"b": "./no.js"}}')}, "external b:b"),
    ({"i.html": page('{"imports": {"b": "https://a.example/b.js"}}')}, "external b:b"),
    ({"i.html": page('{"imports": {"b": "//a.example/b.js"}}')}, "external b:b"),
    ({"i.html": page('{"imports": {"b": "./b.js"}')}, "external b:b"),
    ({"i.html": page('["b"]')}, "external b:b"),
    ({"i.html": page('{"imports": ["b"]}')}, "external b:b"),
    ({"i.html": page('{"imports": {"b": "./b.js"}, "scopes": {"./": 1}}')}, "external b:b"),
    ({"i.html": "<script type=importmap src=map.json></script>" + MAIN, "map.json": '{"imports": {"b": "./b.js"}}'}, "external b:b"),
    ({"i.html": MAIN + page('{"imports": {"b": "./b.js"}}', then="")}, "external b:b"),
    ({"i.html": page('{"imports": {"b": "./b.js"}}'), "j.html": page('{"imports": {"b": "./c.js"}}'), "c.js": "export const b = 2"}, DIFFERENT),
    ({"i.html": page('{"imports": {"b": "./b.js"}}'), "j.html": MAIN}, DIFFERENT),
]  # fmt: skip

LIBRARIES = [
    ("@mcp-b/react-webmcp", "https://esm.sh/@mcp-b/react-webmcp@2"),
    ("hooks", "https://esm.sh/@mcp-b/react-webmcp"),
    ("hooks", "https://cdn.jsdelivr.net/npm/@mcp-b/react-webmcp@2.1.0/+esm"),
    ("hooks", "https://unpkg.com/@mcp-b/react-webmcp@2/dist/index.js"),
    ("@mcp-b/react-webmcp", "./vendor/hooks.js"),
]


@pytest.mark.parametrize("sources", MAPPED)
def test_a_specifier_is_mapped(sources: dict[str, str]) -> None:
    assert answers(sources)[-1:] == ["1"]


@pytest.mark.parametrize(("sources", "expected"), UNRESOLVED)
def test_a_specifier_is_not_mapped_to_a_file(sources: dict[str, str], expected: str) -> None:
    assert answers({"main.js": NAMED, "b.js": B, **sources}) == [expected]


@pytest.mark.parametrize(("specifier", "address"), LIBRARIES)
def test_a_library_is_known_by_its_name_and_by_its_address(specifier: str, address: str) -> None:
    main = f"import {{useWebMCP}} from '{specifier}'; useWebMCP({{name: 'a', description: 'A.'}})"
    sources = {"i.html": page(f'{{"imports": {{"{specifier}": "{address}"}}}}'), "main.js": main}
    assert tools({**sources, "vendor/hooks.js": "export function useWebMCP() {}"}) == ["a"]


def test_each_page_loads_what_its_own_map_names() -> None:
    one, other = page('{"imports": {"b": "./b.js"}}'), page('{"imports": {"b": "./c.js"}}')
    project, _ = documents({"i.html": one, "j.html": other, "main.js": "import 'b'", "b.js": "", "c.js": ""})
    assert project.loads("/site/i.html") == {"/site/i.html", "/site/main.js", "/site/b.js"}
    assert project.loads("/site/j.html") == {"/site/j.html", "/site/main.js", "/site/c.js"}


def test_a_page_that_is_forgotten_takes_its_map_with_it() -> None:
    project, _ = documents({"i.html": page('{"imports": {"b": "./b.js"}}'), "main.js": "import 'b'", "b.js": ""})
    assert project.named("/site/i.html") >= {"/site/b.js"}
    project.forget("/site/i.html")
    assert project.modules.resolve("b", "/site/main.js") is None
