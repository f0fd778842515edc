"""Which version of a package a file gets."""

from __future__ import annotations

import json

import pytest

from tests.program.reading import documents
from webmcp_lint.program.version_ranges import NEWEST, parse
from webmcp_lint.program.versions import required

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
    ({"package.json": asked("^3.25 || ^4.0")}, (4, NEWEST)),
    ({"package.json": asked("^3.25 || ^4.0"), "yarn.lock": 'zod@^3.0.0:\n  version "3.25.1"\n'}, (3, 25)),
    ({"package.json": asked(">=3"), "package-lock.json": NPM}, (4, 1)),
    ({"package.json": asked(">=3 <4"), "package-lock.json": NPM}, (3, NEWEST)),
    ({"package.json": asked("^4.3.0"), "package-lock.json": NPM}, (4, NEWEST)),
    ({"package.json": asked("latest")}, (NEWEST, NEWEST)),
    ({"package.json": asked("workspace:*")}, None),
    ({"package.json": asked("catalog:zod4")}, None),
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


RANGES = [
    ("*", (NEWEST, NEWEST)),
    ("x", (NEWEST, NEWEST)),
    (">=3", (NEWEST, NEWEST)),
    (">3.1", (NEWEST, NEWEST)),
    (">= 3.0.0 < 5", (4, NEWEST)),
    (">=3 <4.2", (4, 1)),
    (">=3 <4.2.0", (4, 1)),
    (">=3 <4.2.5", (4, 2)),
    (">=3 <4.0.0-0", (3, NEWEST)),
    ("<=4", (4, NEWEST)),
    ("<=4.2", (4, 2)),
    ("3 - 4", (4, NEWEST)),
    ("3.1.0 - 4.2.0", (4, 2)),
    ("^4 || ^3", (4, NEWEST)),
    ("4 || 5.1.x || 3", (5, 1)),
    ("^0.3.1", (0, 3)),
    ("^0", (0, NEWEST)),
    ("~4", (4, NEWEST)),
    ("v4.1.0-beta.1", (4, 1)),
    ("workspace:^4.0.0", (4, NEWEST)),
    ("npm:@x/zod@^4", (4, NEWEST)),
    (">4 <3", None),
    ("<0", None),
    ("next", None),
    ("", None),
    ("file:../zod-3.2", None),
    ("github:x/zod#v3.1", None),
    ("https://x.org/zod-3.25.1.tgz", None),
    ("4.1.5.6", None),
]


@pytest.mark.parametrize(("written", "expected"), RANGES)
def test_the_newest_version_of_a_range(written: str, expected: tuple[int, int] | None) -> None:
    found = parse(written)
    assert (found and found.newest) == expected
