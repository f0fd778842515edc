"""Values across files: ES modules, CommonJS, JSON, and what a specifier means."""

from __future__ import annotations

import pytest

from tests.program.reading import answers
from webmcp_lint.program.resolution import Resolver

IMPORTS = [
    {"a.js": "import {b} from './b.js'; answer(b)", "b.js": "export const b = 1"},
    {"a.js": "import {b} from './b'; answer(b)", "b.js": "export const b = 1"},
    {"a.js": "import {x as b} from './b.js'; answer(b)", "b.js": "const y = 1; export {y as x}"},
    {"a.js": "import b from './b.js'; answer(b)", "b.js": "export default 1"},
    {"a.js": "import b from './b.js'; answer(b)", "b.js": "const c = 1; export default c"},
    {"a.js": "import b from './b.js'; answer(b)", "b.js": "const c = 1; export {c as default}"},
    {"a.js": "import b from './b.js'; answer(b())", "b.js": "export default function () { return 1 }"},
    {"a.js": "import {default as b} from './b.js'; answer(b)", "b.js": "export default 1"},
    {"a.js": "import * as m from './b.js'; answer(m.b)", "b.js": "export const b = 1"},
    {"a.js": "import * as m from './b.js'; answer(m['b'])", "b.js": "export let b = 1"},
    {"a.js": "import c, {b} from './b.js'; answer(b - c)", "b.js": "export const b = 2; export default 1"},
    {"a.js": "import {'x-y' as b} from './b.js'; answer(b)", "b.js": "const c = 1; export {c as 'x-y'}"},
    {"a.js": "const m = await import('./b.js'); answer(m.b)", "b.js": "export const b = 1"},
    {"a.js": "import('./b.js').then(m => m.b).then(b => answer(b)); answer(1)", "b.js": "export const b = 1"},
    {"a.js": "import {b} from './i.js'; answer(b)", "i.js": "export {b} from './b.js'", "b.js": "export const b = 1"},
    {"a.js": "import {c} from './i.js'; answer(c)", "i.js": "export {b as c} from './b.js'", "b.js": "export const b = 1"},
    {"a.js": "import {b} from './i.js'; answer(b)", "i.js": "export * from './b.js'", "b.js": "export const b = 1"},
    {"a.js": "import {b} from './i.js'; answer(b)", "i.js": "export * from './a.js'; export * from './b.js'", "b.js": "export * from './i.js'; export const b = 1"},
    {"a.js": "import {n} from './i.js'; answer(n.b)", "i.js": "export * as n from './b.js'", "b.js": "export const b = 1"},
    {"a.js": "import {b} from './i.js'; answer(b)", "i.js": "export {default as b} from './b.js'", "b.js": "export default 1"},
    {"a.js": "import {b} from './i.js'; answer(b)", "i.js": "import b from './b.js'; export {b}", "b.js": "export default 1"},
    {"a.js": "import {b} from './b.js'; answer(b)", "b.js": "export const {c: b} = {c: 1}"},
    {"a.js": "import {f} from './b.js'; answer(f())", "b.js": "import {b} from './c.js'; export function f() { return b }", "c.js": "export const b = 1"},
    {"a.js": "import {E} from './b.ts'; answer(E.B)", "b.ts": "export enum E { A, B }"},
    {"a.js": "import {A} from './b.js'; answer(new A().b)", "b.js": "export class A { b = 1 }"},
    {"a.js": "import j from './b.json'; answer(j.b)", "b.json": '{"b": 1}'},
    {"a.js": "import j from './b.json' with {type: 'json'}; answer(j.b[0])", "b.json": '{"b": [1]}'},
    {"a.js": "import {b} from './b.json'; answer(b)", "b.json": '{"b": 1}'},
    {"a.ts": "import j = require('./b.js'); answer(j.b)", "b.js": "exports.b = 1"},
]  # fmt: skip

