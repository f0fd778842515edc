from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webmcp_lint.discovery import Kind, kind_of
from webmcp_lint.syntax.templates import HOLE, Dialect, Template, mask

# Holes stand between brackets.
HOLES = [
    (Dialect.PLAIN, "{{ a }}<? b ?>"),
    # PHP
    (Dialect.PHP, '<a b="⟦<?= $c ?>⟧">'),
    (Dialect.PHP, "a⟦<? b ?>⟧c⟦<?php d⟧"),
    (Dialect.PHP, "<?xml version='1.0'?>"),
    (Dialect.PHP, '⟦<?php echo "?>"; ?>⟧a'),
    (Dialect.PHP, "⟦<?php echo '\\'?>' ?>⟧a"),
    (Dialect.PHP, "⟦<?php # it's ?>⟧a⟦<?php // it's ?>⟧b⟦<?php #[A('?>')] ?>⟧c⟦<?php /* ?> */ ?>⟧d"),
    (Dialect.PHP, "⟦<?php echo <<<X\n ?>'\n X; ?>⟧a⟦<?php echo <<<'X'\r\n ?>\r\nX\r\n?>⟧b⟦<?php echo <<<X\n ?>⟧"),
    (Dialect.PHP, "⟦<?php echo 'unclosed ?>a⟧"),
    # Blade
    (Dialect.BLADE, "⟦{{ $a }}⟧⟦{!! $b !!}⟧⟦{{-- }} --}}⟧c"),
    (Dialect.BLADE, "⟦@{{ a }}⟧@{!! b !!}@@if(c)"),
    (Dialect.BLADE, "⟦@csrf⟧ ⟦@custom('(', \")\")⟧ ⟦@include ('x')⟧a"),
    (Dialect.BLADE, "me@if.org @click='x' @media (a) @media(a) @import url(x) @custom (x)"),
    (Dialect.BLADE, "⟦@php $a = '@if'; @endphp⟧ b ⟦@php($a = 1)⟧ @php c"),
    (Dialect.BLADE, "⟦@verbatim⟧ @if(x) ⟦{{ a }}⟧ ⟦@endverbatim⟧ ⟦{{ b }}⟧"),
    (Dialect.BLADE, "⟦<?php if (a): ?>⟧b⟦<?php endif ?>⟧"),
    (Dialect.BLADE, "@if('unclosed b"),
    # Jinja
    (Dialect.JINJA, "⟦{{ a }}⟧⟦{%- b -%}⟧⟦{# {{ c #}⟧d"),
    (Dialect.JINJA, '⟦{{ \'}}\' }}⟧⟦{% x "%}" %}⟧a⟦{{ "\\"}}" }}⟧b⟦{{ it\'s }}⟧c'),
    (Dialect.JINJA, "⟦{% raw %}⟧⟦{{ a }}⟧{% b %}⟦{% endraw %}⟧⟦{{ c }}⟧"),
    (Dialect.JINJA, "⟦{% verbatim x %}⟧{{ a\n}}⟦{%- endverbatim x -%}⟧b⟦{% raw %}⟧⟦{{ c }}⟧{% d %}"),
    (Dialect.JINJA, "⟦{% comment %}<a>\n{% endcomment %}⟧b"),
    (Dialect.JINJA, "⟦{{ a({b: {c: '}'}}) }}⟧d⟦{{ {} }}⟧e"),
    (Dialect.JINJA, "{{ a ⟦{% b %}⟧ {# c"),
    (Dialect.JINJA, "⟦{{ '}}⟧"),
    # Liquid
    (Dialect.LIQUID, "⟦{{ '}}⟧' }}{# a #}⟦{%- b -%}⟧⟦{% schema %}{}{% endschema %}⟧a"),
    # ERB, EJS, JSP
    (Dialect.ERB, "⟦<%= a %>⟧⟦<%# b %>⟧⟦<%- c -%>⟧d<%% e %>⟦<% '%>⟧'"),
    (Dialect.EJS, "⟦<%- a %>⟧⟦<%_ b _%>⟧⟦<%# if (x) { %>⟧c <% d"),
    (Dialect.JSP, "⟦<%-- <%= a %> --%>⟧⟦<%@ page %>⟧⟦<%! int a; %>⟧b"),
    (Dialect.JSP, "⟦${a}⟧⟦#{b['}']}⟧\\${c} ⟦${ {'a': 1} }⟧ ${"),
    (Dialect.JSP, '<c:if test="⟦${a > b}⟧"><c:out value="⟦${c}⟧"/></c:if>'),
    # Handlebars, Mustache
    (Dialect.HANDLEBARS, "⟦{{a}}⟧⟦{{{b}}}⟧⟦{{> c}}⟧⟦{{~#d~}}⟧⟦{{&e}}⟧f"),
    (Dialect.HANDLEBARS, "⟦{{!-- }} --}}⟧⟦{{!-- --~}}⟧⟦{{! it's }}⟧a"),
    (Dialect.HANDLEBARS, "⟦\\{{a}}⟧\\\\⟦{{b}}⟧⟦{{c '}}'}}⟧"),
    (Dialect.HANDLEBARS, "⟦{{{{raw}}}}⟧{{a}}⟦{{{{/raw}}}}⟧⟦{{b}}⟧{{a {{b"),
    # Go
    (Dialect.GO, '⟦{{.A}}⟧⟦{{- .B -}}⟧⟦{{/* }} */}}⟧⟦{{- /* " */ -}}⟧a'),
    (Dialect.GO, "⟦{{`}}\n`}}⟧⟦{{\"}}\"}}⟧⟦{{'}'}}⟧a {{"),
    # Razor
    (Dialect.RAZOR, '⟦@a.B(c, ")")[0]?.D⟧! ⟦@(e)⟧ ⟦@await f.G()⟧ .h @(i'),
    (Dialect.RAZOR, "me@a.org @@b ⟦@* c *@⟧ @ d @1"),
    (Dialect.RAZOR, "⟦@model A<B>⟧\n⟦@using C⟧\n⟦@functions { void a() { } }⟧b"),
    (Dialect.RAZOR, '⟦@{ var a = "<b>"; ⟧<p>⟦@a⟧</p>⟦ c(); }⟧d'),
    (Dialect.RAZOR, '⟦@{ // a\n⟧<p />⟦@* b *@⟧<br>⟦\n⟧<!-- } -->⟦var d = @"""}"; }⟧e'),
    (Dialect.RAZOR, "⟦@{ @:⟧a ⟦@b⟧ }⟦\n⟧⟦<text>⟧c⟦</text>⟧⟦ }⟧d"),
    (Dialect.RAZOR, '⟦@{ ⟧<script>if (a<b) {}</script>⟦ ⟧<a b="⟦@(c + ">")⟧"></a>⟦ }⟧d'),
    (Dialect.RAZOR, "⟦@{ if (a <b) { } ⟧<p>⟦@{ ⟧<i>c</i>⟦ }⟧</p>⟦ }⟧d"),
    (Dialect.RAZOR, "⟦@section A {⟧ <b>c</b> }⟦@if⟧ you"),
    # The values of client-side frameworks
    (Dialect.INTERPOLATION, '<p title="⟦{{ a }}⟧">{{ b\n}}⟦{{{c}}}⟧'),
    (Dialect.INTERPOLATION, "<script>x = {{a: 1}}</script>⟦{{ b }}⟧<STYLE>{{}}"),
]


