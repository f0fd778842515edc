"""Which version of a package a file gets."""

from __future__ import annotations

import json

import pytest

from tests.program.reading import documents
from webmcp_lint.program.versions import NEWEST, required

NPM = '{"packages": {"node_modules/zod": {\n "version": "4.1.12"}, "node_modules/x/node_modules/zod": {"version": "3.25.0"}}}'


def asked(version: str) -> str:
    """Return a package.json that asks for a version of zod."""
    return json.dumps({"dependencies": {"zod": version}})


CASES = [
    ({"package.json": asked("4.1.5")}, (4, 1)),
    ({"package.json": asked("=4.1.5")}, (4, 1)),
    ({"package.json": asked("~4.1.0")}, (4, 1)),
    ({"package.json": asked("4.1.x")}, (4, 1)),
    ({"package.json": asked("npm:zod@4.1.0")}, (4, 1)),
    ({"package.json": asked("^4.1.0")}, (4, NEWEST)),
    ({"package.json": asked("4")}, (4, NEWEST)),
    ({"package.json": asked("^3.25 || ^4.0")}, (3, NEWEST)),
    ({"package.json": asked("latest")}, (NEWEST, NEWEST)),
    ({"package.json": asked("workspace:*")}, None),
    ({"package.json": "{}"}, None),
    ({}, None),
    ({"package.json": asked("^4.0.0"), "package-lock.json": NPM}, (4, 1)),
    ({"package.json": asked("latest"), "package-lock.json": NPM}, (4, 1)),
    ({"package.json": asked("^3.0.0"), "package-lock.json": NPM}, (3, NEWEST)),
    ({"package.json": asked("^4.0.0"), "pnpm-lock.yaml": "packages:\n\n  zod@3.25.1:\n    x: 1\n\n  zod@4.1.12:\n"}, (4, 1)),
    ({"package.json": asked("^4.0.0"), "pnpm-lock.yaml": "packages:\n  /zod@4.1.12:\n"}, (4, 1)),
    ({"package.json": asked("^4.0.0"), "yarn.lock": 'zod@^4.0.0:\n  version "4.1.12"\n'}, (4, 1)),
    ({"package.json": asked("^4.0.0"), "yarn.lock": '"zod@npm:^4.0.0":\n  version: 4.1.12\n'}, (4, 1)),
    ({"package.json": asked("^4.0.0"), "bun.lock": '{"packages": {"zod": ["zod@4.1.12", ""]}}'}, (4, 1)),
    ({"package.json": asked("^4.0.0"), "bun.lock": '{"packages": {"zod": ["zod@4.1.12"], "x/zod": ["zod@4.3.0"]}}'}, (4, 3)),
    ({"package.json": asked("^4.0.0"), "yarn.lock": 'not-zod@^4.0.0:\n  version "4.1.12"\n'}, (4, NEWEST)),
    ({"i.html": '<script type=importmap>{"imports": {"zod": "https://esm.sh/zod@4.1.5"}}</script><script type=module src=main.js></script>'}, (4, 1)),
    ({"i.html": '<script type=importmap>{"imports": {"z": "https://esm.sh/zod"}}</script><script type=module src=main.js></script>',
      "package.json": asked("3.25.0")}, (NEWEST, NEWEST)),
]  # fmt: skip


@pytest.mark.parametrize(("sources", "expected"), CASES)
def test_the_version_of_a_package(sources: dict[str, str], expected: tuple[int, int] | None) -> None:
    project, _ = documents({"main.js": "", **sources})
    assert required(project.modules, "zod", "/site/main.js") == expected


def test_a_workspace_has_the_lock_file_of_its_root() -> None:
    project, _ = documents({"app/main.js": "", "app/package.json": asked("^4.0.0"), "package-lock.json": NPM})
    assert required(project.modules, "zod", "/site/app/main.js") == (4, 1)
