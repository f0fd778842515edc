"""What a function answers on its ways out."""

from __future__ import annotations

import pytest

from tests.program.reading import documents
from webmcp_lint.program.results import Results, results
from webmcp_lint.program.values import Function


def answered(source: str) -> Results | None:
    """Return what the function answers that `answer` is called with."""
    project, paths = documents(source)
    (tree,) = project.trees(paths[0])
    project.analysis.begin()
    function = project.analysis.value(tree.calls["answer"][0].fields["arguments"].children[0], {})
    assert isinstance(function, Function)
    return results(project.analysis, function)


@pytest.mark.parametrize(
    ("function", "answers", "throws", "falls_through"),
    [
        ("() => 1", 1, 0, False),
        ("() => { f() }", 0, 0, True),
        ("() => { if (x) return 1 }", 1, 0, True),
        ("() => { if (x) return; return 1 }", 2, 0, False),
        ("(input) => { if (!input || typeof input !== 'object') return; return 1 }", 1, 0, False),
        ("(input) => { if (!input.a || Object.keys(input).length === 0) return; return 1 }", 2, 0, False),
        ("() => { try { return 1 } catch { return 2 } }", 2, 0, False),
        ("() => { try { return 1 } catch { log() } }", 1, 0, True),
        ("() => { throw 1 }", 0, 1, False),
        ("() => { try { throw 1 } catch { return 2 } }", 1, 0, False),
        ("() => { try { throw 1 } finally { f() } }", 0, 1, False),
        ("() => { f(() => { throw 1 }); return () => { return 2 } }", 1, 0, False),
        ("() => { switch (x) { case 1: return 1; default: return 2 } }", 2, 0, False),
    ],
)
def test_ways_out(function: str, answers: int, throws: int, falls_through: bool) -> None:  # noqa: FBT001
    found = answered(f"answer({function})")
    assert found is not None
    assert (len(found.answers), len(found.throws), found.falls_through) == (answers, throws, falls_through)


def test_a_generator_is_left_alone() -> None:
    assert answered("answer(function* () { yield 1 })") is None


def test_only_branches_that_the_call_decides_are_left_out() -> None:
    found = answered("const make = (kind) => () => { if (kind === 'a') return 1; return 2; }; answer(make('a'))")
    assert found is not None
    assert len(found.answers) == 1
    found = answered("const state = { list: [] }; answer(() => { if (!state.list.length) return 1; return 2; })")
    assert found is not None
    assert len(found.answers) == 2


@pytest.mark.parametrize(
    ("expression", "lost"),
    [
        ("fetch('/x')", "response"),
        ("{ data: await fetch('/x') }", "response"),
        ("(await fetch('/x')).json()", ""),
        ("document.querySelector('p')", "element"),
        ("{ el: document.body }", "element"),
        ("new Map()", "collection"),
        ("JSON.stringify(new Set([1]))", "collection"),
        ("JSON.stringify(new Set([1]), replace)", ""),
        ("{ form: new FormData(form) }", "collection"),
        ("[...new Set([1])]", ""),
        ("{ n: 1n }", "bigint"),
        ("1n", ""),
        ("Symbol('x')", "symbol"),
        ("() => 1", "function"),
        ("{ run() {}, n: 1 }", ""),
        ("new Error('x')", "error"),
        ("{ list: load() }", "promise"),
        ("{ list: await load() }", ""),
        ("load()", ""),
        ("{ map: new Map(), toJSON() { return 1 } }", ""),
        ("new Date()", ""),
        ("unknown()", ""),
    ],
)
def test_what_has_no_json(expression: str, lost: str) -> None:
    source = f"const load = async () => 1; answer(async () => ({expression}))"
    found = answered(source)
    assert found is not None
    assert [kind for kind, _ in found.lost] == lost.split()


@pytest.mark.parametrize(
    ("handler", "lost"),
    [
        ("return error", "error"),
        ("return { error }", "error"),
        ("return { failed: error }", "error"),
        ("return JSON.stringify({ error: error })", "error"),
        ("return { error: error.message }", ""),
        ("return { error: String(error) }", ""),
        ("return { error: `${error}` }", ""),
    ],
)
def test_errors_that_are_caught(handler: str, lost: str) -> None:
    found = answered(f"answer(() => {{ try {{ f() }} catch (error) {{ {handler} }} }})")
    assert found is not None
    assert [kind for kind, _ in found.lost] == lost.split()


@pytest.mark.parametrize(
    ("body", "is_swallowed"),
    [
        ("try { await f() } catch { } return 1", True),
        ("try { await f() } catch (e) { console.error(e) } return 1", True),
        ("try { f() } catch { } return 1", False),
        ("try { await f() } catch (e) { failed = e } return 1", False),
        ("try { await f() } catch { return 0 } return 1", False),
        ("try { await f() } catch { } f(); return 1", False),
    ],
)
def test_failures_that_are_passed_over(body: str, is_swallowed: bool) -> None:  # noqa: FBT001
    found = answered(f"answer(async () => {{ {body} }})")
    assert found is not None
    assert bool(found.swallowed) == is_swallowed
