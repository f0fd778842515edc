"""What React, Vue, Svelte, Astro and Angular do with what they are given."""

from __future__ import annotations

import pytest

from tests.program.reading import answers

REACT = [
    ("const v = useMemo(() => ({a: 1}), []); answer(v)", ["{a: 1}"]),
    ("const f = useCallback(n => n + 1, []); answer(f(1))", ["2"]),
    ("const f = useCallback(n => answer(n), []); f(1)", ["1"]),
    ("const r = useRef({a: 1}); answer(r.current)", ["{a: 1}"]),
    ("const r = useRef(null); r.current = 1; answer(r.current)", ["1"]),
    ("const [s] = useState({a: 1}); answer(s)", ["{a: 1}"]),
    ("const [s] = useState(() => [1]); answer(s)", ["[1]"]),
    ("const [s] = useState([]); answer(s)", ["external react:useState.state"]),
    ("useEffect(() => { answer(1) }, [])", ["1"]),
    ("useEffect(() => { for (const n of [1, 2]) answer(n) }, [])", ["1", "2"]),
    ("const T = ({n}) => { answer(n) }; const x = <T n={1}/>", ["1"]),
    ("function T(props) { answer(props.n) } const x = <T n='a'></T>", ['"a"']),
    ("function T({n, m = 2}) { answer([n, m]) } const x = <T n/>", ["[true, 2]"]),
    ("function T({n}) { answer(n) } const x = [1, 2].map(n => <T key={n} n={n}/>)", ["1", "2"]),
    ("function T({n}) { answer(n) } const p = {n: 1}, x = <T {...p}/>", ["1"]),
    ("const T = memo(({n}) => { answer(n) }); const x = <T n={1}/>", ["1"]),
    ("const T = memo(function T({n}) { answer(n) }); const x = <T n={1}/>", ["1"]),
    ("function useThing(n) { useEffect(() => { answer(n) }) } function A() { useThing(1) } function B() { useThing(2) }",
     ["1", "2"]),
]  # fmt: skip

COMPONENTS = [
    ({"A.vue": "<template><p/></template><script setup lang='ts'>const a: number = 1; answer(a)</script>"}, ["1"]),
    ({"A.vue": "<script>import {ref} from 'vue'; const a = ref(1); answer(a.value)</script>"}, ["1"]),
    ({"A.vue": "<script>import {computed} from 'vue'; answer(computed(() => 1).value)</script>"}, ["1"]),
    ({"A.vue": "<script>export const b = 1</script><script setup>answer(b)</script>"}, ["1"]),
    ({"A.vue": "<script setup>import {b} from './b'; answer(b)</script>", "b.ts": "export const b = 1"}, ["1"]),
    ({"A.svelte": "<script lang='ts'>let a = 1; answer(a)</script><p>{a}</p>"}, ["1"]),
    ({"A.astro": "---\nconst a = 1\nanswer(a)\n---\n<p>{a}</p>"}, ["1"]),
    ({"a.ts": "import {inject, DOCUMENT} from '@angular/core'; answer(inject(DOCUMENT))"}, ["external :document"]),
]

CONTEXTS = [
    ({"app.jsx": "import {Board} from './board'; const a = <Board.Provider value={{n: 1}} />"}, ["1"]),
    ({"app.jsx": "import {Board} from './board'; const a = <Board value={{n: 1}} />"}, ["1"]),
    ({"app.jsx": "import {Board as B} from './board'; const a = <B value={{n: 1}} />"}, ["1"]),
    ({"app.jsx": "import * as b from './board'; const a = <b.Board value={{n: 1}} />"}, ["1"]),
    ({"app.js": "import {Board} from './board'; React.createElement(Board.Provider, {value: {n: 1}}, child)"}, ["1"]),
    ({"app.js": "import {Board} from './board'; const value = {n: 1}; createElement(Board, {value})"}, ["1"]),
    ({"app.js": "import {Board} from './board'; createElement(Board.Provider, given)"}, None),
    ({"app.js": "import {Board} from './board'; createElement(Board.Provider, {value: {n: 1}}); createElement(Board, given)"}, None),
    ({"app.js": "import {Board} from './board'; createElement(Board.Consumer, {value: {n: 1}})"}, None),
    ({"app.jsx": "import {Board} from '.'; const a = <Board.Provider value={{n: 1}} />", "index.js": "export * from './board'"}, ["1"]),
    ({"app.jsx": "import {B} from '.'; const a = <B value={{n: 1}} />", "index.js": "export {Board as B} from './board'"}, ["1"]),
    ({"app.jsx": "import {Board} from '.'; const a = <Board value={{n: 1}} />", "index.js": "export * from './all'",
      "all.js": "export * from './board'"}, ["1"]),
    ({"app.jsx": "import {Board} from './board'; const a = <Board value={{n: 1}} />",
      **{f"{n}.jsx": "import {useN} from './board'; useN()" for n in range(30)}}, ["1"]),
    ({f"{n}.jsx": "import {Board} from './board'; const a = <Board value={{n: 1}} />" for n in range(30)}, None),
]  # fmt: skip


@pytest.mark.parametrize(("sources", "expected"), CONTEXTS)
def test_a_context_of_react(sources: dict[str, str], expected: list[str] | None) -> None:
    board = "import {createContext, useContext} from 'react'; export const Board = createContext(); export const useN = () => useContext(Board).n;"
    page = {"board.js": board, "page.js": "import {useN} from './board'; answer(useN())"}
    assert answers({**page, **sources}) == (expected or ["external react:useContext.().n"])


@pytest.mark.parametrize(("source", "expected"), REACT)
def test_react(source: str, expected: list[str]) -> None:
    hooks = "import {useMemo, useCallback, useRef, useState, useEffect, memo} from 'react';\n"
    assert answers({"main.jsx": hooks + source}) == expected


@pytest.mark.parametrize(("sources", "expected"), COMPONENTS)
def test_a_component(sources: dict[str, str], expected: list[str]) -> None:
    assert answers(sources) == expected


def test_hooks_are_known_by_their_package_not_by_their_name() -> None:
    renamed = "import {useMemo as m} from 'react'; import * as R from 'react'; answer([m(() => 1), R.useMemo(() => 2)])"
    assert answers(renamed) == ["[1, 2]"]
    assert answers("import {useMemo} from './mine'; answer(useMemo(() => 1))") == ["external ./mine:useMemo"]
