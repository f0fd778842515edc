"""Hostile and huge inputs: each ends, in a value or in an Unknown that names the bound, within a stated number of steps."""

from __future__ import annotations

import re

import pytest

from tests.program.reading import answers, answers_backwards, documents, schemas, tools
from webmcp_lint.program.aliases import MAX_WRITES, of_binding
from webmcp_lint.program.contexts import MAX_CONTEXTS, contexts
from webmcp_lint.program.values import TOO_DEEP, TOO_MANY_WAYS, TOO_MUCH
from webmcp_lint.program.work import MAX_ALLOWED, MAX_STEPS

DEEP = 100_000
DOUBLINGS = "; ".join(f"const a{n + 1} = {{x: a{n}, y: a{n}}}" for n in range(40))
TEXTS = "; ".join(f"const a{n + 1} = a{n} + a{n}" for n in range(40))
LISTS = "; ".join(f"const a{n + 1} = [...a{n}, ...a{n}]" for n in range(40))
ZOD = "import {z} from 'zod'; const a0 = z.object({x: z.string()}); " + "; ".join(
    f"const a{n + 1} = z.object({{x: a{n}, y: a{n}}})" for n in range(60)
)
CHAIN = "; ".join(f"const a{n + 1} = a{n}" for n in range(1_000))

ENDING = {
    "parentheses": "answer(" + "(" * DEEP + "1" + ")" * DEEP + ")",
    "arrays": "answer(" + "[" * DEEP + "]" * DEEP + ")",
    "objects": "answer(" + "{a:" * DEEP + "1" + "}" * DEEP + ")",
    "sums": "answer(" + "'a' + " * 10_000 + "'b')",
    "conditions": "answer(" + "x ? 1 : " * 10_000 + "2)",
    "arrows": "answer(" + "x => " * 10_000 + "2)",
    "calls": "answer(f" + "()" * 10_000 + ")",
    "members": "answer(x" + ".a" * 10_000 + ")",
    "functions": "function f(){" * 10_000 + "answer(1)" + "}" * 10_000,
    "blocks": "{" * DEEP + "answer(1)" + "}" * DEEP,
    "templates": "answer(" + "`${" * 10_000 + "1" + "}`" * 10_000 + ")",
    "elements": "answer(" + "<a>" * 10_000 + "</a>" * 10_000 + ")",
    "unclosed": "answer(" + "[{(" * 10_000,
    "patterns": "const " + "[" * 10_000 + "a" + "]" * 10_000 + " = x; answer(a)",
    "else": "".join(f"if (x == {n}) answer({n}); else " for n in range(5_000)) + "answer(0)",
    "angles": "answer(" + "a<b," * 30_000 + "1)",
    "comments without an end": "answer(1);" + "{ /* " * 60_000,
}

BOUNDED = {
    "a chain of constants": (f"const a0 = 1; {CHAIN}; answer(a1000)", TOO_DEEP),
    "texts that double": (f"const a0 = 'x'; {TEXTS}; answer(a40)", "a text that is too long"),
    "lists that double": (f"const a0 = [1]; {LISTS}; answer(a40.length)", "the length of a list"),
    "a long repetition": ("answer('x'.repeat(1e9).padStart(1e9))", "a text that is computed"),
    "mutual recursion": (
        "function f(n) { return g(n) + 1 } function g(n) { return f(n) + 1 } answer(f(1))",
        "recursion",
    ),
    "squares": (
        "const a = 9e15; " + "; ".join(f"const a{n + 1} = a{n} * a{n}" for n in range(40)) + "; answer(a40)",
        "arithmetic",
    ),
}


@pytest.mark.parametrize("source", ENDING.values(), ids=ENDING)
@pytest.mark.parametrize("name", ["main.js", "main.tsx"])
def test_deep_sources_end(name: str, source: str) -> None:
    assert len(answers({name: source})) <= 5_001


@pytest.mark.parametrize(("source", "reason"), BOUNDED.values(), ids=BOUNDED)
def test_growing_values_end_in_a_reason(source: str, reason: str) -> None:
    assert answers(source) == [f"⟨{reason}⟩"]


@pytest.mark.parametrize("source", [f"const a0 = 1; {DOUBLINGS}; answer(a20)", f"{ZOD}; answer(z.toJSONSchema(a20))"])
def test_values_that_share_their_parts_have_a_bounded_json(source: str) -> None:
    project, _ = documents(source)
    [schema] = schemas(source)
    assert "too large to follow" in str(schema)
    assert project.analysis.work.done <= MAX_STEPS


