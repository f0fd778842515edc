"""What the actions of stores do, however a function comes by them, and that the state of a store is not known."""

from __future__ import annotations

import pytest

from tests.program.reading import answers
from tests.program.test_effects import kinds

ACTIONS = """{
    tasks: [],
    isOpen: false,
    remove: async (id) => { await fetch(`/api/tasks/${id}`, { method: "DELETE" }); get().forget(id); },
    forget: (id) => set((state) => ({ tasks: state.tasks.filter((each) => each.id !== id) })),
    add: (task) => { get().tasks.push(task) },
    show: () => set({ isOpen: true, activeTab: "tasks" }),
    log: () => set({ lastSeen: 1 }),
    list: () => get().tasks,
}"""


@pytest.mark.parametrize(
    ("made", "called", "expected"),
    [
        (f"create((set, get) => ({ACTIONS}))", "store.getState().remove(1)", "request state"),
        (f"create((set, get) => ({ACTIONS}))", "store.getState().forget(1)", "state"),
        (f"create((set, get) => ({ACTIONS}))", "store.getState().add(1)", "state"),
        (f"create((set, get) => ({ACTIONS}))", "store.getState().show()", "view"),
        (f"create((set, get) => ({ACTIONS}))", "store.getState().log()", "bookkeeping"),
        (f"create((set, get) => ({ACTIONS}))", "store.getState().list()", ""),
        (f"create((set, get) => ({ACTIONS}))", "store.getState().tasks", ""),
        (f"create((set, get) => ({ACTIONS}))", "store.getState().other()", "unknown"),
        (f"create((set, get) => ({ACTIONS}))", "const { remove } = store.getState(); remove(1)", "request state"),
        (f"create((set, get) => ({ACTIONS}))", "store((state) => state.forget)(1)", "state"),
        (f"create((set, get) => ({ACTIONS}))", "store.setState({ tasks: [] })", "state"),
        (f"create((set, get) => ({ACTIONS}))", "store.setState({ isOpen: true })", "view"),
        (f"create()((set, get) => ({ACTIONS}))", "store.getState().forget(1)", "state"),
        (
            f"create()(devtools(persist((set, get) => ({ACTIONS}), {{ name: 'tasks' }})))",
            "store.getState().forget(1)",
            "state",
        ),
        (f"createStore((set, get) => ({ACTIONS}))", "store.getState().forget(1)", "state"),
        ("create((set) => ({ ...slice(set) }))", "store.getState().rename('a')", "state"),
        (
            "create((set) => ({ all: [], actions: { clear: () => set({ all: [] }) } }))",
            "store.getState().actions.clear()",
            "state",
        ),
        ("create(shape)", "store.getState().actions.clear()", "unknown"),
        ("create(shape)", "store.getState().forget(1)", "unknown"),
        ("create(shape)", "const forget = store((state) => state.forget); forget(1)", "unknown"),
    ],
)
def test_zustand(made: str, called: str, expected: str) -> None:
    page = f"""
        import {{ create, createStore }} from "zustand";
        import {{ devtools, persist }} from "zustand/middleware";
        const slice = (set) => ({{ rename: (name) => set({{ name }}) }});
        const store = {made};
        answer(() => {{ return {called} }});
    """
    page = page if not called.startswith("const ") else page.replace("return ", "")
    assert kinds(page) == expected


def test_actions_that_a_component_takes_out_of_a_store() -> None:
    files = {
        "store.js": f"import {{ create }} from 'zustand'; export const useStore = create((set, get) => ({ACTIONS}));",
        "page.jsx": "import { useStore } from './store.js';\n"
        "export function Page() { const remove = useStore((s) => s.remove); const { forget } = useStore();\n"
        "  answer(() => { remove(1); forget(2); }); }",
    }
    assert kinds(files) == "request state"


@pytest.mark.parametrize(
    ("made", "called", "expected"),
    [
        (
            "defineStore('tasks', { actions: { async remove() { await fetch('/a', { method: 'DELETE' }); this.all = []; } } })",
            "useTasks().remove(1)",
            "request state",
        ),
        (
            "defineStore({ id: 'tasks', actions: { remove(id) { this.forget(id) }, forget() { localStorage.clear() } } })",
            "const store = useTasks(); store.remove(1)",
            "storage",
        ),
        (
            "defineStore('tasks', () => { const all = ref([]); const forget = () => { all.value = [] }; return { all, forget } })",
            "useTasks().forget()",
            "state",
        ),
        ("defineStore('tasks', { actions: { list() { return this.tasks } } })", "useTasks().list()", ""),
        ("defineStore('tasks', { actions: {} })", "useTasks().tasks.push(1)", "state"),
        ("defineStore('tasks', described)", "useTasks().forget()", "unknown"),
    ],
)
def test_pinia(made: str, called: str, expected: str) -> None:
    page = f"import {{ ref }} from 'vue'; import {{ defineStore }} from 'pinia'; const useTasks = {made};"
    assert kinds(f"{page} answer(() => {{ {called} }});") == expected


def test_the_state_of_a_store_is_not_what_it_begins_with() -> None:
    zustand = "import { create } from 'zustand'; const store = create(() => ({ tools: [], name: 'a', run: () => 1 }));"
    assert answers(f"{zustand} answer(store.getState().tools); answer(store.getState().run());") == [
        "⟨the state of a store⟩",
        "1",
    ]
    pinia = "import { defineStore } from 'pinia'; const use = defineStore('a', () => ({ tools: [], run: () => 1 }));"
    assert answers(f"{pinia} answer(use().tools); answer(use().run());") == ["⟨the state of a store⟩", "1"]


def test_a_store_that_is_made_of_itself_ends() -> None:
    page = "import { create } from 'zustand'; const store = create((set, get) => ({ ...get(), ...store.getState() }));"
    assert kinds(f"{page} answer(() => store.getState().a())") == "unknown"


@pytest.mark.parametrize(
    ("called", "expected"),
    [
        ("store.dispatch(slice.actions.remove(1))", "state"),
        ("const { show } = slice.actions; store.dispatch(show(1))", "view"),
        ("store.dispatch(forget(1))", "state storage"),
        ("store.dispatch(send(1))", "state request"),
        ("store.dispatch(unknown(1))", "state unknown"),
        ("store.getState().tasks", ""),
    ],
)
def test_redux(called: str, expected: str) -> None:
    page = """
        import { configureStore, createAsyncThunk, createSlice } from "@reduxjs/toolkit";
        const slice = createSlice({ name: "tasks", initialState: [], reducers: { remove(state, action) { state.pop() } } });
        const store = configureStore({ reducer: { tasks: slice.reducer } });
        const forget = (id) => async (dispatch) => { localStorage.clear() };
        const send = createAsyncThunk("tasks/send", async (id) => { await fetch(`/api/${id}`, { method: "PUT" }) });
    """
    assert kinds(f"{page} answer(() => {{ {called} }});") == expected
