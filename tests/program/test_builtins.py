"""What the language's own functions give."""

from __future__ import annotations

import pytest

from tests.program.reading import answers, documents

OBJECTS = [
    ("Object.freeze({a: 1})", "{a: 1}"),
    ("Object.seal(Object.preventExtensions({a: 1}))", "{a: 1}"),
    ("Object.assign({a: 1}, {b: 2}, null, {a: 3})", "{a: 3, b: 2}"),
    ("Object.assign({a: 1}, x())", "{a: 1, ...⟨a spread that is not followed⟩}"),
    ("Object.keys({b: 1, a: 2, 1: 3, 0: 4})", '["0", "1", "b", "a"]'),
    ("Object.values({b: 1, a: 2})", "[1, 2]"),
    ("Object.entries({a: 1})", '[["a", 1]]'),
    ("Object.entries({a: 1}).map(([key, value]) => ({key, value}))", '[{key: "a", value: 1}]'),
    ("Object.fromEntries([['a', 1], ['b', 2]])", "{a: 1, b: 2}"),
    ("Object.fromEntries(Object.entries({a: 1}).map(([k, v]) => [k + '!', v + 1]))", "{a!: 2}"),
    ("Object.fromEntries([[x(), 1]])", "{...⟨a computed key⟩}"),
    ("Object.fromEntries(new Map([['a', 1]]))", "{a: 1}"),
    ("Object.keys([7, 8])", '["0", "1"]'),
    ("Object.create(null)", "{}"),
    ("({a: 1}).hasOwnProperty('a')", "true"),
    ("Object.hasOwn({a: 1}, 'b')", "false"),
    ("structuredClone({a: [1]})", "{a: [1]}"),
    ("JSON.parse(JSON.stringify({a: 1}))", "{a: 1}"),
    ("""JSON.parse('{"a": [1, null]}')""", "{a: [1, null]}"),
    ("JSON.parse('{')", "⟨a JSON text that cannot be read⟩"),
    ("JSON.parse(x)", "⟨JSON that is parsed at run time⟩"),
    ("JSON.stringify('a')", '"\\"a\\""'),
    ("window.Object.keys({a: 1})", '["a"]'),
]

LISTS = [
    ("[1, 2].map(n => n * 2)", "[2, 4]"),
    ("[1, 2].map((n, i) => i)", "[0, 1]"),
    ("[1, 2, 3].filter(n => n > 1)", "[2, 3]"),
    ("[1, x(), 2].filter(n => n !== 1)", "[external :x, 2]"),
    ("[0, 1, null, 'a'].filter(Boolean)", '[1, "a"]'),
    ("[[1, 2], 3].flat()", "[1, 2, 3]"),
    ("[1, 2].flatMap(n => [n, n])", "[1, 1, 2, 2]"),
    ("[1].concat([2, 3], 4)", "[1, 2, 3, 4]"),
    ("[1, 2, 3].slice(1)", "[2, 3]"),
    ("[1, 2, 3].slice(-2, -1)", "[2]"),
    ("[1, 2, 3].slice(undefined, 2)", "[1, 2]"),
    ("[3, 1].toReversed()", "[1, 3]"),
    ("[1, 2].at(-1)", "2"),
    ("[{a: 1}, {a: 2}].find(o => o.a === 2)", "{a: 2}"),
    ("[{a: 1}].find(o => o.a === 2)", "undefined"),
    ("[1, 2].some(n => n > 1)", "true"),
    ("[1, 2].every(n => n > 1)", "false"),
    ("[1, 2].findIndex(n => n > 1)", "1"),
    ("['a', 'b'].join()", '"a,b"'),
    ("['a', null, 'b'].join(' ')", '"a  b"'),
    ("[1, 2].includes(2)", "true"),
    ("['a'].indexOf('b')", "-1"),
    ("[1, 2].reduce((sum, n) => sum + n, 0)", "3"),
    ("[1, 2].reduce((sum, n) => sum + n)", "3"),
    ("['a', 'b'].reduce((o, k) => ({...o, [k]: 1}), {})", "{a: 1, b: 1}"),
    ("[...['a', 'b'].entries()]", '[[0, "a"], [1, "b"]]'),
    ("[...['a', 'b'].keys()]", "[0, 1]"),
    ("Array.from([1, 2])", "[1, 2]"),
    ("Array.from({length: 2}, (_, i) => i + 1)", "[1, 2]"),
    ("Array.from(new Set(['a', 'a']))", '["a"]'),
    ("Array.of(1, 2)", "[1, 2]"),
    ("Array.isArray([])", "true"),
    ("new Array(1, 2)", "[1, 2]"),
    ("[...x(), 1].map(n => n)", "[1, ...⟨a spread that is not followed⟩]"),
    ("[...x(), 1].length", "⟨the length of a list⟩"),
    ("[...x(), 1][0]", "⟨a spread that is not followed⟩"),
    ("[1, ...x()][0]", "⟨a spread that is not followed⟩"),
    ("[1, 2, 3].with(1, 9)", "[1, 9, 3]"),
]