RESOLUTION = [
    {"a.ts": "import {b} from './b.js'; answer(b)", "b.ts": "export const b = 1"},
    {"a.tsx": "import {b} from './b.jsx'; answer(b)", "b.tsx": "export const b = 1"},
    {"a.ts": "import {b} from './lib'; answer(b)", "lib/index.ts": "export const b = 1"},
    {"a.js": "import {b} from './b.js?v=2'; answer(b)", "b.js": "export const b = 1"},
    {"src/a.ts": "import {b} from '@/b'; answer(b)", "src/b.ts": "export const b = 1"},
    {"src/a.ts": "import {b} from '~x/b'; answer(b)", "src/y/b.ts": "export const b = 1",
     "tsconfig.json": '{"compilerOptions": {"paths": {"~x/*": ["./src/y/*"]}}}'},
    {"src/a.ts": "import {b} from 'y/b'; answer(b)", "src/y/b.ts": "export const b = 1",
     "tsconfig.json": '{"compilerOptions": {"baseUrl": "src"}}'},
    {"src/a.ts": "import {b} from '#y'; answer(b)", "src/y.ts": "export const b = 1",
     "tsconfig.json": '// base\n{"extends": "./base", /* paths: "x" */ "compilerOptions": {},}',
     "base.json": '{"compilerOptions": {"baseUrl": ".", "paths": {"#y": ["src/y"],}}}'},
    {"src/a.ts": "import {b} from '~/b'; answer(b)", "lib/b.ts": "export const b = 1",
     "tsconfig.json": '{"extends": ["./one.json", "./two.json"]}', "one.json": '{"compilerOptions": {"paths": {"~/*": ["no/*"]}}}',
     "two.json": '{"extends": "./tsconfig.json", "compilerOptions": {"paths": {"~/*": ["lib/*"]}}}'},
    {"src/a.js": "import {b} from '#b'; answer(b)", "src/b.js": "export const b = 1",
     "package.json": '{"imports": {"#b": "./src/b.js"}}'},
    {"app/a.js": "import {b} from 'lib'; answer(b)", "lib/main.js": "export const b = 1",
     "lib/package.json": '{"name": "lib", "main": "main.js"}'},
    {"app/a.js": "import {b} from '@x/lib/sub'; answer(b)", "lib/src/sub.ts": "export const b = 1",
     "lib/package.json": '{"name": "@x/lib", "exports": {".": "./dist/index.js", "./*": {"types": "./dist/*.d.ts", "import": "./dist/*.js"}}}'},
    {"app/a.js": "import {b} from 'lib'; answer(b)", "lib/src/index.ts": "export const b = 1",
     "lib/package.json": '{"name": "lib"}'},
    {"pages/x/a.js": "import {b} from '/js/b.js'; answer(b)", "public/js/b.js": "export const b = 1"},
    {"docs/src/pages/a.js": "import {b} from '@site/src/b'; answer(b)", "docs/src/b.js": "export const b = 1"},
    {"src/a.ts": "import {b} from '$/b'; answer(b)", "src/b.ts": "export const b = 1",
     "svelte.config.js": "export default {kit: {alias: {'$': './src'}}}"},
    {"src/a.ts": "import {b} from '$parts/b'; answer(b)", "src/x/b.ts": "export const b = 1",
     "svelte.config.js": "export default {kit: {alias: {'$parts/*': 'src/x/*'}}}"},
    {"app/src/a.ts": "import {b} from 'parts/b'; answer(b)", "parts/b.ts": "export const b = 1",
     "app/vite.config.ts": "export default {resolve: {alias: {parts: path.resolve(__dirname, '..', 'parts')}}}"},
    {"src/a.ts": "import {b} from '@parts/b'; answer(b)", "src/parts/b.ts": "export const b = 1",
     "vite.config.mts": "const src = fileURLToPath(new URL('./src', import.meta.url)); "
                        "export default {resolve: {alias: [{find: '@parts', replacement: `${src}/parts`}]}}"},
    {"src/a.js": "import {b} from 'lib'; answer(b)", "lib/src/b.js": "export const b = 1",
     "webpack.config.js": "module.exports = {resolve: {alias: {lib: __dirname + '/lib/src/b.js'}}}"},
]  # fmt: skip

COMMON_JS = [
    {"a.js": "const {b} = require('./b'); answer(b)", "b.js": "module.exports = {b: 1}"},
    {"a.js": "const m = require('./b'); answer(m.b)", "b.js": "exports.b = 1"},
    {"a.js": "const m = require('./b'); answer(m.b)", "b.js": "module.exports.b = 1"},
    {"a.js": "const m = require('./b'); answer(m())", "b.js": "module.exports = function () { return 1 }"},
    {"a.js": "const {b} = require('./b'); answer(b)", "b.js": "exports = module.exports = {b: 1}"},
    {"a.js": "import m from './b.js'; answer(m.b)", "b.js": "module.exports = {b: 1}"},
    {"a.js": "import {b} from './b.js'; answer(b)", "b.js": "exports.b = 1"},
    {"a.js": "answer(require('./b.json').b)", "b.json": '{"b": 1}'},
]

