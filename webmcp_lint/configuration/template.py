"""The file that `init` writes: every setting, as it is without the file."""

from __future__ import annotations

from webmcp_lint import rule_pages

NAME = "webmcp-lint.toml"

_TEXT = """\
# What webmcp-lint reports in this project; each line shows what holds without it.
# `webmcp-lint rules` lists the rules, `webmcp-lint explain RULE` says more about one.

# "strict" switches on the rules that are off by default.
# preset = "recommended"

# Whom the tools must suit: "chrome", "openai", "claude", "gemini".
# clients = ["chrome"]

# The browsers that the site is for, such as "chrome 149-158" or "firefox".
# targets = ["chrome >= 155"]

# From which level the exit code is 1: "error", "warning", "note" or "never".
# fail-on = "warning"

# Rules, or their categories, to run too or to leave out.
# extend-select = []
# ignore = []

# Nothing is reported in these files; the patterns are those of .gitignore.
# exclude = []

# Whether a comment that silences a rule has to say why.
# require-reason = false

# Levels are "off", "note", "warning" and "error"; some rules have options.
[rules]
# autosubmit-false = "error"
# too-many-tools = { level = "note", max = 40 }

# What holds for some files instead.
# [[overrides]]
# files = ["demo/"]
# rules = { long-description = "off" }

# A function of a library that registers tools: `useTool({ id, description, run })` of "@acme/agent".
# [[registrars]]
# module = "@acme/agent"
# name = "useTool"
# keys = { name = "id", execute = "run" }
"""


def text() -> str:
    """Return the text of the file; editors find the schema by its first line."""
    home = rule_pages.home()
    schema = "" if home is None else f"#:schema {home}/raw/main/webmcp_lint/configuration/schema.json\n"
    return schema + _TEXT
