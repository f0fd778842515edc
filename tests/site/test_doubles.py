"""A tool that a form of a component declares, and that the component has a script register as well."""

from __future__ import annotations

import pytest

from webmcp_lint.site.scripts import read_scripts
from webmcp_lint.source import SourceFile

TOOL = "{ name: 'find', description: 'Find it.', execute: () => 1 }"
REGISTERS = f"export function add() {{ document.modelContext?.registerTool({TOOL}); }}"
FORM = "<form toolname='find' tooldescription='Find it.'><input name='q' /></form>"
EFFECT = "useEffect(() => { add(); }, []);"
IMPORTS = "import { useEffect } from 'react'; import { add } from './add.js';"


def found(**sources: str) -> list[tuple[str | None, str]]:
    """Return the names of the doubles with the file that holds the form."""
    paths = {name.replace("_", "."): text for name, text in sources.items()}
    files = {path: SourceFile(path, text) for path, text in paths.items()}
    surface = read_scripts(list(files), [], list(files), files.get)
    return [(script.label, form.location.file.path) for each in surface.files.values() for form, script in each.doubles]


@pytest.mark.parametrize(
    ("main", "is_double"),
    [
        (f"{IMPORTS} function Find() {{ {EFFECT} return {FORM}; }}", True),
        (
            f"{IMPORTS} function Find() {{ useEffect(() => {{ if (!wanted()) return; add(); }}, []); return {FORM}; }}",
            False,
        ),
        (f"{IMPORTS} function Find() {{ return {FORM}; }} function Other() {{ {EFFECT} return <p />; }}", False),
        (f"{IMPORTS} function Find() {{ {EFFECT} return {FORM.replace('find', 'other')}; }}", False),
        (
            f"import {{ useWebMCP }} from 'use-webmcp-tool'; function Find() {{ useWebMCP({TOOL}); return {FORM}; }}",
            True,
        ),
    ],
)
def test_react(main: str, *, is_double: bool) -> None:
    assert found(main_jsx=main, add_js=REGISTERS) == ([("find", "main.jsx")] if is_double else [])


def test_a_component_of_one_file_is_all_of_it() -> None:
    script = "<script>import { add } from './add.js'; add();</script>"
    assert found(find_astro=f"---\n---\n{FORM}{script}", add_js=REGISTERS) == [("find", "find.astro")]
    assert found(find_astro=f"---\n---\n{FORM}", other_astro=f"---\n---\n{script}", add_js=REGISTERS) == []


def test_functions_on_the_way() -> None:
    between = "import { add } from './add.js'; export const start = () => { tools.forEach(() => add()); };"
    main = f"import {{ start }} from './start.js'; function Find() {{ onMount(() => start()); return {FORM}; }}"
    assert found(main_jsx=main, start_js=between, add_js=REGISTERS) == [("find", "main.jsx")]
