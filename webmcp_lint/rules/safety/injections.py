"""Phrases that instruct the agent which reads a tool, instead of describing the tool.

Collected from published tool-poisoning attacks (Invariant Labs 2025, MCPTox, OWASP MCP03 and its detection indicators) and
held against the false alarms that scanners of MCP servers had to take back: "ignore case", "acts as a proxy", "send to the
GPU", "returns the system prompt template". Each needs a verb *and* an object that only an agent has.

Written for folded texts (`folding`): lower case, no accents; a space stands for whatever parts two words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Final
from unicodedata import normalize

from webmcp_lint.rules.safety.confusables import LATIN
from webmcp_lint.rules.safety.folding import folded, spaced_out
from webmcp_lint.rules.safety.invisible import is_invisible

_MAX_CONSIDERED: Final = 5
"""How often a phrase may be quoted before it is read over."""

_GAP: Final = r"(?:\W{1,4})"
"""What parts two words."""

DROP: Final = "tells an agent to drop the instructions it has"
CONCEAL: Final = "tells an agent to keep something from its user"
DISCLOSE: Final = "tells an agent to give away its instructions"
IMITATE: Final = "imitates the marks around a model's own instructions"
TAKE: Final = "tells an agent to take a secret along"

_DROPS: Final = "(?:bypass|discard|disregard|forget|ignore|override)"
_EARLIER: Final = "(?:above|developer|earlier|foregoing|initial|original|preceding|previous|prior|safety|system)"
_ORDERS: Final = "(?:directives?|guidelines|instructions?|prompts?|safety rules|system messages?)"
_DISCLOSES: Final = "(?:append|disclose|dump|give|include|leak|output|print|repeat|reveal|send|show|tell)"
_NOT: Final = "(?:do not|don t|dont|must not|never|should not)"
_THIS: Final = "(?:anything|it|that|the above|them|these|this)"
_USER: Final = "(?:the|your|any) (?:end )?(?:customer|human|operator|person|user)s?"
_PRIVATE_FILE: Final = r"(?:~/\.?ssh|id rsa|/etc/(?:passwd|shadow)|\.aws/credentials|\.cursor/mcp\.json)"

_IN_WORDS: Final = {
    DROP: (
        (
            f"{_DROPS} (?:(?:all|any|every|my|of|other|the|these|those|your) ){{0,4}}"
            f"{_EARLIER} (?:(?:and|or) {_EARLIER} )?(?:(?:chat|safety|system|user) )?{_ORDERS}"
        ),
        rf"{_DROPS} (?:(?:all|any|of) ){{0,2}}your (?:\w+ )?(?:{_ORDERS}|guardrails|programming|training)",
        f"{_DROPS} (?:all|anything|everything) (?:(?:that )?you (?:have been|were) told|(?:above|before) this)",
        f"{_NOT} (?:follow|obey) (?:(?:all|any|the|these|your) ){{0,2}}{_EARLIER} {_ORDERS}",
        "you are (?:no longer bound by|now (?:an? )?(?:dan|evil|in developer mode|jailbroken|uncensored|unfiltered|unrestricted))",
        # German, French, Spanish and Portuguese, Italian
        (
            "(?:ignorier(?:e|en sie)?|missachte|vergiss|vergessen sie) (?:alle |deine |die |ihre ){0,2}"
            "(?:bisherigen|fruheren|obigen|vorangegangenen|vorherigen|vorigen) (?:anweisungen|instruktionen|vorgaben)"
        ),
        (
            "(?:ignore[rz]?|oublie[rz]?) (?:toutes )?(?:les|tes|vos) (?:consignes|directives|instructions)"
            " (?:anterieures|ci dessus|precedentes)"
        ),
        (
            "(?:desconsidere|esqueca|esquece|ignora|ignore|olvida|olvide) (?:todas )?(?:as|las|sus|tus|suas)"
            " (?:instrucciones|instrucoes) (?:anteriores|previas)"
        ),
        "(?:dimentica|ignora) (?:tutte )?le (?:tue )?istruzioni (?:precedenti|sopra)",
    ),
    CONCEAL: (
        f"{_NOT} (?:inform|tell) {_USER} (?:about|any of|of {_THIS}|that you|what you|{_THIS})",
        rf"{_NOT} (?:inform|tell) {_USER}(?= ?[.!;]|\s*\Z)",
        f"{_NOT} let {_USER} know",
        rf"{_NOT} (?:disclose|explain|mention|report|reveal|show) (?:any of |about )?{_THIS} (?:(?:\w+ ){{0,3}}?)to {_USER}",
        f"{_NOT} mention (?:that you|these (?:instructions|steps)|this (?:instruction|step))",
        rf"(?:hide|keep) {_THIS} (?:(?:\w+ ){{0,3}}?)from {_USER}",
        f"without (?:informing {_USER}|letting {_USER} know|telling {_USER}|{_USER}(?: s)? (?:knowing|knowledge|noticing))",
        "(?:covertly|secretly) (?:add|call|collect|copy|execute|forward|include|read|run|send|transmit|upload)",
    ),
    DISCLOSE: (
        (
            f"{_DISCLOSES}(?: me| us)?(?: (?:all|entire|exact|full|of|the)){{0,3}}"
            " your (?:(?:full|hidden|initial|internal|original|system) )+(?:instructions|prompt)"
        ),
        "(?:leak|repeat|reveal) the (?:hidden |initial |original )?system prompt",
    ),
    TAKE: (
        rf"(?:attach|cat|copy|include|open|pass|read|send|upload)(?: [^.\n]{{0,60}}?)?{_PRIVATE_FILE}",
        (
            r"(?:exfiltrate|forward|leak|post|send|transmit|upload)(?: \w+){0,6}?"
            r" (?:chat|conversation|cookies|credentials|history|passwords?|tokens?)(?: \w+){0,6}? to https?"
        ),
    ),
}

_AS_WRITTEN: Final = {
    IMITATE: (
        r"<\|(?:assistant|endoftext|im (?:end|start)|system|user)\|>|\[/?inst\]|<</?sys>>",
        "</?(?:hidden|important|secret|system|system prompt)>",
        (
            r"(?:\A|(?<=[.!?\n>] ))(?:#+ ?)?system ?: "
            "(?:always|do not|from now|ignore|important|never|override|you (?:are|must))"
        ),
    ),
    DROP: (
        # Chinese, Japanese, Korean
        (
            "(?:忽略|无视|無視|忘记|忘記)掉?(?:你|您)?(?:所有|全部)?(?:之前|以上|以前|先前|前面|此前|上述)的?(?:所有|全部|一切)?的?"
            "(?:指令|指示|提示|命令|规则|規則)"
        ),
        "(?:これまで|以前|上記|今まで)の(?:すべての|全ての)?(?:指示|命令|プロンプト)を?(?:すべて|全て)?(?:無視|忘れ)",
        "이전의? ?(?:모든 ?)?(?:지시|명령|프롬프트)(?:사항)?[을를]? ?(?:모두 ?)?무시",
    ),
}
"""What has to stand as it is: marks, and languages that part no words."""

_QUOTED: Final = re.compile(
    r"\"[^\"]{0,300}\"|`[^`]{0,300}`|(?<!\w)'(?:[^']|(?<=\w)'(?=\w)){0,300}'(?!\w)"
    "|\u201c[^\u201d]{0,300}\u201d|\u201e[^\u201c\u201d]{0,300}[\u201c\u201d]|\u2018[^\u2019]{0,300}\u2019|«[^»]{0,300}»|「[^」]{0,300}」"
)
_ABOUT: Final = re.compile(
    r"\b(?:adversarial|attack(?:s|ers?)?|classif(?:y|ies|ier)|detect(?:s|ion|or)?|guardrails?|injections?|jail ?breaks?|malicious|moderat\w+"
    r"|phishing|red ?team\w*|scan(?:s|ner)?|suspicious)\b"
)
"""Words of texts that speak *about* injections."""


@dataclass(frozen=True, slots=True)
class Injection:
    """A phrase that instructs an agent, by its offsets; `is_disguised` where it is spelled so that people miss it."""

    start: int
    end: int
    what: str
    is_disguised: bool


def injection(text: str) -> Injection | None:
    """Return the first phrase of a text that instructs the agent; one that is quoted or spoken about is none."""
    whole = folded(text)
    for stretch in spaced_out(whole):
        match = _spelled_out().search(stretch.text)
        if match is not None:
            return Injection(*stretch.span(*match.span()), DROP, is_disguised=True)
    found = [
        (match, what)
        for what, pattern in _patterns()
        for match in islice(pattern.finditer(whole.text), _MAX_CONSIDERED)
    ]
    for match, what in sorted(found, key=lambda each: each[0].start()):
        start, end = whole.span(*match.span())
        is_disguised = any(map(_is_disguise, text[start:end]))
        if is_disguised or not _is_mentioned(match):
            return Injection(start, end, what, is_disguised)
    return None


def _is_mentioned(match: re.Match[str]) -> bool:
    text = match.string
    if _ABOUT.search(text[: match.start()]) or _ABOUT.search(text[match.end() :]):
        return True
    return any(quote.start() < match.start() and match.end() < quote.end() for quote in _QUOTED.finditer(text))


def _is_disguise(char: str) -> bool:
    return is_invisible(char) or ord(char) in LATIN or (not char.isascii() and normalize("NFKC", char).isascii())


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    in_words = {
        what: [rf"(?<!\w){phrase.replace(' ', _GAP)}(?!\w)" for phrase in phrases]
        for what, phrases in _IN_WORDS.items()
    }
    return tuple(
        (what, re.compile(phrase))
        for table in (in_words, _AS_WRITTEN)
        for what, phrases in table.items()
        for phrase in phrases
    )


@cache
def _spelled_out() -> re.Pattern[str]:
    return re.compile(_IN_WORDS[DROP][0].replace(" ", ""))
