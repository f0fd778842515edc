"""What the modules that import something write into it, where there are too many to parse them all."""

from __future__ import annotations

import pytest

from tests.program.reading import answers, documents, shown
from webmcp_lint.program.importers import MAX_IMPORTERS


def _answer(kept: str, used: str, written: str) -> str:
    """Return what `kept` answers, used by so many modules that the last one, `written`, is not parsed for it."""
    readers = {f"reader{number:03}.js": used for number in range(MAX_IMPORTERS)}
    project, [path, *_] = documents({"kept.js": kept, **readers, "written.js": written})
    [tree] = project.trees(path)
    [call] = tree.calls["answer"]
    return shown(project.analysis, project.analysis.value(call.fields["arguments"].children[0], {}))


@pytest.mark.parametrize(
    "write",
    [
        "kept.a = 2",
        "kept['a'] = 2",
        "kept.a += 1",
        "kept.a ??= 1",
        "kept.a++",
        "kept.b.push(1)",
        "delete kept.a",
        "Object.assign(kept, { a: 2 })",
    ],
)
def test_what_may_be_written_there_is_unknown(write: str) -> None:
    kept = "export const kept = { a: 1, b: [] }; answer(kept.a)"
    answer = _answer(kept, "import { kept } from './kept.js'; kept.a;", f"import {{ kept }} from './kept.js'; {write}")
    assert answer == "1 | ⟨what one of too many files that import it may write⟩"


def test_a_list_may_hold_more() -> None:
    kept = "const kept = []; export default kept; answer(kept)"
    used = "import kept from './kept.js'; kept.length;"
    written = "import tools from './kept.js'; tools.push(1);"
    assert _answer(kept, used, written) == "[...⟨what one of too many files that import it may write⟩]"
    # What is parsed already costs nothing
    readers = {f"reader{number:03}.js": used for number in range(MAX_IMPORTERS)}
    assert answers({"kept.js": kept, **readers, "written.js": f"{written} answer(tools)"})[-1] == "[1]"


@pytest.mark.parametrize("read", ["use(kept.a)", "if (kept.a === 2) {}", "const f = kept => kept.a", "other.a = 2"])
def test_what_is_only_read_there_stays_known(read: str) -> None:
    kept = "export const kept = { a: 1 }; answer(kept.a)"
    answer = _answer(kept, "import { kept } from './kept.js'; kept.a;", f"import {{ kept }} from './kept.js'; {read}")
    assert answer == "1"