def test_long_keys_have_bounded_pointers() -> None:
    many = ", ".join(f"k{n}: 1" for n in range(1_000))
    [schema] = schemas(f"answer({{{'k' * 100_000}: {{{many}}}}})")
    assert "too large to follow" in str(schema)


def test_two_thousand_tools_in_one_list() -> None:
    listed = ", ".join(f"{{name: 't{n}', description: 'd'}}" for n in range(2_000))
    assert len(tools(f"for (const t of [{listed}]) navigator.modelContext.registerTool(t)")) == 2_000


def test_a_schema_that_takes_too_long_costs_no_names() -> None:
    steps = "".join(f"const f{n + 1} = (x) => [f{n}(x + 'a'), f{n}(x + 'b')]; " for n in range(15))
    schema = "{ properties: { x: { enum: f15('') } } }"
    listed = f"['a', 'b', 'c'].map((name) => ({{ name, description: 'D.', inputSchema: {schema} }}))"
    source = (
        f"const f0 = (x) => x; {steps} for (const each of {listed}) document.modelContext.registerTool({{ ...each }})"
    )
    assert tools(source) == ["a", "b", "c"]


def test_too_many_ways_say_so() -> None:
    numbers = ", ".join(map(str, range(60)))
    source = f"const l = [{numbers}]; for (const a of l) for (const b of l) for (const c of l) answer([a, b, c])"
    found = answers(source)
    assert len(found) <= MAX_CONTEXTS + 120
    assert f"⟨{TOO_MANY_WAYS}⟩" in "".join(found)


def test_a_wrapper_called_by_many_wrappers() -> None:
    levels = "".join(f"function f{n}(t) {{ {f'f{n - 1}(t);' * 3} }}" for n in range(1, 9))
    source = (
        f"function f0(t) {{ navigator.modelContext.registerTool(t) }} {levels} f8({{name: 'a'}}); f8({{name: 'b'}})"
    )
    assert tools(source)[:2] == ["a", "b"]


def test_an_object_that_many_functions_hand_on_to_each_other() -> None:
    def body(n: int) -> str:
        return f"function f{n}(o) {{ o.a{n} = {n}; {' '.join(f'f{other}(o);' for other in range(40) if other != n)} }}"

    project, [path] = documents(" ".join(map(body, range(40))) + "; const x = {}; f0(x)")
    tree = project.trees(path)[0]
    assert 0 < len(of_binding(project.analysis, tree.root.bindings["x"])) <= MAX_WRITES


def test_work_is_bounded_for_each_question() -> None:
    source = "function f(n) { return [f(n + 1), f(n + 2), f(n + 3)].map(g) } const g = x => f(x); answer(f(0))"
    project, [path] = documents(source)
    [call] = project.trees(path)[0].calls["answer"]
    argument = call.fields["arguments"].children[0]
    project.analysis.begin()
    for env in contexts(project.analysis, [argument], {}):
        project.analysis.value(argument, env)
    assert project.analysis.work.done <= MAX_STEPS + MAX_ALLOWED + 1


def test_a_question_without_work_left_says_so() -> None:
    wide = "".join(
        f"const v{n} = w{n}(v{n - 1}); function w{n}(x) {{ return {{...x, a{n}: 1}} }}" for n in range(1, 40)
    )
    source = f"const v0 = {{}}; {wide} const list = [{'v39,' * 4000}]; answer(list.map(v => Object.keys(v).map(k => k + v[k])).length)"
    assert answers(source) in ([f"⟨{TOO_MUCH}⟩"], ["4000"])


CYCLES = [
    "const a = {...b, x: 1}, b = {...c, y: 2}, c = {...a, z: 3}; answer(a); answer(b); answer(c)",
    "const a = x ? b : 1, b = x ? c : 2, c = x ? a : 3; answer([a, b, c]); answer([c, b, a])",
    "function f(n) { return n > 1 ? n : f(X) } const X = f(0), Y = f(2); answer(X); answer(Y); answer(f(1))",
    "const a = () => b(), b = () => c() || 1, c = () => a(); answer(a()); answer(b()); answer(c())",
]


@pytest.mark.parametrize("source", CYCLES)
def test_answers_do_not_hang_on_the_order_of_questions(source: str) -> None:
    def parts(found: list[str]) -> list[set[str]]:
        # Which of two bounds cuts a cycle may differ
        return [set(re.sub("⟨.*?⟩", "⟨⟩", each).split(" | ")) for each in found]

    assert parts(answers(source)) == parts(answers_backwards(source))


def test_depth_does_not_hang_on_what_was_asked_before() -> None:
    source = f"const a0 = 1; {CHAIN}; answer(a60); answer(a120); answer(a1000)"
    assert answers(source) == answers_backwards(source)