@pytest.mark.parametrize(("dialect", "marked"), HOLES)
def test_holes(dialect: Dialect, marked: str) -> None:
    text = marked.replace("⟦", "").replace("⟧", "")
    template = mask(text, dialect)
    found, masked, at = "", "", 0
    for start, end in template.holes:
        found += f"{text[at:start]}⟦{text[start:end]}⟧"
        masked += text[at:start] + re.sub(r"[^\r\n]", HOLE, text[start:end])
        at = end
    assert found + text[at:] == marked
    assert template.text == masked + text[at:]


def test_own_private_use_characters_are_no_holes() -> None:
    template = mask(f"a{HOLE}{{{{ b }}}}{HOLE}", Dialect.JINJA)
    assert template.text == f"a\ufffd{HOLE * 7}\ufffd"
    assert mask(HOLE, Dialect.PLAIN).text == "\ufffd"


# Each branch: its kind, its condition and its text.
BRANCHES = [
    (
        Dialect.PHP,
        "<?php if ($a): ?>A<?php elseif (b($c)): ?>B<?php else: ?>C<?php endif; ?>D",
        ["if $a: A", "if b($c): B", "if not ($a) and not (b($c)): C"],
    ),
    (
        Dialect.PHP,
        "<?php IF ($a == '}') { // { ?>A<?php } elseif ($b) { ?>B<?php } else if ($c) { ?>C<?php } else { ?>D<?php } ?>E",
        ["if $a == '}': A", "if $b: B", "if $c: C", "if not ($a == '}') and not ($b) and not ($c): D"],
    ),
    (Dialect.PHP, "<?php if ($a) { ?>A<?php } ?>\n<?php else { ?>B<?php } ?>C", ["if $a: A", "if not ($a): B"]),
    (Dialect.PHP, "<?php if ($a) { ?>A<?php } ?>B<?php if ($b) { ?>C<?php }", ["if $a: A", "if $b: C"]),
    (
        Dialect.PHP,
        "<?php foreach ($a as $b): ?>A<?php endforeach; for (;;) { ?>B<?php } while ($c): ?>C<?php endwhile ?>",
        ["loop $a as $b: A", "loop ;;: B", "loop $c: C"],
    ),
    (
        Dialect.PHP,
        "<?php switch ($a): case 'x': ?>A<?php break; default: ?>B<?php endswitch; switch ($b) { case 1; ?>C<?php } ?>",
        ["if $a = 'x': A", "if not ($a = 'x'): B", "if $b = 1: C"],
    ),
    (
        Dialect.PHP,
        "<?php $f = function () { ?>A<?php }; class X { function g() { ?>B<?php } } $h = ['if' => $x->if]; ?>C",
        ["loop $f = function (): A", "loop function g(): B"],
    ),
    (Dialect.PHP, "<?php if ($a) { echo 1; } if ($b) echo 2; ?>A<?php } endif; ?>B", []),
    (Dialect.PHP, "<?php if (!A::b('c')->d([E::f()])): ?>A<?php endif ?>B", ["if !A::b('c')->d([E::f()]): A"]),
    (Dialect.PHP, "<?php if ($a) { foreach ($b as $c) { ?>A<?php } } ?>B", ["if $a: A", "loop $b as $c: A"]),
    (
        Dialect.BLADE,
        "@if($a) A @elseif(b(')')) B @else C @endif @unless($d) D @endunless @isset($e) E @else F @endisset",
        [
            "if $a: A",
            "if b(')'): B",
            "if not ($a) and not (b(')')): C",
            "if not ($d): D",
            "if isset($e): E",
            "if not (isset($e)): F",
        ],
    ),
    (
        Dialect.BLADE,
        "@foreach ($a as $b) A @endforeach @forelse($c as $d) B @empty C @endforelse @empty($e) D @endempty",
        ["loop $a as $b: A", "loop $c as $d: B", "if not ($c as $d): C", "if empty($e): D"],
    ),
    (
        Dialect.BLADE,
        "@auth A @else B @endauth @can('x') C @elsecan('y') D @endcan @switch($i) @case(1) E @break @default F @endswitch",
        [
            "if auth: A",
            "if not (auth): B",
            "if can('x'): C",
            "if can('y'): D",
            "if $i = 1: E ·",
            "if not ($i = 1): F",
        ],
    ),
    (
        Dialect.JINJA,
        "{% if a %}A{% for b in c %}B{% else %}C{% endfor %}{%- elif d -%}D{% else %}E{% endif %}F",
        ["if a: A·B·C·", "loop b in c: B", "if not (b in c): C", "if d: D", "if not (a) and not (d): E"],
    ),
    (
        Dialect.JINJA,
        "{% for a in b %}A{% empty %}B{% endfor %}{% ifequal a b %}C{% endifequal %}{% macro m(x) %}D{% endmacro %}",
        ["loop a in b: A", "if not (a in b): B", "if a b: C", "loop m(x): D"],
    ),
    (Dialect.JINJA, "{% switch a %}{% case 1 %}A{% default %}B{% endswitch %}", ["if a = 1: A", "if not (a = 1): B"]),
    (
        Dialect.JINJA,
        "{% if a %}A{% for b in c %}B{% endif %}C{% endfor %}{% else %}D{% if e %}E",
        ["if a: A·B", "loop b in c: B", "if e: E"],
    ),
    (
        Dialect.LIQUID,
        "{% case a %}{% when 1 %}A{% when 2, 3 %}B{% else %}C{% endcase %}{% unless d %}D{% elsif e %}E{% endunless %}",
        ["if a = 1: A", "if a = 2, 3: B", "if not (a = 1) and not (a = 2, 3): C", "if not (d): D", "if e: E"],
    ),
    (
        Dialect.ERB,
        "<% if a # it's %>A<% elsif b -%>B<% else %>C<% end %><% unless d then %>D<% end %>E<% x if y %>F<% f() if y %>",
        ["if a # it's: A", "if b: B", "if not (a # it's) and not (b): C", "if not (d): D"],
    ),
    (
        Dialect.ERB,
        "<% a.each do |b| %>A<% end %><%= form_with(model: c, class: 'if') do |f| %>B<% end %><% d.map { |e| %>C<% } %>",
        ["loop a.each: A", "loop d.map: C"],
    ),
    (
        Dialect.ERB,
        "<% case a %><% when 1 then %>A<% else %>B<% end %><% while c do %>C<% end %><% x = if d %>D<% end %><% def e %>E<% end %>",
        ["if a = 1: A", "if not (a = 1): B", "loop c do: C", "if d: D", "loop def e: E"],
    ),
    (Dialect.ERB, "<% if a then b end; c.each { |d| d }; if e %>A<% end if f %>B", ["if e: A"]),
    (
        Dialect.EJS,
        "<% if (a[')']) { %>A<% } else if (b) { %>B<% } else { %>C<% } %><% for (const c of d) { %>D<% } %>E",
        ["if a[')']: A", "if b: B", "if not (a[')']) and not (b): C", "loop const c of d: D"],
    ),
    (
        Dialect.EJS,
        "<% a.forEach(function (b) { %>A<% }) %><%= c.map(d => { %>B<% }) %><% switch (e) { case 1: %>C<% break; default: %>D<% } %>",
        ["loop a.forEach(function (b): A", "loop = c.map(d =>: B", "if e = 1: C", "if not (e = 1): D"],
    ),
    (Dialect.EJS, "<% const a = {if: 1, b: {}}; /* { */ foo({ c: `{` }); // { %>A<% } %>B", []),
    (
        Dialect.JSP,
        "<c:choose><c:when test=\"${a > b}\">A</c:when><c:otherwise>B</c:otherwise></c:choose><c:if test='c'>C</c:if>",
        ["if ${a > b}: A</c:when>", "if not (${a > b}): B</c:otherwise>", "if c: C"],
    ),
    (
        Dialect.JSP,
        '<c:forEach var="a" items="${b}">A</c:forEach><c:if test="c" var="d"/>B<% if (e) { %>C<% } %>',
        ["loop ${b}: A", "if e: C"],
    ),
    (
        Dialect.HANDLEBARS,
        "{{#if a}}A{{else if b}}B{{~else~}}C{{/if}}{{#unless d}}D{{^}}E{{/unless}}{{#with f}}F{{/with}}",
        ["if a: A", "if b: B", "if not (a) and not (b): C", "if not (d): D", "if not (not (d)): E", "if f: F"],
    ),
    (
        Dialect.HANDLEBARS,
        "{{#each a as |b|}}A{{else}}B{{/each}}{{#> layout}}C{{/layout}}{{#*inline 'x'}}D{{/inline}}{{#ifEquals e f}}E{{/ifEquals}}",
        ["loop a as |b|: A", "if not (a as |b|): B", "if e f: E"],
    ),
    (
        Dialect.HANDLEBARS,
        "{{#a}}A{{/a}}{{^a}}B{{/a}}{{^ b }}C{{/ b }}",
        ["loop a: A", "if not (a): B", "if not (b): C"],
    ),
    (
        Dialect.GO,
        "{{if .A}}A{{else if eq .B `x`}}B{{- else -}}C{{end}}{{range $i, $x := .D}}D{{else}}E{{end}}{{with .F}}F{{else with .G}}G{{end}}",
        [
            "if .A: A",
            "if eq .B `x`: B",
            "if not (.A) and not (eq .B `x`): C",
            "loop $i, $x := .D: D",
            "if not ($i, $x := .D): E",
            "if .F: F",
            "if .G: G",
        ],
    ),
    (Dialect.GO, "{{define `a`}}A{{if .B}}B{{end}}C{{end}}D{{end}}", ["if .B: B"]),
    (
        Dialect.RAZOR,
        "@if (a(')')) { <i>A</i> } else if (b) { <i>B</i> } else { <i>C</i> }<i>D</i>",
        ["if a(')'): <i>A</i>", "if b: <i>B</i>", "if not (a(')')) and not (b): <i>C</i>"],
    ),
    (
        Dialect.RAZOR,
        "@foreach (var a in b) { if (a.C) { <i>A</i> } <i>B</i> } @while (d) { <i>C</i> } @do { <i>D</i> } while (e); E",
        ["loop var a in b: <i>A</i>·<i>B</i>", "if a.C: <i>A</i>", "loop d: <i>C</i>", "loop do: <i>D</i>"],
    ),
    (
        Dialect.RAZOR,
        "@switch (a) { case 1: <i>A</i> break; default: <i>B</i> break; } @using (Html.BeginForm()) { <i>C</i> }",
        ["if a = 1: <i>A</i>", "if not (a = 1): <i>B</i>"],
    ),
    (
        Dialect.RAZOR,
        "@try { <i>A</i> } catch (E e) { <i>B</i> } finally { <i>C</i> } <p>@if (a) { <i>D</i> }</p>",
        ["loop catch (E e): <i>B</i>", "if a: <i>D</i>"],
    ),
]


