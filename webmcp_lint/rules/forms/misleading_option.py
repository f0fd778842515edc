"""misleading-option."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from webmcp_lint.browser.controls import control_type, select_options
from webmcp_lint.browser.forms import FormTool, Group
from webmcp_lint.browser.text import label_text, option_text
from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.branches import are_exclusive
from webmcp_lint.site.page import Page
from webmcp_lint.source import Location
from webmcp_lint.syntax.dom import Element
from webmcp_lint.syntax.templates import HOLE

_PROMPT: Final = re.compile(
    r"[\W_]*(?:$|(?:please\s+)?(?:select|choose|pick)\b|(?:bitte\s+)?(?:aus)?wählen|choisi|sélectionn|seleccion|elige|elija"
    r"|selecion|escolh|scegli|selezion|kies|選択|选择|請選|请选|선택|выбер)",
    re.IGNORECASE,
)
"""A text that holds no word, or begins by asking for a choice in one of the languages that most pages are written in."""

_ODD_SPACE: Final = re.compile(r"^\s|\s$|[^\S\t\n\f\r ]|[\u200b\ufeff]")
"""White space at the ends of a value, and the kinds that nobody types: no-break, ideographic, of no width."""
_UNSEEN: Final = re.compile(r"[^\S ]|[\u200b\ufeff]")


@dataclass(frozen=True, slots=True)
class _Choice:
    """An entry of a parameter's `enum`, with what a person reads in its place."""

    element: Element
    value: str
    text: str

    @property
    def location(self) -> Location:
        """The value where one is written, else the start tag."""
        attribute = self.element.get("value")
        if attribute is None:
            return self.element.location
        return attribute.value_or_name if attribute.value else attribute.location


@rule(
    level=Level.NOTE,
    summary="an option that reaches agents as a prompt, under a value that another one has, or with odd white space",
    sources=(
        "Chromium 156: D-sel00 … D-sel45, C-*: every option is an entry of the `enum`; an argument has to equal one exactly",
        "HTML standard 4.10.7: placeholder label option",
    ),
)
def misleading_option(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the choices of a parameter that say something else to an agent than to a person."""
    for tool in page.tools:
        for group in tool.form.groups if tool.form is not None else ():
            if tool.form is None or not group.is_emitted:
                continue
            choices = [choice for choice in _choices(group) if choice is not None]
            if group.members[0].name == "select":
                yield from _prompts(group, choices, tool.label)
            yield from _odd_spaces(choices, tool.label)
            yield from _duplicates(page, tool.form, group, choices, tool.label)


def _choices(group: Group) -> Iterator[_Choice | None]:
    first = group.members[0]
    if first.name == "select":
        for option in select_options(first):
            yield _choice(option, option_text(option), without_value=option_text(option))
    elif control_type(first) in {"radio", "checkbox"} and len(group.members) > 1:
        for member in group.members:
            yield _choice(member, label_text(member.scope.labels.get(member, [])), without_value="on")


def _choice(element: Element, text: str, *, without_value: str) -> _Choice | None:
    """Return a choice, None where a template has a part in it."""
    attribute = element.get("value")
    if element.is_open if attribute is None else not attribute.certain:
        return None
    value = without_value if attribute is None else attribute.value
    return None if HOLE in value + text else _Choice(element, value, text)


def _prompts(group: Group, choices: Sequence[_Choice], tool: str | None) -> Iterator[Finding]:
    required = group.members[0].get("required")
    is_required = required is not None and required.certain
    for choice in choices:
        if choice.value != "" or not (is_required or _is_prompt(choice)):
            continue
        yield Finding(
            f'{f"`{choice.text}`" if choice.text else "an option without text"} is offered to agents as the value `""`',
            choice.location,
            label="the browser refuses a call that picks it: the control is required"
            if is_required
            else "a prompt is an entry of the schema's `enum` like any other option",
            help="leave the prompt out and preselect a real option"
            + ("" if is_required else ", or say what an empty value stands for, such as `Any`"),
            tool=tool,
        )


def _is_prompt(choice: _Choice) -> bool:
    is_unpickable = any(choice.element.get(name) is not None for name in ("disabled", "hidden"))
    return is_unpickable or _PROMPT.match(choice.text) is not None


def _odd_spaces(choices: Sequence[_Choice], tool: str | None) -> Iterator[Finding]:
    for choice in choices:
        if _ODD_SPACE.search(choice.value) is None:
            continue
        plain = " ".join(choice.value.replace("\u200b", "").replace("\ufeff", "").split())
        yield Finding(
            f"the value `{_shown(choice.value)}` has white space that an agent does not repeat",
            choice.location,
            label="an argument has to equal the value character by character, or the browser refuses the call",
            help=f'write `value="{plain}"`' if plain else "give the option a value that can be read",
            tool=tool,
        )


def _shown(value: str) -> str:
    escaped = _UNSEEN.sub(lambda space: f"\\u{ord(space[0]):04x}", value)
    return f'"{escaped}"'


def _duplicates(
    page: Page, form: FormTool, group: Group, choices: Sequence[_Choice], tool: str | None
) -> Iterator[Finding]:
    first: dict[str, _Choice] = {}
    for choice in choices:
        holder = first.setdefault(choice.value, choice)
        if holder is choice or are_exclusive(page, form, holder.element, choice.element):
            continue
        # Many a select lists its most common options twice
        if choice.element.name == "option" and (choice.value == "" or choice.text == holder.text):
            continue
        yield Finding(
            f"two choices of `{group.key}` have the value `{choice.value}`",
            choice.location,
            label="an agent cannot tell them apart",
            help="give each its own `value`",
            tool=tool,
            related=(Related(holder.location, "the first of them"),),
        )
