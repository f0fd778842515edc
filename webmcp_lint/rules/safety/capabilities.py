"""Tools that hand a general capability to whoever calls them, as their names, descriptions and parameters tell it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from webmcp_lint.site import names
from webmcp_lint.site.tool import Parameter, Tool


@dataclass(frozen=True, slots=True)
class Capability:
    """What an agent may do with it, and how that is recognised: the action in words, and the parameter that takes it."""

    does: str
    action: str
    parameter: str


_RUN: Final = r"(?:eval(?:uat\w+)?|exec(?:ut\w+)?|inject\w*|runs?|running) (?:(?:an?|any|arbitrary|custom|given|of|raw|some|the|user|your) ){0,3}"
_END: Final = r"(?=\W*\Z|[.,;:!)\n]| (?:against|and|as|by|for|from|given|in|inside|of|on|or|that|to|using|via|which|with|within|you)\b)"
"""What may stand behind the object; another noun would make it something else: "the code check"."""

_CAPABILITIES: Final = (
    Capability(
        "runs whatever code it is given",
        action=rf"\b{_RUN}(?:piece of |snippet of )?(?:code|expressions?|java ?script|js|python|(?:user )?scripts?){_END}"
        r"|\barbitrary (?:code|javascript|scripts)\b|\beval\b",
        parameter=r"(?:\w+ )?(?:code|expression|javascript|js|python|script|snippet|source)",
    ),
    Capability(
        "runs whatever SQL it is given",
        action=rf"\b(?:{_RUN}|query |queries )(?:raw |read only |select )?sql\b|\barbitrary (?:queries|sql)\b",
        parameter=r"(?:sql )?(?:query|sql|statement)(?: (?:sql|text))?",
    ),
    Capability(
        "runs whatever command it is given",
        action=rf"\b{_RUN}(?:bash|command line|os|shell|system|terminal) (?:commands?|scripts?)\b|\barbitrary commands\b",
        parameter=r"(?:bash |shell )?(?:args|cmd|command|script)",
    ),
    Capability(
        "requests whatever address it is given",
        action=r"\b(?:curl|fetch(?:es)?|proxy|proxies|request|scrapes?) (?:(?:the )?(?:contents?|data|html|page|response|text) (?:at|from|of) )?"
        rf"(?:(?:an?|any|external|given|remote|the|web) ){{0,2}}(?:address|ur[il]s?|web ?pages?){_END}"
        r"|\b(?:makes?|performs?|sends?) (?:an? |any |arbitrary |custom )?(?:api|http|network) (?:calls?|requests?)\b"
        r"|\bhttp request\b|\barbitrary urls\b",
        parameter=r"(?:api |request |target )?(?:endpoint|href|uri|url)",
    ),
)

_CONTAINED: Final = re.compile(
    r"\b(?:calculator|compiler|demo database|exercise|in[ -]browser|in[ -]memory|isolated|judge|kata|lesson|notebook|playground|pyodide|repl"
    r"|sandbox(?:ed|es)?|simulat\w+|tutorial|wasm|web ?assembly|worker)\b"
)
"""Words of pages that run code where it can do no harm, which is what they are for."""


def capability(tool: Tool, about: str = "") -> tuple[Capability, Parameter] | None:
    """Return the general capability that a tool offers, with the parameter that takes it.

    `about` is what the page says it is about.
    """
    said = (" ".join(names.words(tool.label or "")), (tool.title.known or ""), (tool.description.known or ""))
    subject = "\n".join(said).lower()
    if _CONTAINED.search(subject) or _CONTAINED.search(about.lower()):
        return None
    for each in _CAPABILITIES:
        if re.search(each.action, subject):
            for parameter in tool.parameters:
                if re.fullmatch(each.parameter, " ".join(names.words(parameter.name))) and _takes_anything(parameter):
                    return each, parameter
    return None


def _takes_anything(parameter: Parameter) -> bool:
    schema = parameter.schema
    if not isinstance(schema, dict) or schema.get("type", "string") != "string":
        return False
    return not {"anyOf", "const", "enum", "oneOf", "pattern", "$ref"} & schema.keys()