def shown(template: Template) -> list[str]:
    bodies = []
    for branch in template.branches:
        body = re.sub(
            f"{HOLE}+",
            lambda hole: "·" if len(hole[0]) > 1 else hole[0],
            template.text[branch.span.start : branch.span.end],
        )
        bodies.append(f"{branch.kind} {branch.condition}: {body.strip()}")
    return bodies


@pytest.mark.parametrize(("dialect", "text", "branches"), BRANCHES)
def test_branches(dialect: Dialect, text: str, branches: list[str]) -> None:
    assert shown(mask(text, dialect)) == branches


@pytest.mark.parametrize(
    ("dialect", "text", "exclusive"),
    [
        (Dialect.PHP, "<?php if (a): ?>A<?php else: ?>B<?php endif ?>", True),
        (Dialect.PHP, "<?php if (a): ?>AB<?php endif ?>", False),
        (Dialect.PHP, "<?php if (a): ?>A<?php endif; if (a): ?>B<?php endif ?>", False),
        (Dialect.JINJA, "{% if a %}{% for b in c %}A{% endfor %}{% else %}{% if d %}B{% endif %}{% endif %}", True),
        (Dialect.JINJA, "{% for a in b %}{% if c %}A{% else %}x{% endif %}B{% endfor %}", False),
        (Dialect.JINJA, "{% if a %}x{% else %}A{% endif %}B", False),
        (Dialect.HANDLEBARS, "{{#a}}A{{/a}} {{^a}}B{{/a}}", True),
        (Dialect.HANDLEBARS, "{{#a}}A{{/a}}{{^a}}x{{/a}}{{#a}}B{{/a}}", False),
        (Dialect.HANDLEBARS, "{{#a}}A{{/a}}{{#b}}{{^a}}B{{/a}}{{/b}}", False),
        (Dialect.JSP, '<c:choose><c:when test="a">A</c:when><c:when test="b">B</c:when></c:choose>', True),
        (Dialect.ERB, "<% case a %><% when 1 %>A<% when 2 %>B<% end %>", True),
    ],
)
def test_exclusive(dialect: Dialect, text: str, *, exclusive: bool) -> None:
    template = mask(text, dialect)
    one, other = text.index("A"), text.index("B")
    assert template.exclusive(one, other) is template.exclusive(other, one) is exclusive
    assert not template.exclusive(one, one)


