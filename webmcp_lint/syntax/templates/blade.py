"""Blade: `{{ value }}`, `{!! value !!}`, `{{-- comment --}}`, `@directive(…)`, and PHP."""

from __future__ import annotations

import re

from webmcp_lint.syntax.templates import php
from webmcp_lint.syntax.templates.braces import Braces
from webmcp_lint.syntax.templates.draft import Draft, negation

_OPEN = re.compile(r"@?\{\{(?:--)?|@?\{!!|<\?|(?<!\w)@@?(?P<name>[A-Za-z]\w*+)(?P<space>[ \t]*+)(?P<arguments>\()?")
# What `@{{ value }}` leaves to the browser, a script there puts in.
_CLOSERS = {"{{": "}}", "@{{": "}}", "@{{--": "}}", "{!!": "!!}", "{{--": "--}}"}
_ARGUMENTS = re.compile(r"""[()]|'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+"|["']""", re.DOTALL)
_VERBATIM_END = re.compile(r"@endverbatim(?!\w)")
_PHP_END = re.compile(r"@endphp(?!\w)")

# Directives without arguments. Blade prints what it doesn't know: e-mail addresses, the shorthands of Alpine and Vue.
_BARE = frozenset({
    "append", "auth", "break", "continue", "csrf", "default", "empty", "guest", "inertia", "inertiaHead",
    "livewireScriptConfig", "livewireScripts", "livewireStyles", "once", "overwrite", "parent", "production", "routes",
    "script", "show", "stop", "viteReactRefresh",
})  # fmt: skip
_STYLE_RULES = frozenset({"container", "import", "layer", "media", "scope", "supports"})
_CONDITIONS = {
    **dict.fromkeys(("if", "hasSection", "sectionMissing"), "endif"),
    **{
        name: f"end{name}"
        for name in (
            *("unless", "isset", "empty", "auth", "guest", "production", "env", "session", "error"),
            *("can", "cannot", "canany"),
        )
    },
}
_LOOPS = frozenset({"for", "foreach", "forelse", "while"})
# Directives that may stand apart from their parenthesis; an unknown one may not.
_SPACED = _CONDITIONS.keys() | _LOOPS | {"elseif", "elsecan", "elsecannot", "switch", "case", "php", "include", "csrf"}


def read(draft: Draft) -> None:
    """Read a template of Blade."""
    text = draft.text
    braces = Braces(draft, colons=True)
    at = 0
    while match := _OPEN.search(text, at):
        start, at = match.span()
        opening = match[0]
        if opening.startswith(("@@", "@{!!")):
            continue
        if opening == "<?":
            at = php.read_tags(draft, braces, start, start + 1)
            continue
        if opening in _CLOSERS:
            closer = _CLOSERS[opening]
            end = draft.find(closer, at)
            if end is not None:
                at = end + len(closer)
                draft.hole(start, at)
            continue
        name, arguments = match["name"], None
        at = match.end("name")
        if match["arguments"] and name not in _STYLE_RULES and draft.is_patient:
            arguments = _closing_parenthesis(text, match.end())
            if arguments is None:
                draft.lose_patience(at)
        if name == "verbatim":
            at = _verbatim(draft, start, at)
        elif name == "php" and arguments is None and (end_of_php := draft.search(_PHP_END, at)):
            at = end_of_php.end()
            draft.hole(start, at)
        elif arguments is not None and (not match["space"] or name in _SPACED):
            _statement(draft, name, text[match.end() : arguments - 1].strip(), start)
            at = arguments
            draft.hole(start, at)
        elif name in _BARE or name.startswith(("end", "else")):
            _statement(draft, name, None, start)
            draft.hole(start, at)
    braces.settle()


def _verbatim(draft: Draft, start: int, at: int) -> int:
    """Leave what is printed as it stands, but for the values that a script puts in; return where it ends."""
    from webmcp_lint.syntax.templates.jinja import read_values

    end = draft.search(_VERBATIM_END, at)
    draft.hole(start, at)
    read_values(draft, at, end.start() if end else len(draft.text))
    if end is None:
        return len(draft.text)
    draft.hole(*end.span())
    return end.end()


def _closing_parenthesis(text: str, at: int) -> int | None:
    """Return the offset behind the parenthesis that closes the one before `at`."""
    depth = 1
    for match in _ARGUMENTS.finditer(text, at):
        if match[0] == "(":
            depth += 1
        elif match[0] == ")":
            depth -= 1
            if not depth:
                return match.end()
    return None


def _statement(draft: Draft, name: str, arguments: str | None, at: int) -> None:
    condition = name if arguments is None else f"{name}({arguments})"
    match name:
        case "empty" if arguments is None:
            draft.turn(None, at, ["endforelse"])
        case "if":
            draft.open("endif", "if", arguments or "")
        case "unless":
            draft.open("endunless", "if", negation(arguments or ""))
        case "else":
            draft.turn(None, at)
        case "elseif":
            draft.turn(arguments or "", at)
        case "elsecan" | "elsecannot" | "elseauth" | "elseguest":
            draft.turn(condition.removeprefix("else"), at)
        case "switch":
            draft.open("endswitch", "if", subject=arguments or "")
        case "case":
            draft.turn(arguments or "", at, ["endswitch"])
        case "default":
            draft.turn(None, at, ["endswitch"])
        case _ if name in _CONDITIONS:
            draft.open(_CONDITIONS[name], "if", condition)
        case _ if name in _LOOPS:
            draft.open(f"end{name}", "loop", arguments or "")
        case _ if name.startswith("end"):
            draft.close(name, at)
