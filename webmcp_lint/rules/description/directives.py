"""Phrases by which a description scripts the model that reads it, instead of saying what a tool does.

Collected from public WebMCP demos, and from the guidance on tools of Chrome, OpenAI and Anthropic: a contract says what
a tool does and when to use it, the order of calls is the agent's to find. What states one clear precondition ("Get the id
from `get_menu` first.", "Only call this when the user confirms") is none of these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

_CALL = r"(?:call|execute|invoke|perform|run|use)"

_ACTS = r"(?:ask|call|check|click|confirm|fill|find|get|open|read|run|search|select|tell|use|verify|wait)"

_PHRASES = (
    # A procedure, of which the tool is one step
    rf"\bstep (?:1|one)[:.)]? (?:ask|{_CALL})\b[^\n]{{1,300}}?\bstep (?:2|two)\b",
    rf"(?:\A|(?<=\s))\(?1[.)] (?:first,? )?{_ACTS}\b[^\n]{{1,300}}?\s\(?2[.)] ",
    (
        rf"\bfirst,? (?:you (?:must|should) )?(?:ask|{_CALL})\b[^.\n]{{1,150}}[.,;] ?(?:and )?then,? (?:ask|{_CALL})\b"
        r"[^\n]{1,200}?\b(?:after that|finally|then),? "
    ),
    # Orders that hold for every conversation
    rf"\balways {_CALL} [^.\n]{{1,80}}?\b(?:before|first)\b",
    rf"\byou must (?:always |first )?{_CALL}\b",
    rf"\bnever {_CALL} [^.\n]{{1,100}}?\bunless\b",
    r"\b(?:before|instead of) (?:any|all) other tools?\b",
    r"\bdo not (?:answer|reply|respond) (?:to the user )?(?:before|unless|until|without)\b",
    rf"\b(?:(?:automatically|immediately|then) {_CALL}|continue|proceed) [^.\n]{{0,80}}?\bwithout (?:asking|prompting|waiting for)\b",
    # How to think, and whom to be
    r"\bthink (?:about (?:it|this) (?:carefully|first)|carefully|hard|it through|step by step)\b",
    r"\blet'?s think\b",
    r"\breason (?:carefully|step by step)\b",
    r"\byou are an? (?:[a-z-]+ ){0,3}(?:agent|ai|assistant|bot|chatbot|expert|model)\b",
    r"\byour (?:goal|job|role|task) is to\b",
)


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{phrase})" for phrase in _PHRASES), re.IGNORECASE)


def directives(text: str) -> Iterator[re.Match[str]]:
    """Yield the phrases of a text that tell a model what to do, in order."""
    return _pattern().finditer(text)