def test_condition() -> None:
    text = "1{% if x %}2{% for y in z %}3{% endfor %}4{% else %}5{% endif %}6"
    template = mask(text, Dialect.JINJA)
    conditions = [template.condition(text.index(char)) for char in "123456"]
    assert conditions == [None, "x", "y in z", "x", "not (x)", None]
    assert template.condition(len(text)) is None
    assert [branch.kind for branch in template.around(text.index("3"))] == ["loop", "if"]
    assert mask("a", Dialect.PLAIN).condition(0) is None


def test_long_conditions_are_cut() -> None:
    template = mask("{% if " + "x" * 5000 + " %}a{% else %}b{% endif %}", Dialect.JINJA)
    assert [len(branch.condition) < 1000 for branch in template.branches] == [True, True]


@pytest.mark.parametrize(
    ("path", "text", "dialect"),
    [
        ("a.php", "", Dialect.PHP),
        ("a.phtml", "{{ a }}", Dialect.PHP),
        ("A.BLADE.PHP", "", Dialect.BLADE),
        ("a.html.erb", "", Dialect.ERB),
        ("a.html.twig", "", Dialect.JINJA),
        ("a.liquid", "", Dialect.LIQUID),
        ("a.cshtml", "", Dialect.RAZOR),
        ("a.tmpl", "<p>{{ a }}", Dialect.GO),
        ("a.tmpl", "<% if (a) { %>", Dialect.EJS),
        ("a.html", "<p>a", Dialect.PLAIN),
        ("a.html", "<?xml version='1.0'?>", Dialect.PLAIN),
        ("a.html", "<?php a", Dialect.PHP),
        ("a.html", "{% if a %}{{ b }}", Dialect.JINJA),
        ("a.html", "{%- load static -%}", Dialect.JINJA),
        ("a.html", "a {% b", Dialect.PLAIN),
        ("a.html", "100{%}", Dialect.PLAIN),
        ("a.html", "<% end %>", Dialect.ERB),
        ("a.html", "<% a.each do |b| %>", Dialect.ERB),
        ("a.html", "<%= a %>", Dialect.EJS),
        ("a.html", "<%@ page a %>", Dialect.JSP),
        ("a.html", "a <% b", Dialect.PLAIN),
        ("a.html", "{{#if a}}{{/if}}", Dialect.HANDLEBARS),
        ("a.html", "{{> a }}", Dialect.HANDLEBARS),
        ("a.html", "{{ if .A }}", Dialect.GO),
        ("a.html", "{{ .A }}", Dialect.GO),
        ("a.html", "{{ a }}", Dialect.INTERPOLATION),
        ("a.html", "{{ end }}{{ $t('a') }}{{ !a }}", Dialect.INTERPOLATION),
        ("a.html", "{{ a", Dialect.PLAIN),
        ("a.html", "<script>x = `{{#if a}}`</script>", Dialect.INTERPOLATION),
        ("a", "{{ a }}", Dialect.INTERPOLATION),
    ],
)
def test_detect(path: str, text: str, dialect: Dialect) -> None:
    assert Dialect.detect(path, text) is dialect


