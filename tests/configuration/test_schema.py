"""The JSON Schema of the configuration, and the configurations that it takes."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft7Validator

from webmcp_lint.configuration import schema, template
from webmcp_lint.configuration.file import ConfigurationError, ConfigurationFile
from webmcp_lint.configuration.reading import KEYS, read

README = re.findall(
    r"^```toml\n(.*?)^```$",
    (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8"),
    re.MULTILINE | re.DOTALL,
)
VALIDATOR = Draft7Validator(json.loads(schema.FILE.read_text(encoding="utf-8")))


def test_the_file_is_current() -> None:
    current = schema.FILE.read_text(encoding="utf-8")
    assert current == schema.render(), "write it anew: python -m webmcp_lint.configuration.schema"


def test_the_schema_is_one_and_has_every_key() -> None:
    Draft7Validator.check_schema(schema.schema())
    assert set(VALIDATOR.schema["properties"]) == KEYS


def is_taken(text: str) -> bool:
    content = tomllib.loads(text)
    try:
        read(ConfigurationFile(Path("webmcp-lint.toml"), text, (), content))
    except ConfigurationError:
        return False
    return True


@pytest.mark.parametrize(
    "text",
    [
        template.text(),
        pytest.param(README[0], id="readme"),
        'preset = "strict"\nclients = ["openai", "claude"]\nfail-on = "error"\nrequire-reason = true',
        'select = "forms"\nextend-select = ["all"]\nignore = ["autosubmit-false", "schema"]',
        '[rules]\nautosubmit-false = "off"\ntoo-many-tools = { level = "error", max = 5 }',
        'include = ["site/**"]\nexclude = "site/old"\ntargets = "firefox"\nbaseline = "known.json"',
        '[[overrides]]\nfiles = ["a", "b"]\n[overrides.rules]\nlong-description = { max-name = 3 }',
        '[[registrars]]\nmodule = "a"\nname = "b"\nargument = 1\nkeys = { execute = "run" }',
        '[[registrars]]\nmodule = "a"\nname = "b"\npositional = ["name"]',
    ],
)
def test_both_take_it(text: str) -> None:
    assert is_taken(text)
    assert VALIDATOR.is_valid(tomllib.loads(text))


@pytest.mark.parametrize(
    "text",
    [
        "presets = 1",
        'preset = "all"',
        'select = "form"',
        'rules.forms = "off"',
        "rules.too-many-tools.max = 0",
        "rules.too-many-tools.min = 1",
        'rules.too-many-tools = "loud"',
        "clients = []\nfail-on = 3",
        "[[overrides]]\nrules = {}",
        '[[registrars]]\nmodule = "a"',
        '[[registrars]]\nmodule = "a"\nname = "b"\nargument = -1',
    ],
)
def test_both_refuse_it(text: str) -> None:
    assert not is_taken(text)
    assert not VALIDATOR.is_valid(tomllib.loads(text))