CALLERS = [
    {"a.js": "export function f(n) { answer(n) }", "b.js": "import {f} from './a.js'; f(1)"},
    {"a.js": "export function f(n) { answer(n) }", "b.js": "import {f as g} from './a.js'; g(1)"},
    {"a.js": "export default function (n) { answer(n) }", "b.js": "import g from './a.js'; g(1)"},
    {"a.js": "export default n => answer(n)", "b.js": "import g from './a.js'; g(1)"},
    {"a.js": "const f = n => answer(n); export default f", "b.js": "import g from './a.js'; g(1)"},
    {"a.js": "function f(n) { answer(n) } export {f as default}", "b.js": "import g from './a.js'; g(1)"},
    {"a.js": "export function f(n) { answer(n) }", "b.js": "import * as m from './a.js'; m.f(1)"},
    {"a.js": "export function f(n) { answer(n) }", "i.js": "export * from './a.js'", "b.js": "import {f} from './i.js'; f(1)"},
    {"a.js": "export default function f(n) { answer(n) }", "i.js": "export {default as g} from './a.js'", "b.js": "import {g as h} from './i.js'; h(1)"},
    {"a.js": "export class A { f(n) { answer(n) } }", "b.js": "import {A} from './a.js'; new A().f(1)"},
    {"a.js": "export class A { f(n) { answer(n) } }", "s.js": "import {A} from './a.js'; export const a = new A()", "b.js": "import {a} from './s.js'; a.f(1)"},
    {"a.js": "exports.f = function (n) { answer(n) }", "b.js": "const {f} = require('./a'); f(1)"},
    {"a.js": "module.exports = function (n) { answer(n) }", "b.js": "const g = require('./a'); g(1)"},
    {"a.js": "export function f(n) { answer(n) }", "b.js": "import('./a.js').then(({f}) => f(1)); import {f} from './a.js'; f(1)"},
    {"a.js": "export const f = n => answer(n)", "b.js": "import {f} from './a.js'; [1].forEach(f)"},
    {"a.js": "export const f = n => answer(n)", "b.js": "function f(n) {} f(9)", "c.js": "import {f} from './a.js'; f(1)"},
    {"a.jsx": "export function T({n}) { answer(n) }", "b.jsx": "import {T} from './a'; export const x = <T n={1}/>"},
]  # fmt: skip

UNKNOWN = [
    ({"a.js": "import {b} from 'lib'; answer(b)"}, "external lib:b"),
    ({"a.js": "import b from 'lib'; answer(b)"}, "external lib:default"),
    ({"a.js": "import * as b from 'lib'; answer(b.c.d)"}, "external lib:c.d"),
    ({"a.js": "import {b} from './b.js'; answer(b)", "b.js": "export const c = 1"}, "⟨an export that is not there⟩"),
    ({"a.js": "import {b} from './b.js'; answer(b)", "b.js": "export * from 'lib'"}, "⟨an export that is not there⟩"),
    ({"a.js": "import {b} from './b.js'; answer(b)", "b.js": "export {b} from './a.js'"}, "⟨an export that is not there⟩"),
    ({"a.js": "import {b} from './a.js'; export {b}; answer(b)"}, "⟨a value that depends on itself⟩"),
    ({"a.js": "import {b} from './b.js'; answer(b)", "b.js": "import {a} from './a.js'; export const b = {a}",
      "c.js": ""}, "{a: ⟨an export that is not there⟩}"),
    ({"a.js": "answer(await import(x))"}, "⟨an import whose name is computed⟩"),
    ({"a.js": "import j from './b.json'; answer(j)", "b.json": "{"}, "null"),
    ({"a.js": "import {b} from 'lib/b'; answer(b)", "x/b.js": "export const b = 1",
      "vitest.config.js": "export default {resolve: {alias: {lib: './x'}}}"}, "external lib/b:b"),
    ({"a.js": "import {b} from 'lib/b'; answer(b)", "x/b.js": "export const b = 1",
      "vite.config.js": "export default {resolve: {alias: {lib: folder()}}}"}, "external lib/b:b"),
    ({"a.js": "import {b} from 'lib/b'; answer(b)", "x/b.js": "export const b = 1",
      "vite.config.js": "const a = b, b = a; export default {resolve: {alias: {lib: a}}}"}, "external lib/b:b"),
]  # fmt: skip


@pytest.mark.parametrize("sources", [*IMPORTS, *RESOLUTION, *COMMON_JS, *CALLERS])
def test_a_value_comes_from_another_file(sources: dict[str, str]) -> None:
    assert answers(sources)[-1:] == ["1"]


@pytest.mark.parametrize(("sources", "expected"), UNKNOWN)
def test_a_value_that_is_not_in_sight(sources: dict[str, str], expected: str) -> None:
    assert answers(sources) == [expected]


@pytest.mark.parametrize(
    "package",
    [
        '{"name": "lib", "exports": {".": {"types": "./dist/index.d.ts", "import": "./dist/index.js"}}}',
        '{"name": "lib", "exports": "./dist/index.js"}',
        '{"name": "lib", "module": "./dist/index.js"}',
        '{"name": "lib", "main": "dist/all.js"}',
    ],
)
def test_a_package_is_read_from_its_sources_where_a_build_lies_beside_them(package: str) -> None:
    files = {"lib/package.json": package, "lib/src/index.ts": "", "app/a.ts": ""}
    built = {"lib/dist/index.js", "lib/dist/all.js"}
    assert Resolver(files, files.get, built.__contains__).resolve("lib", "app/a.ts") == "lib/src/index.ts"


def test_a_package_without_sources_is_read_from_its_build() -> None:
    files = {"lib/package.json": '{"name": "lib", "exports": "./dist/index.js"}', "app/a.ts": ""}
    assert (
        Resolver(files, files.get, {"lib/dist/index.js"}.__contains__).resolve("lib", "app/a.ts") == "lib/dist/index.js"
    )