def test_every_template_file_has_a_dialect() -> None:
    extensions = [
        *("php", "phtml", "erb", "ejs", "jsp", "jinja", "jinja2", "j2", "njk", "twig", "liquid", "hbs", "handlebars"),
        *("mustache", "tmpl", "gohtml", "cshtml"),
    ]
    for extension in extensions:
        assert kind_of(f"a.{extension}") is Kind.TEMPLATE
        assert Dialect.detect(f"a.{extension}", "") is not Dialect.PLAIN


PARTS = st.lists(
    st.sampled_from(
        [
            *(
                "{{",
                "}}",
                "{{{",
                "}}}",
                "{%",
                "%}",
                "{#",
                "#}",
                "{!!",
                "!!}",
                "{{--",
                "--}}",
                "{{!--",
                "{{/*",
                "*/",
                "}",
                "{",
            ),
            *(
                "<?php ",
                "<?",
                "?>",
                "<%",
                "%>",
                "<%%",
                "<%--",
                "--%>",
                "${",
                "\\${",
                "<c:if test='",
                "<c:when>",
                "</c:if>",
                "<c:choose>",
            ),
            *(
                "@",
                "@@",
                "@if(",
                "@endif ",
                "@else ",
                "@{",
                "@(",
                "@*",
                "*@",
                "@:",
                "@php ",
                "@endphp ",
                "@verbatim ",
                "@section a {",
            ),
            *(
                "if (a) {",
                "} else {",
                "else",
                "end",
                "if a",
                "for a in b",
                "endif",
                "endfor",
                "raw",
                "endraw",
                "comment",
                "endcomment",
            ),
            *(
                "#if a",
                "/if",
                "^",
                "switch (a) {",
                "case 1:",
                "case a",
                "when 1",
                "do |a|",
                "endif;",
                "if (a):",
                "<<<A\n",
                "\nA;",
            ),
            *(
                "'",
                '"',
                "`",
                "\\",
                "(",
                ")",
                "/*",
                "//",
                "#",
                "\n",
                "\r\n",
                "\r",
                " ",
                "a",
                "<p>",
                "</p>",
                "<text>",
                "<br/>",
                "é😀",
                HOLE,
            ),
        ]
    ),
    max_size=40,
)


