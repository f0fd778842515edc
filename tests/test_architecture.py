"""The map of the house leads to what is there: each module and each function that docs/architecture.md names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import webmcp_lint

PACKAGE = Path(webmcp_lint.__file__).parent
TEXT = (PACKAGE.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
MAP = TEXT.split("```")[1]
ROAD = TEXT.split("## The road of the data")[1]
NAMES = sorted(each for each in re.findall(r"`(\w+(?:\.\w+)+)`", ROAD) if not each.startswith("mc."))


def _defined(tree: ast.AST, name: str) -> Iterator[str]:
    """Yield the dotted names of a module or class, of what it defines, and of what that defines."""
    yield name
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            yield from _defined(node, f"{name}.{node.name}")


@pytest.fixture(scope="module")
def defined() -> list[str]:
    found: list[str] = []
    for path in PACKAGE.rglob("*.py"):
        module = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        found += _defined(ast.parse(path.read_text(encoding="utf-8")), module)
    return found


def test_each_module_on_the_map_is_there(defined: list[str]) -> None:
    modules = {each.rpartition(".")[2] for each in defined}
    assert [each for each in re.findall(r"\b(\w+)\.py\b", MAP) if each not in modules] == []


@pytest.mark.parametrize("name", NAMES)
def test_each_function_on_the_road_is_there(defined: list[str], name: str) -> None:
    assert any(each.endswith(f".{name}") for each in defined)
