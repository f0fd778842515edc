"""sensitive-parameter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webmcp_lint.browser.controls import control_type
from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.names import words
from webmcp_lint.site.page import Page
from webmcp_lint.site.tool import Parameter, Tool
from webmcp_lint.source import Location
from webmcp_lint.syntax.dom import Element

_CREDENTIAL: Final = "a password"
_CODE: Final = "a one-time code"
_CARD: Final = "a payment card's data"
_KEY: Final = "a secret key"
_IDENTITY: Final = "an identity number"

_BY_AUTOCOMPLETE: Final = {
    "current-password": _CREDENTIAL,
    "one-time-code": _CODE,
    "cc-number": _CARD,
    "cc-csc": _CARD,
    "cc-exp": _CARD,
    "cc-exp-month": _CARD,
    "cc-exp-year": _CARD,
}
"""Autofill fields (4.10.18.7.1). `new-password` stands on other fields only to keep password managers away."""

_BY_NAME: Final = {
    "password": _CREDENTIAL,
    "passwd": _CREDENTIAL,
    "passcode": _CREDENTIAL,
    "passphrase": _CREDENTIAL,
    "otp": _CODE,
    "totp": _CODE,
    "otpcode": _CODE,
    "mfacode": _CODE,
    "onetimecode": _CODE,
    "twofactorcode": _CODE,
    "creditcard": _CARD,
    "creditcardnumber": _CARD,
    "debitcardnumber": _CARD,
    "ccnumber": _CARD,
    "cvv": _CARD,
    "cvc": _CARD,
    "cardcvv": _CARD,
    "cardcvc": _CARD,
    "cardsecuritycode": _CARD,
    "apikey": _KEY,
    "apisecret": _KEY,
    "clientsecret": _KEY,
    "privatekey": _KEY,
    "secretkey": _KEY,
    "accesstoken": _KEY,
    "authtoken": _KEY,
    "ssn": _IDENTITY,
    "socialsecurity": _IDENTITY,
    "socialsecuritynumber": _IDENTITY,
    "nationalinsurancenumber": _IDENTITY,
    "passportnumber": _IDENTITY,
}
"""How the words of a name end, put together; `token`, `secret`, `pin` and `code` alone are ordinary words."""

_ALONE: Final = {"cardnumber": _CARD, "cardno": _CARD}
"""Whole names: a library has card numbers too."""

_LONGEST: Final = 4
"""As many words has the longest of them."""

_REPEATS: Final = frozenset({"again", "confirm", "confirmation", "repeat"})
_ASKS_WHETHER: Final = frozenset(
    {"allow", "enable", "forgot", "generate", "has", "have", "hide", "include", "is", "need", "needs", "no", "remember"}
    | {"require", "requires", "reset", "show", "use", "with"}
)


@rule(
    level=Level.WARNING,
    summary="a parameter that takes a password, a one-time code, card data or another secret",
    sources=(
        "HTML standard 4.10.18.7.1: autofill fields",
        "WebMCP specification: privacy and security considerations",
    ),
)
def sensitive_parameter(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the parameters whose control, format or name says that they hold a secret of a person."""
    for tool in page.tools:
        groups = tool.form.groups if tool.form is not None else ()
        controls = {group.pointer: group.members[0] for group in groups if len(group.members) == 1}
        is_sent_at_once = tool.is_autosubmitted and _is_certain(tool)
        for parameter in tool.parameters:
            found = _by_control(controls.get(parameter.pointer)) or _by_schema(parameter)
            if found is None:
                continue
            secret, location = found
            subject = f"`{parameter.name}`" if parameter.name else "a control without a name"
            yield Finding(
                f"{subject} asks an agent for {secret}",
                location,
                label="what fills it has passed through the agent, its model and their logs"
                + (", and `toolautosubmit` sends it with no person looking" if is_sent_at_once else ""),
                help="take it where a person types it: in a form or a step that is no tool",
                tool=tool.label,
                level=Level.ERROR if is_sent_at_once else None,
            )


def _is_certain(tool: Tool) -> bool:
    attribute = tool.form.form.get("toolautosubmit") if tool.form is not None else None
    return attribute is not None and attribute.certain


def _by_control(control: Element | None) -> tuple[str, Location] | None:
    if control is None:
        return None
    kind, autocomplete = control.get("type"), control.get("autocomplete")
    if kind is not None and kind.certain and control_type(control) == "password":
        return _CREDENTIAL, kind.value_or_name
    if autocomplete is None or not autocomplete.certain:
        return None
    fields = autocomplete.value.lower().split()
    return next(((_BY_AUTOCOMPLETE[it], autocomplete.value_or_name) for it in fields if it in _BY_AUTOCOMPLETE), None)


def _by_schema(parameter: Parameter) -> tuple[str, Location] | None:
    schema = parameter.schema
    if not isinstance(schema, dict) or {"enum", "const", "anyOf", "oneOf"} & schema.keys():
        return None
    if schema.get("type", "string") not in ("string", "number", "integer"):
        return None
    secret = _CREDENTIAL if schema.get("format") == "password" else _named(parameter.name)
    return None if secret is None else (secret, parameter.origin.key or parameter.origin.value)


def _named(name: str) -> str | None:
    """Return the secret that a name names, whatever stands before it: `user[password]`, `newPassword`."""
    said = words(name)
    while said and (said[-1].isdecimal() or said[-1] in _REPEATS):
        said.pop()
    if not said or said[0] in _ASKS_WHETHER:
        return None
    endings = ("".join(said[start:]) for start in range(max(len(said) - _LONGEST, 0), len(said)))
    return next((_BY_NAME[ending] for ending in endings if ending in _BY_NAME), _ALONE.get("".join(said)))
