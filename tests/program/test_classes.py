"""Classes and their instances: fields, methods, inheritance, statics."""

from __future__ import annotations

import pytest

from tests.program.reading import answers

JAVASCRIPT = [
    ("class A { a = 1; f() { return this.a } } answer(new A().f())", "1"),
    ("class A { constructor(a) { this.a = a } } answer(new A(1).a)", "1"),
    ("class A { constructor({a = 2} = {}) { this.a = a } } answer([new A().a, new A({a: 3}).a])", "[2, 3]"),
    ("class A { #a = 1; get a() { return this.#a } } answer(new A().a)", "1"),
    ("class A { f = () => this.a; a = 1 } answer(new A().f())", "1"),
    ("class A { a = null; init() { this.a = 1 } } answer(new A().a)", "1"),
    ("class A { list = []; constructor() { this.add(1) } add(n) { this.list.push(n) } } answer(new A().list)", "[1]"),
    ("class A { static a = 1; static f() { return this.a } } answer(A.f())", "1"),
    ("class A {} A.a = 1; answer(A.a)", "1"),
    ("class A { static list = [] } A.list.push(1); answer(A.list)", "[1]"),
    ("class A { static #i; static get() { return A.#i ??= new A() } a = 1 } answer(A.get().a)", "1"),
    ("class A { f() { return 1 } } class B extends A {} answer(new B().f())", "1"),
    ("class A { f() { return this.n } } class B extends A { n = 1 } answer(new B().f())", "1"),
    ("class A { f() { return 1 } } class B extends A { f() { return [super.f(), 2] } } answer(new B().f())", "[1, 2]"),
    ("class A { f() { return 1 } } class B extends A { f() { return [super.f()] } } class C extends B {} answer(new C().f())",
     "[1]"),
    ("class A { constructor(a) { this.a = a } } class B extends A { constructor() { super('x') } } answer(new B().a)",
     '"x"'),
    ("class A { constructor(a) { this.a = a } } class B extends A {} answer(new B('y').a)", '"y"'),
    ("class A { static f() { return 1 } } class B extends A {} answer(B.f())", "1"),
    ("class A { static f() { return this.n } } class B extends A { static n = 2 } answer(B.f())", "2"),
    ("const A = class { a = 1 }; answer(new A().a)", "1"),
    ("const mixin = Base => class extends Base { b = 2 }; class A { a = 1 } class B extends mixin(A) {} answer(new B().a)",
     "1"),
    ("class A { a = 1; b = 2 } answer({...new A()})", "{a: 1, b: 2}"),
    ("class A { constructor() { this.a = 1 } } answer(Object.keys(new A()))", '["a"]'),
    ("class A { [x()] = 1; a = 2 } answer(new A().a)", "2"),
    ("class A {} answer(new A().b)", "⟨a field that is not set in sight⟩"),
    ("class A { n = 0; f() { this.n++ } } answer(new A().n)", "0 | ⟨a value that is computed step by step⟩"),
    ("class A extends A {} answer(new A().f())", "⟨a field that is not set in sight⟩"),
    ("class A extends B {} class B extends A {} answer(new A().f())", "⟨a field that is not set in sight⟩"),
    ("const o = {a: 1, f() { return this.a }, g() { return this.f() }}; answer(o.g())", "1"),
    ("const o = {a: 1, f: function () { return [1].map(() => this.a) }}; answer(o.f())", "[1]"),
]  # fmt: skip

HEIRS = [
    ("class A { n = 0; f() { answer(this.n) } } class B extends A { n = 1 } new B().f()", ["1"]),
    ("class A { n = 0; f() { answer(this.n) } } class B extends A { n = 1 } new B().f(); new A().f()", ["0", "1"]),
    ("class A { n() { return 0 } f() { answer(this.n()) } } class B extends A { n() { return 1 } } class C extends B {} new C().f()", ["1"]),
    ("class A { list() { return [] } f() { for (const n of this.list()) answer(n) } } class B extends A { list() { return [1] } } new B().f()", ["1"]),
    ("class A { n = 0; f() { answer(this.n) } } class B extends A { m = 1 }", ["0"]),
    ("class A extends HTMLElement { n = 0; connectedCallback() { answer(this.n) } } class B extends A { n = 1 } customElements.define('b-b', B)", ["1"]),
    ("class A extends HTMLElement { n = 0; connectedCallback() { answer(this.n) } } class B extends A { n = 1 } window.customElements.define('b-b', B); customElements.define('a-a', A)",
     ["0", "1"]),
    ("class A extends HTMLElement { n = 0; connectedCallback() { answer(this.n) } } class B extends A { n = 1 }", ["0"]),
    ("class A { f() { answer(this.constructor.n) } } class B extends A { static n = 1 } new B().f()", ["1"]),
    ("class A { static n = 1; f() { answer(this.constructor.n) } }", ["1"]),
    ("@Injectable() class A { n = 0; constructor(m) { this.m = m; answer([this.n, this.m]) } } @Injectable() class B extends A { n = 1 }",
     ["[0, ⟨what a framework hands to a constructor⟩]", "[1, ⟨what a framework hands to a constructor⟩]"]),
]  # fmt: skip


@pytest.mark.parametrize(("source", "expected"), HEIRS)
def test_what_this_is_in_a_class_that_others_extend(source: str, expected: list[str]) -> None:
    assert sorted(answers({"main.ts": source})) == expected


TYPESCRIPT = [
    ("class A { constructor(private readonly a: number, public b = 2) {} f() { return [this.a, this.b] } } answer(new A(1).f())",
     "[1, 2]"),
    ("class A { private a: string = 'x'; declare b: number } answer(new A().a)", '"x"'),
    ("class A { a: string } answer(new A().a)", "undefined"),
    ("class A { a!: string } answer(new A().a)", "⟨a field that is set elsewhere⟩"),
    ("class A { declare a: string } answer(new A().a)", "⟨a field that is set elsewhere⟩"),
    ("class A { @Input() a: string } answer(new A().a)", "⟨a field that is set elsewhere⟩"),
    ("class A { @Input() a = '' } answer(new A().a)", '"" | ⟨a field that is set elsewhere⟩'),
    ("class A { @Input() a = 'x' } answer(new A().a)", '"x"'),
    ("class A { a!: string; constructor() { this.a = 'x' } } answer(new A().a)", '"x"'),
    ("abstract class A { abstract get a(): string; f() { return this.a } } class B extends A {} answer(new B().f())",
     "⟨a field that is set elsewhere⟩"),
    ("abstract class A { abstract a: string; f() { return this.a } } class B extends A { a = 'x' } answer(new B().f())", '"x"'),
    ("class A<T> { constructor(protected a: T) {} } class B extends A<number> { f() { return this.a } } answer(new B(1).f())",
     "1"),
    ("abstract class A { abstract readonly n: string; tool() { return {n: this.n} } } class B extends A { readonly n = 'b' } answer(new B().tool())",
     '{n: "b"}'),
]  # fmt: skip


@pytest.mark.parametrize(("source", "expected"), JAVASCRIPT)
def test_a_class(source: str, expected: str) -> None:
    assert answers(source) == [expected]


@pytest.mark.parametrize(("source", "expected"), TYPESCRIPT)
def test_a_typed_class(source: str, expected: str) -> None:
    assert answers({"main.ts": source}) == [expected]
