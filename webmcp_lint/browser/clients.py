"""What the clients behind an agent accept: the limits of browsers, models and bridges, as data with evidence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class NameSyntax:
    """Which names a client takes; `description` continues "it takes names of …"."""

    pattern: re.Pattern[str]
    description: str

    def accepts(self, name: str) -> bool:
        """Whether the client takes `name` as it is."""
        return self.pattern.fullmatch(name) is not None


@dataclass(frozen=True, slots=True)
class Client:
    """The limits of one client; lengths are in characters, None where no limit is known.

    Beyond a `max_…` the registration or the whole request fails, beyond a `cut_…` the rest is silently dropped, and
    what is beyond an `advised_…` goes against the client's own guidance. `evidence` names the source of each field.
    """

    title: str
    evidence: Mapping[str, Sequence[str]]
    tool_name: NameSyntax | None = None
    parameter_name: NameSyntax | None = None
    """For the properties at the root of a schema; what stands deeper is not looked at."""
    refused_keywords: frozenset[str] | None = None
    """Keywords of JSON Schema for which it refuses the request, wherever they stand."""
    refused_root_keywords: frozenset[str] | None = None
    """Keywords that it refuses at the root of a schema."""
    has_strict_mode: bool | None = None
    """Whether a mode of it demands every parameter, and `additionalProperties: false` of every object."""
    max_description: int | None = None
    cut_description: int | None = None
    max_tools: int | None = None
    advised_name: int | None = None
    """For tools and parameters alike."""
    advised_description: int | None = None
    advised_parameter_description: int | None = None
    advised_tools: int | None = None

    def takes_tool_name(self, name: str) -> bool:
        """Whether a tool may have this name; True where no limit is known."""
        return self.tool_name is None or self.tool_name.accepts(name)

    def takes_parameter_name(self, name: str) -> bool:
        """Whether a parameter may have this name; True where no limit is known."""
        return self.parameter_name is None or self.parameter_name.accepts(name)


CLIENTS: Final[Mapping[str, Client]] = {
    "chrome": Client(
        title="Chrome",
        tool_name=NameSyntax(re.compile(r"[A-Za-z0-9_.-]{1,128}"), "1 to 128 ASCII letters, digits, `_`, `.` and `-`"),
        advised_name=30,
        advised_description=500,
        advised_parameter_description=150,
        advised_tools=40,
        evidence={
            "tool_name": ("Chromium 156: J-name00 … J-name21",),
            "advised_name": ("GoogleChromeLabs/webmcp-tools: tool-design.md",),
            "advised_description": ("GoogleChromeLabs/webmcp-tools: tool-design.md",),
            "advised_parameter_description": ("GoogleChromeLabs/webmcp-tools: tool-design.md",),
            "advised_tools": ("Lighthouse: registered-tools audit",),
        },
    ),
    "openai": Client(
        title="OpenAI",
        tool_name=NameSyntax(re.compile(r"[A-Za-z0-9_-]{1,64}"), "1 to 64 ASCII letters, digits, `_` and `-`"),
        has_strict_mode=True,
        max_description=1024,
        max_tools=128,
        evidence={
            "tool_name": ("ida-pro-mcp#129", "packit/ai-workflows#619"),
            "has_strict_mode": ("ellmer#671",),
            "max_description": ("modelcontextprotocol/servers#799",),
            "max_tools": ("zed#32946", "hexstrike-ai#29", "claude-code-router#686"),
        },
    ),
    "claude": Client(
        title="Claude",
        tool_name=NameSyntax(re.compile(r"[A-Za-z0-9_-]{1,64}"), "1 to 64 ASCII letters, digits, `_` and `-`"),
        parameter_name=NameSyntax(
            re.compile(r"[A-Za-z0-9_.-]{1,64}"), "1 to 64 ASCII letters, digits, `_`, `.` and `-`"
        ),
        refused_root_keywords=frozenset({"allOf", "anyOf", "oneOf"}),
        cut_description=2048,
        evidence={
            # The Messages API takes 128 today; its older versions, claude.ai and Cowork stop at 64
            "tool_name": ("anthropics/claude-code#5835", "anthropics/claude-code#60429", "anthropics/claude-code#1423"),
            "parameter_name": ("twilio-labs/mcp#58", "composio#3500", "decocms/studio#6874"),
            "refused_root_keywords": ("anthropics/claude-code#40075", "anthropics/claude-code#5973", "huly-mcp#66"),
            "cut_description": ("anthropics/claude-code#41593", "anthropics/claude-code#87650"),
        },
    ),
    "gemini": Client(
        title="Gemini",
        tool_name=NameSyntax(
            re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]{0,63}"),
            "an ASCII letter or `_`, then up to 63 letters, digits, `_`, `.`, `:` and `-`",
        ),
        refused_keywords=frozenset(
            {"$schema", "additionalProperties", "patternProperties", "propertyNames", "dependentRequired", "const"}
            | {"uniqueItems", "prefixItems", "multipleOf", "exclusiveMinimum", "exclusiveMaximum", "examples"}
        ),
        evidence={
            # 64 in AI Studio and older Vertex, 63 in Firebase, 128 in newer documentation of aiplatform
            "tool_name": ("gemini-cli#2966", "gemini-cli#7869"),
            # Unless the client strips them, or sends the schema as `parametersJsonSchema`
            "refused_keywords": ("LibreChat#13850", "ihub-apps#1566", "zed#52670"),
        },
    ),
}
"""The clients that a configuration may name."""

BRIDGE_NAME: Final = 40
"""How long a tool's name may be behind a bridge, which puts up to 24 characters before it under a limit of 64.

Playwright MCP in Claude Code lists `mcp__playwright__webmcp_<name>` (playwright#42671).
"""


def titles(clients: Iterable[Client]) -> str:
    """Return their titles as people list them: `OpenAI, Claude and Gemini`."""
    *others, last = (client.title for client in clients)
    return f"{', '.join(others)} and {last}" if others else last