@given(PARTS, st.sampled_from(Dialect))
def test_any_text(parts: list[str], dialect: Dialect) -> None:
    text = "".join(parts)
    template = mask(text, dialect)
    assert len(template.text) == len(text)
    assert all(one == other for one, other in zip(text, template.text, strict=True) if HOLE not in {one, other})
    assert all(one not in "\r\n" for one, other in zip(text, template.text, strict=True) if other == HOLE)
    assert list(template.holes) == sorted(set(template.holes))
    assert all(one.end <= other.start for one, other in pairwise(template.holes))
    assert all(0 <= branch.span.start < branch.span.end <= len(text) for branch in template.branches)
    for offset in range(len(text) + 1):
        around = [branch for branch in template.branches if branch.span.start <= offset < branch.span.end]
        assert template.around(offset) == around[::-1]
    assert Dialect.detect("a.html", text) in Dialect


@pytest.mark.parametrize(
    "unit", ["{{", "{% if a %}b", "<?", "<%", "<c:if ", "${", "@if(", "@(a", "@{ <p> ", "'", "{{`"]
)
@pytest.mark.parametrize("dialect", Dialect)
def test_hostile_text(dialect: Dialect, unit: str) -> None:
    text = unit * (100_000 // len(unit))
    assert len(mask(text, dialect).text) == len(text)


@pytest.mark.parametrize("dialect", Dialect)
def test_large_text(dialect: Dialect) -> None:
    text = "<p>a</p>\n" * 1_000 + "{{ <% @( <? ${" + "<p>b</p>\n" * 200_000
    assert len(mask(text, dialect).text) == len(text)
