"""What is personal about a person, as parameters ask for it, and the subjects that cannot do without it.

The attributes are those of the specification's example of over-parameterization and of GDPR, article 9; the subjects come
from public WebMCP tools that ask for one of them with good reason.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

ATTRIBUTES: Final = {
    "age": r"ages?|age (?:group|range)|user age|birth ?(?:date|day|year)|date of birth|dob|year of birth",
    "gender": r"(?:user )?gender|sex",
    "income": r"(?:annual |household |monthly |yearly )?income|salary|net worth",
    "location": r"(?:current |home |my |user )?(?:location|latitude|longitude|geolocation)|home address",
    "body": r"(?:body )?(?:height|weight)|skin (?:color|colour|tone|type)|hair (?:color|colour)|body type|bmi",
    "health": r"pregnant|pregnancy|is pregnant|disability|disabilities|health (?:condition|conditions|status)|medical (?:conditions?|history)"
    r"|medications?|allergies|diagnosis|mental health",
    "family": r"marital status|relationship status|(?:number of |num )?children|family status|is married|has children",
    "origin": r"ethnicity|ethnic origin|nationality|citizenship|immigration status",
    "belief": r"religion|religious (?:belief|beliefs)|political (?:affiliation|party|views?)|union membership",
    "sexuality": r"sexual orientation|sexuality|gender identity",
    "past": r"(?:browsing|location|order|purchase|search|shopping) history|(?:past|previous) (?:bookings|orders|purchases|searches|visits)"
    r"|visited (?:pages|sites)|recent searches",
    "work": r"employer|occupation|job title|education level|credit score",
}
"""For each attribute, the words of names that ask for it."""

_IDENTIFIES: Final = re.compile(
    r"\b(?:account|admission|adopt|applicant|application|apply|appointment|astrolog|benefit|birth|bmi|calculat|calori|candidate|care\b|census"
    r"|clinic|compatib|contact|credit|customer|dating|deliver|demograph|diagnos|diet|doctor|donat|donor|driver|dose|eligib|employ|enrol"
    r"|estimate|famil|fitness|guest|gym|health|hiring|horoscope|hospital|hotel|hr\b|human resources|immigra|insur|invest|job|kyc|loan|medic"
    r"|member|mortgage|nutrition|onboard|parent|passenger|passport|patient|payroll|pension|people|persona\b|person\b|pets?\b|player|predict|prescri"
    r"|profile|quote|recruit|regist|reimburs|resume|retire|risk|salar|school|sign ?up|sizing|student|survey|symptom|tax|therap|train|travel"
    r"|triage|user|vaccin|visa\b|wellness|workout|zodiac)",
    re.IGNORECASE,
)
"""Whoever signs up, applies, is treated, insured, taxed or counted has to say who they are."""

_IS_SOMEWHERE: Final = re.compile(
    r"\b(?:address|apartment|area|city|deliver|direction|distance|event|flight|geo|home|hotel|house|local|map|near|place|pickup|propert"
    r"|region|restaurant|route|ship|store|tour|transit|travel|trip|venue|weather)",
    re.IGNORECASE,
)
"""Subjects of which a place is part."""


def attribute(words: Sequence[str]) -> str | None:
    """Return which personal attribute a parameter of these words asks for."""
    name = " ".join(words)
    return next((each for each, pattern in ATTRIBUTES.items() if re.fullmatch(pattern, name)), None)


def is_needed(asked: str, subject: str) -> bool:
    """Whether what `subject` says a tool or a page does may need a personal attribute, or is about it."""
    if _IDENTIFIES.search(subject) or re.search(rf"\b{asked}", subject, re.IGNORECASE):
        return True
    return asked == "location" and _IS_SOMEWHERE.search(subject) is not None