COLLECTIONS = [
    ("new Map([['a', 1]])", 'Map{"a" => 1}'),
    ("new Map([['a', 1]]).get('a')", "1"),
    ("new Map([['a', 1]]).get('b')", "undefined"),
    ("new Map([['a', 1]]).has('a')", "true"),
    ("new Map(Object.entries({a: 1})).size", "1"),
    ("new Map([['a', 1], ['a', 2]]).get('a')", "2"),
    ("[...new Map([['a', 1]]).values()]", "[1]"),
    ("[...new Map([['a', 1]]).keys()]", '["a"]'),
    ("[...new Map([['a', 1]]).entries()]", '[["a", 1]]'),
    ("new Set(['a', 'b', 'a'])", 'Set{"a", "b"}'),
    ("[...new Set([JSON.parse(a), 1])].length", "⟨the length of a list⟩"),
    ("[...new Set([JSON.parse(a)])].length", "1"),
    ("new Set(['a', c ? 'a' : 'b'])", 'Set{"a", ...⟨an element of several values⟩}'),
    ("[...new Set([c ? {a: 1} : {a: 2}, {a: 1}])].length", "2"),
    ("new Set(x())", "Set{...⟨entries that are not followed⟩}"),
    ("[...new Set([{t: 'a'}, {t: 'b'}, {t: 'a'}].map(o => o.t))]", '["a", "b"]'),
]

TEXTS = [
    ("'Ab'.toLowerCase()", '"ab"'),
    ("'Ab'.toUpperCase()", '"AB"'),
    ("' a '.trim()", '"a"'),
    ("' a '.trimStart()", '"a "'),
    ("'abc'.slice(1)", '"bc"'),
    ("'abc'.slice(-2)", '"bc"'),
    ("'abc'.substring(2, 1)", '"b"'),
    ("'abc'.substring(-1)", '"abc"'),
    ("'abc'.charAt(1)", '"b"'),
    ("'a-b-c'.split('-')", '["a", "b", "c"]'),
    ("'a-b'.split('-', 1)", '["a"]'),
    ("'a.b.c'.replace('.', '_')", '"a_b.c"'),
    ("'a.b.c'.replaceAll('.', '_')", '"a_b_c"'),
    ("'a b c'.replace(/ /g, '_')", '"a_b_c"'),
    ("'a b c'.replace(/[a-z]/, '_')", "⟨a text that is computed⟩"),
    ("'a'.replace('a', '$&')", "⟨a text that is computed⟩"),
    ("'a'.concat('b', 1)", '"ab1"'),
    ("'ab'.repeat(2)", '"abab"'),
    ("'a'.repeat(1e9)", "⟨a text that is computed⟩"),
    ("'a'.padStart(3, '0')", '"00a"'),
    ("'abc'.startsWith('ab')", "true"),
    ("'abc'.includes('x')", "false"),
    ("'abc'.indexOf('c')", "2"),
    ("'abc'.at(-1)", '"c"'),
    ("'😀a'.slice(2)", '"a"'),
    ("(1.50).toString()", '"1.5"'),
    ("String(1)", '"1"'),
    ("Number('12')", "12"),
    ("parseInt('12', 10)", "12"),
    ("'a' .concat(x())", "⟨a text made of unknown parts⟩"),
]

PROMISES = [
    ("await Promise.resolve(1)", "1"),
    ("await Promise.all([1, Promise.resolve(2)])", "[1, 2]"),
    ("await (async () => 1)()", "1"),
    ("await Promise.resolve(1).then(n => n + 1)", "2"),
]


@pytest.mark.parametrize(("source", "expected"), [*OBJECTS, *LISTS, *COLLECTIONS, *TEXTS, *PROMISES])
def test_a_builtin_gives(source: str, expected: str) -> None:
    assert answers(f"answer({source})") == [expected]


@pytest.mark.parametrize(
    ("expression", "place"),
    [
        ("'a'.trim()", "'a'"),
        ("'a'.toLowerCase()", "'a'"),
        ("'a'.replace('x', 'y')", "'a'"),
        ("'a b'.slice(0, 9)", "'a b'"),
        ("' a'.trim()", "' a'.trim()"),
        ("'A'.toLowerCase()", "'A'.toLowerCase()"),
        ("'x'.replace('x', 'y')", "'x'.replace('x', 'y')"),
    ],
)
def test_a_text_that_a_method_leaves_as_it_is_stands_where_it_did(expression: str, place: str) -> None:
    project, _ = documents(f"answer({expression})")
    (tree,) = project.trees("/site/main.js")
    (call,) = tree.calls["answer"]
    assert project.analysis.value(call.fields["arguments"].children[0], {}).node.text == place
