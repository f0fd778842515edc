"""The configuration as a JSON Schema, for editors that check and complete; made of what the rules say."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from webmcp_lint import rule_pages
from webmcp_lint.browser.clients import CLIENTS
from webmcp_lint.configuration.reading import FAIL_ON, LEVELS, PRESETS, TOOL_PROPERTIES
from webmcp_lint.rules import Rule, all_rules

FILE = Path(__file__).with_name("schema.json")

_Schema = dict[str, object]


def schema() -> _Schema:
    """Return the schema of `webmcp-lint.toml`; draft 7 is what most editors know."""
    rules = all_rules()
    selectors = sorted({"all", *(name for rule in rules for name in rule.names)})
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Configuration of webmcp-lint",
        "type": "object",
        "additionalProperties": False,
        "definitions": {
            "selectors": _one_or_more({"enum": selectors}),
            "texts": _one_or_more({"type": "string"}),
            "level": {"enum": list(LEVELS)},
            "rules": {
                "type": "object",
                "additionalProperties": False,
                "properties": {name: _rule(rule) for rule in rules for name in (rule.name, *rule.aliases)},
            },
        },
        "properties": {
            "preset": _told("Which rules are on: those that are by default, or all.", enum=list(PRESETS)),
            "select": _told("Run these rules only.", **_ref("selectors")),
            "extend-select": _told("Run these rules too.", **_ref("selectors")),
            "ignore": _told("Leave these rules out.", **_ref("selectors")),
            "rules": _told("Levels and options of single rules.", **_ref("rules")),
            "overrides": _told(
                "What holds for some files instead; later ones win.",
                type="array",
                items={
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["files"],
                    "properties": {"files": _ref("texts"), "rules": _ref("rules")},
                },
            ),
            "include": _told("Report only what is in these files (patterns as in .gitignore).", **_ref("texts")),
            "exclude": _told("Report nothing in these files (patterns as in .gitignore).", **_ref("texts")),
            "clients": _told("Whom the tools must suit.", **_one_or_more({"enum": sorted(CLIENTS)})),
            "targets": _told("The browsers that the site is for, such as `chrome >= 155, firefox`.", **_ref("texts")),
            "registrars": _told("Functions of libraries that register tools.", **_one_or_more(_registrar())),
            "fail-on": _told("From which level the exit code is 1.", enum=list(FAIL_ON)),
            "require-reason": _told("Report suppression comments that give no reason.", type="boolean"),
            "baseline": _told("The file of findings that are known and not shown.", type="string"),
        },
    }


def render() -> str:
    """Return the text of the schema's file."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def main() -> None:
    """Write the file of the schema anew."""
    FILE.write_text(render(), encoding="utf-8")


def _told(description: str, **facts: object) -> _Schema:
    # Beside a `$ref`, draft 7 reads nothing else
    if "$ref" in facts:
        return {"description": description, "allOf": [facts]}
    return {"description": description, **facts}


def _ref(name: str) -> _Schema:
    return {"$ref": f"#/definitions/{name}"}


def _one_or_more(item: _Schema) -> _Schema:
    return {"anyOf": [item, {"type": "array", "items": item}]}


def _rule(rule: Rule) -> _Schema:
    options: dict[str, _Schema] = {
        option.name: {
            "description": f"{option.meaning[:1].upper()}{option.meaning[1:]}.",
            "type": "integer",
            "minimum": option.least,
            "default": option.default,
        }
        for option in rule.options
    }
    table: _Schema = {
        "type": "object",
        "additionalProperties": False,
        "properties": {"level": _ref("level"), **options},
    }
    described: _Schema = {"description": f"Reports {rule.summary}.", "anyOf": [_ref("level"), table]}
    address = rule_pages.url(rule)
    return described if address is None else {**described, "x-taplo": {"links": {"key": address}}}


def _registrar() -> _Schema:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["module", "name"],
        "properties": {
            "module": _told("The package that exports the function.", type="string"),
            "name": _told("The name of the export.", type="string"),
            "argument": _told("Which argument the tool is, from 0.", type="integer", minimum=0, default=0),
            "list": _told("Whether that argument is a list of tools.", type="boolean", default=False),
            "keys": _told(
                "What the library calls the properties of a tool.",
                type="object",
                additionalProperties=False,
                properties=_each(TOOL_PROPERTIES, {"type": "string"}),
            ),
            "positional": _told(
                "What the arguments are, where the tool is spread over them.",
                type="array",
                items={"enum": list(TOOL_PROPERTIES)},
            ),
        },
    }


def _each(names: Iterable[str], schema: _Schema) -> _Schema:
    return dict.fromkeys(names, schema)


if __name__ == "__main__":
    main()
