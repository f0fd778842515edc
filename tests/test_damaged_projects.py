"""Projects of scripts that import each other, all of it damaged: text, bytes, configuration. Every run ends and says so."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.command import Webmcp
from tests.test_fixing_mutants import mutated
from webmcp_lint import rule_pages
from webmcp_lint.rules import all_rules

PROJECTS = 90
SPECIFIERS = ("./m0.js", "./m1.ts", "./m2.tsx", "#m", "@/m1", "zod", "..", "./none.js")
LINKS = (
    "import * as {name} from '{to}';\n",
    "import {name}, {{ tool }} from '{to}';\n",
    "export * from '{to}';\n",
    "export {{ tool, tool as {name} }} from '{to}';\n",
    "const {name} = require('{to}');\n",
    "import('{to}').then(({{ tool }}) => document.modelContext.registerTool(tool));\n",
)
BYTES = (
    *(b"\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\0", b"\r", b"\xc0\x80", b"\xed\xa0\x80", b"\xe2\x80\xa8", b"\x1b$B"),
    *(b"<meta charset=utf-16>", b"<meta charset=iso-2022-jp>", b"<meta charset=replacement>"),
)
ENCODINGS = ("utf-16", "utf-16-le", "utf-8-sig", "cp1251", "shift_jis", "gb18030", "utf-32")
VALUES = ("null", "-1", "1e999", '""', "[]", "{}", "[[[]]]", '"\\ud800"', '"../.."', '"*"', "[" * 2_000, '"./m0.js"')
CONFIGURATION = {
    "package.json": '{"name": "x", "exports": {".": {"import": "./m0.js", "default": ["./m1.ts"]}, "./*": "./*.js"}, '
    '"imports": {"#m": "./m1.ts"}, "workspaces": ["a/*"], "dependencies": {"zod": "^4.0.0", "react": "*"}}',
    "tsconfig.json": '{ // why\n"extends": "./tsconfig.base.json", "compilerOptions": {"paths": {"@/*": ["./*"]}}}',
    "tsconfig.base.json": '{"extends": "./tsconfig.json", "compilerOptions": {"baseUrl": "."}}',
    "package-lock.json": '{"lockfileVersion": 3, "packages": {"node_modules/zod": {"version": "4.1.2"}}}',
    "yarn.lock": '"zod@npm:^4.0.0":\n  version: 4.1.0\n',
    "pnpm-lock.yaml": "importers:\n  .:\n    dependencies:\n      zod:\n        specifier: ^4\n        version: 4.1.0\n",
    "_headers": '/*\n  Permissions-Policy: tools=(self "https://a.example")\n  Origin-Trial: AAAA\n',
    "netlify.toml": '[[headers]]\nfor = "/*"\n[headers.values]\nPermissions-Policy = "tools=()"\n',
    "vercel.json": '{"headers": [{"source": "/(.*)", "headers": [{"key": "Permissions-Policy", "value": "tools=()"}]}]}',
    ".htaccess": '<FilesMatch "\\.html$">\nHeader always set Permissions-Policy "tools=()"\n</FilesMatch>\n',
    "nginx.conf": 'http { server { location / { add_header Permissions-Policy "tools=()" always; } } }',
    "Caddyfile": 'example.com {\n  header /x* Permissions-Policy "tools=()"\n}\n',
    "vite.config.ts": "export default { resolve: { alias: { '@': './' } }, server: { headers: { 'X-A': 'b' } } }",
    ".gitignore": "a/**/b\n!x\n[a-\n\\\n*.tsx\n",
    "webmcp-lint.toml": 'select = ["all"]\nexclude = ["x/**"]\n[rules]\nlong-description = "error"\n',
    "pyproject.toml": '[tool.webmcp-lint]\nignore = ["forms"]\n[[tool.webmcp-lint.overrides]]\nfiles = ["*.html"]\n',
}


def examples() -> tuple[list[str], list[str]]:
    """Return the scripts and the pages of all rules' examples."""
    scripts: list[str] = []
    pages: list[str] = []
    for rule in all_rules():
        for example in rule_pages.examples(rule_pages.path(rule).read_text(encoding="utf-8")):
            (scripts if re.search(r"\.[cm]?[jt]sx?$", example.title) else pages).append(example.text)
    return scripts, pages


def with_odd_values(text: str, chance: random.Random) -> str:
    """Return a configuration with other values at some places."""
    for _ in range(chance.choice((1, 1, 2))):
        values = list(re.finditer(r'"(?:[^"\\\n]|\\.)*"|\b\d+\b', text))
        if values:
            start, end = chance.choice(values).span()
            text = text[:start] + chance.choice(VALUES) + text[end:]
    return text


def damaged(text: str, chance: random.Random) -> bytes:
    """Return the bytes of a text, a third of them in another encoding or with bytes that are none of it."""
    match chance.randrange(6):
        case 0:
            return text.encode(chance.choice(ENCODINGS), "replace")
        case 1:
            data = text.encode("utf-8", "surrogatepass")
            at = chance.randrange(len(data) + 1)
            return data[:at] + chance.choice(BYTES) * chance.choice((1, 1, 300)) + data[at:]
        case _:
            return text.encode("utf-8", "surrogatepass")


def project(scripts: list[str], pages: list[str], chance: random.Random) -> Iterator[tuple[str, bytes]]:
    for name in chance.sample(("m0.js", "m1.ts", "m2.tsx"), chance.randrange(1, 4)):
        links = (chance.choice(LINKS).format(name=f"n{n}", to=chance.choice(SPECIFIERS)) for n in range(3))
        names = re.findall(r"\b[a-z]\w{2,}\b", text := chance.choice(scripts)) or ["x"]
        text = f"{''.join(links)}{text}\nexport {{ {chance.choice(names)} as tool }};"
        yield name, damaged(mutated(text, chance), chance)
    load = "<script type=module src=m0.js></script><script src=m1.ts></script><script src=m2.tsx></script>"
    yield (
        chance.choice(("a.html", "a.php", "a.erb", "a.twig", "a.hbs", "a.cshtml", "a.jsp", "a.vue", "a.svelte")),
        damaged(mutated(load + chance.choice(pages), chance), chance),
    )
    for name in chance.sample(list(CONFIGURATION), chance.choice((0, 1, 2, 4))):
        damage = chance.choice((with_odd_values, mutated))
        yield chance.choice(("", "", "a/")) + name, damaged(damage(CONFIGURATION[name], chance), chance)


@pytest.mark.parametrize("part", range(3))
def test_damaged_projects(part: int, empty_site: Path, webmcp_lint: Webmcp) -> None:
    chance = random.Random(f"webmcp-lint {part}")
    scripts, pages = examples()
    found = 0
    for number in range(PROJECTS // 3):
        for path, data in project(scripts, pages, chance):
            (empty_site / f"{number}" / path).parent.mkdir(parents=True, exist_ok=True)
            (empty_site / f"{number}" / path).write_bytes(data)
        # A damaged configuration of the linter itself is told in one line
        run = webmcp_lint("check", f"{number}", "--format", "concise")
        assert run.code in {0, 1} or (run.code == 2 and run.err.count("\n") == 1), (number, run)
        run = webmcp_lint("check", f"{number}", "--format", "json", "--select", "all", "--no-config")
        assert run.code in {0, 1}, (number, run.err)
        found += bool(run.json["findings"])
        assert webmcp_lint("tools", f"{number}", "--format", "json").code in {0, 2}
    assert found > PROJECTS / 6
