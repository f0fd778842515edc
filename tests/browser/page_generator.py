"""Random pages with tool forms: mostly what authors write, then what they never would."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tests.browser.page_material import (
    BAD_TOOL_NAMES,
    BLOCK,
    BREAKING_SELECTS,
    GROUP_KEYS,
    IDS,
    IN_LABELS,
    IN_OPTIONS,
    INLINE,
    KEYS,
    NUMBERS,
    ODD_KEYS,
    ODD_TEXTS,
    ODD_TYPES,
    OTHER_TYPES,
    PATTERNS,
    RAW_TEXTS,
    STEPS,
    STRAY,
    TEXT_TYPES,
    TOOL_NAMES,
    VALUES,
    WORDS,
)


def pages(seed: object, count: int) -> Iterator[str]:
    """Yield `count` pages, the same ones for the same seed."""
    for index in range(count):
        yield page(f"{seed}/{index}")


def page(seed: str) -> str:
    """Return one page, the same one for the same seed."""
    return _Author(random.Random(seed)).page()


@dataclass(slots=True)
class _Author:
    rng: random.Random
    depth: int = 0

    # --- dice

    def maybe(self, chance: float) -> bool:
        return self.rng.random() < chance

    def some(self, write: Callable[[], str], least: int, most: int) -> str:
        return "".join(write() for _ in range(self.rng.randint(least, most)))

    def usually(self, common: Sequence[str], odd: Sequence[str], odds: float = 0.15) -> str:
        return self.rng.choice(odd if self.maybe(odds) else common)

    # --- the page

    def page(self) -> str:
        head = "<!doctype html>" if self.maybe(0.95) else ""
        if self.maybe(0.8):
            head += (
                "<html><head><meta charset=utf-8>" + ("<title>T</title>" if self.maybe(0.2) else "") + "</head><body>"
            )
        text = head + self.some(self.part, 1, 3) + ("</body></html>" if self.maybe(0.8) else "")
        if self.maybe(0.12):
            text = self.damaged(text)
        # The line break settles what a cut tag or character reference is, before the end of the file does
        return text[: self.rng.randrange(len(text) + 1)] + "\n" if self.maybe(0.03) else text

    def part(self) -> str:
        match self.rng.randrange(20):
            case 0:
                return self.label(self.rng.choice(IDS))
            case 1 | 2:
                return self.some(self.field, 1, 2)
            case 3:
                return self.hidden_place(self.form())
            case 4:
                return self.in_table()
            case 5:
                return self.element(self.rng.choice(BLOCK), "", self.form())
            case _:
                return self.form()

    def damaged(self, text: str) -> str:
        """Return the page after a slip of the hand: a tag lost, doubled or moved, or a stray one."""
        pieces = text.replace("<", "\0<").split("\0") if "\0" not in text else [text]
        for _ in range(self.rng.randint(1, 3)):
            at = self.rng.randrange(len(pieces))
            match self.rng.randrange(4):
                case 0:
                    pieces[at] = ""
                case 1:
                    pieces.insert(at, self.rng.choice(pieces))
                case 2:
                    pieces.insert(self.rng.randrange(len(pieces)), pieces.pop(at))
                case _:
                    pieces.insert(at, self.rng.choice(STRAY))
        return "".join(pieces)

    # --- forms and where they live

    def form(self) -> str:
        attributes: list[tuple[str, str | None]] = []
        if self.maybe(0.95):
            attributes.append(("toolname", self.usually(TOOL_NAMES, BAD_TOOL_NAMES, 0.1)))
        if self.maybe(0.95):
            attributes.append(("tooldescription", self.text()))
        for name, chance in (
            ("tooltitle", 0.12),
            ("title", 0.05),
            ("aria-label", 0.05),
            ("toolparamdescription", 0.05),
        ):
            if self.maybe(chance):
                attributes.append((name, self.text()))
        if self.maybe(0.3):
            attributes.append(("toolautosubmit", self.rng.choice([None, "", "false"])))
        if self.maybe(0.5):
            attributes.append(("id", self.rng.choice(["f0", "f0", "f1", "i1"])))
        if self.maybe(0.2):
            attributes.append(
                self.rng.choice([("method", "dialog"), ("novalidate", None), ("name", "a"), ("disabled", "")])
            )
        self.rng.shuffle(attributes)
        inside = self.some(self.field, 0, 6) + ("<button>Go</button>" if self.maybe(0.3) else "")
        if self.maybe(0.15):
            inside += "\n"
        return self.tag("form", attributes) + inside + ("</form>" if self.maybe(0.97) else "")

    def hidden_place(self, form: str) -> str:
        match self.rng.randrange(14):
            case 0:
                return f"<template>{form}</template>"
            case 1:
                return f"<noscript>{form}</noscript>"
            case 2:
                return f"<!-- {form} -->"
            case 3 | 4 | 5:
                mode = self.rng.choice(["open", "closed", "OPEN", "bogus", "''"])
                host = self.rng.choice(["div", "div", "section", "p", "my-el", "ul", "button", "form"])
                root = f"<template shadowrootmode={mode}>{form}</template>"
                return (
                    f"<{host}>{root}{root if self.maybe(0.1) else ''}{self.field() if self.maybe(0.3) else ''}</{host}>"
                )
            case 6:
                return f"<svg><foreignObject>{form}</foreignObject></svg>"
            case 7:
                return f"<svg>{form}</svg>"
            case 8:
                return f"<math><mtext>{form}</mtext></math>"
            case 9:
                return f"<math><annotation-xml encoding={self.rng.choice(['text/html', 'x'])}>{form}</annotation-xml></math>"
            case 10:
                sandbox = self.rng.choice(["", "", " sandbox", ' sandbox="allow-scripts allow-same-origin"'])
                escaped = form.replace("&", "&amp;").replace('"', "&quot;")
                return f'<iframe{sandbox} srcdoc="{escaped}"></iframe>'
            case 11:
                name = self.rng.choice(["xmp", "textarea", "title", "style", "noembed", "iframe", "noframes"])
                return f"<{name}>{form}</{name}>"
            case 12:
                return f"<form>{form}</form>"
            case _:
                return f"<div hidden inert style=display:none>{form}</div>"

    def in_table(self) -> str:
        form = self.form()
        start, end = form.partition(">")[0] + ">", "</form>"
        cells = "".join(f"<td>{self.field()}</td>" for _ in range(self.rng.randint(1, 3)))
        match self.rng.randrange(5):
            case 0:
                return f"<table>{start}<tr>{cells}</tr>{end}</table>{self.field()}"
            case 1:
                return f"<table><tr>{start}{cells}{end}</tr></table>"
            case 2:
                return f"<table><tbody>{start}<tr>{cells}<tr>{cells}</table>{end}"
            case 3:
                return f"<table><tr><td>{start}</td>{cells}<td>{end}</td></tr></table>"
            case _:
                return f"<table><caption>{self.words()}</caption><tr><td>{form}</td></tr></table>"

    # --- fields

    def field(self) -> str:
        self.depth += 1
        written = self.deep_field() if self.depth <= 4 else self.labelled()
        self.depth -= 1
        return written + self.rng.choice(["", "", "", " ", "\n  "])

    def deep_field(self) -> str:
        match self.rng.randrange(24):
            case 0 | 1 | 2:
                return self.group()
            case 3 | 4:
                return self.fieldset(self.some(self.field, 0, 3))
            case 5:
                return self.element(self.rng.choice(BLOCK), "", self.some(self.field, 1, 2))
            case 6:
                return f"<table><tr><td>{self.field()}</td><td>{self.labelled()}</td></tr></table>"
            case 7:
                return self.label(self.rng.choice(IDS))
            case 8:
                return self.rng.choice(STRAY) if self.maybe(0.3) else self.hidden_place(self.labelled())
            case _:
                return self.labelled()

    def labelled(self) -> str:
        match self.rng.randrange(9):
            case 0 | 1:
                return f"<label>{self.label_text()} {self.control()}</label>"
            case 2:
                return f"<label>{self.control()}{self.label_text()}</label>"
            case 3 | 4:
                id_ = self.rng.choice(IDS)
                return self.label(id_) + self.control(id_)
            case 5:
                id_ = self.rng.choice(IDS)
                return self.control(id_) + self.label(id_) + (self.label(id_) if self.maybe(0.3) else "")
            case 6:
                return self.tag("label", [("for", self.rng.choice(IDS))]) + self.words() + self.control() + "</label>"
            case _:
                return self.control()

    def label(self, id_: str) -> str:
        return self.tag("label", [("for", id_)]) + self.label_text() + "</label>"

    def label_text(self) -> str:
        if self.maybe(0.7):
            return self.words()
        extra = self.rng.choice([*IN_LABELS, f"<{self.rng.choice(INLINE)}>{self.words()}"])
        return f"{self.words()}{extra}{self.words()}"

    def group(self) -> str:
        kind = self.rng.choice(["radio", "checkbox"])
        key = self.rng.choice(GROUP_KEYS)
        members = [self.member(kind, key) for _ in range(self.rng.randint(1, 4))]
        match self.rng.randrange(6):
            case 0 | 1:
                return "".join(members)
            case 2:
                return self.fieldset(self.fieldset("".join(members)))
            case 3:
                return self.fieldset(self.fieldset(members[0]) + "".join(f"<div>{one}</div>" for one in members[1:]))
            case _:
                return self.fieldset("\n".join(members))

    def member(self, kind: str, key: str) -> str:
        id_ = self.rng.choice(IDS)
        attributes = [("type", kind), ("name", key), *self.common(id_ if self.maybe(0.3) else None)]
        if self.maybe(0.8):
            attributes.append(("value", self.rng.choice(VALUES)))
        tag = self.tag("input", attributes)
        return self.rng.choice([tag, f"<label>{tag} {self.label_text()}</label>", tag + self.label(id_)])

    def fieldset(self, inside: str) -> str:
        attributes: list[tuple[str, str | None]] = []
        for name, chance in (("toolparamdescription", 0.4), ("aria-description", 0.1), ("name", 0.1), ("form", 0.03)):
            if self.maybe(chance):
                attributes.append((name, self.text()))
        if self.maybe(0.1):
            attributes.append(("disabled", None))
        legend = ""
        if self.maybe(0.4):
            control = self.control() if self.maybe(0.25) else ""
            legend = f"<legend>{self.words()}{control}</legend>"
            legend = f"<div>{legend}</div>" if self.maybe(0.1) else legend
        again = f"<legend>{self.control()}</legend>" if self.maybe(0.1) else ""
        return self.tag("fieldset", attributes) + legend + again + inside + "</fieldset>"

    # --- controls

    def control(self, id_: str | None = None) -> str:
        key = self.usually(KEYS, ODD_KEYS, 0.2)
        attributes = [("name", key), *self.common(id_)] if self.maybe(0.92) else self.common(id_)
        match self.rng.randrange(20):
            case 0 | 1:
                inside = self.raw_text() if self.maybe(0.5) else ""
                return self.tag("textarea", attributes) + inside + "</textarea>"
            case 2 | 3 | 4 | 5:
                return self.select(attributes)
            case 6:
                kind = self.rng.choice(["submit", "button", "reset", "", "x"])
                return self.tag("button", [("type", kind), *attributes]) + self.words() + "</button>"
            case 7:
                name = self.rng.choice(["output", "object", "meter", "progress", "my-el", "img", "div"])
                return self.tag(name, attributes) + self.words() + f"</{name}>"
            case _:
                return self.input(attributes)

    def input(self, attributes: list[tuple[str, str | None]]) -> str:
        kinds = self.rng.choice([TEXT_TYPES, TEXT_TYPES, OTHER_TYPES, OTHER_TYPES, ODD_TYPES])
        if self.maybe(0.85):
            attributes.append(("type", self.rng.choice(kinds)))
        if kinds is OTHER_TYPES:
            attributes += [(key, self.rng.choice(NUMBERS)) for key in ("min", "max", "value") if self.maybe(0.3)]
            if self.maybe(0.4):
                attributes.append(("step", self.usually(STEPS, NUMBERS, 0.3)))
        elif self.maybe(0.3):
            attributes.append(("value", self.rng.choice(VALUES)))
        if self.maybe(0.15):
            attributes.append(("pattern", self.rng.choice(PATTERNS)))
        self.rng.shuffle(attributes)
        return self.tag("input", attributes)

    def common(self, id_: str | None) -> list[tuple[str, str | None]]:
        attributes: list[tuple[str, str | None]] = [] if id_ is None else [("id", id_)]
        texts = (("toolparamdescription", 0.25), ("aria-description", 0.1), ("toolparamtitle", 0.05), ("title", 0.05))
        for name, chance in (*texts, ("placeholder", 0.05), ("aria-label", 0.05)):
            if self.maybe(chance):
                attributes.append((name, self.text()))
        flags = (("required", 0.2), ("disabled", 0.06), ("readonly", 0.06), ("multiple", 0.06), ("checked", 0.05))
        for name, chance in (*flags, ("aria-disabled", 0.02), ("hidden", 0.03)):
            if self.maybe(chance):
                attributes.append((name, self.rng.choice([None, None, "", "false", name])))
        if self.maybe(0.06):
            attributes.append(("form", self.rng.choice(["f0", "f1", "nope", "", "i1"])))
        if self.maybe(0.05):
            attributes.append(
                self.rng.choice([("maxlength", "5"), ("list", "dl"), ("autocomplete", "off"), ("size", "3")])
            )
        return attributes

    def select(self, attributes: list[tuple[str, str | None]]) -> str:
        if self.maybe(0.05):
            # The browser copies the chosen option into `selectedcontent`, and what an unclosed one has swallowed with it.
            shown = "<button><selectedcontent></selectedcontent></button>"
            return self.tag("select", attributes) + f"{shown}<option>{self.words()}</option></select>"
        inside = self.some(self.option, 0, 5)
        return self.tag("select", attributes) + inside + ("</select>" if self.maybe(0.97) else "")

    def option(self) -> str:
        attributes: list[tuple[str, str | None]] = []
        if self.maybe(0.6):
            attributes.append(("value", self.rng.choice(VALUES)))
        for name, chance in (("label", 0.1), ("disabled", 0.06), ("selected", 0.1), ("hidden", 0.03)):
            if self.maybe(chance):
                attributes.append((name, self.words() if name == "label" else None))
        option = self.tag("option", attributes) + self.option_text() + ("</option>" if self.maybe(0.6) else "")
        match self.rng.randrange(40):
            case 0 | 1 | 2:
                options = option + (self.option() if self.maybe(0.5) else "")
                return self.tag("optgroup", [("label", "G")]) + options + self.rng.choice(["</optgroup>", ""])
            case 3:
                name = self.rng.choice(["div", "p", "span", "datalist", "fieldset", "svg", "template", "optgroup", "b"])
                return f"<{name}>{option}</{name}>"
            case 4:
                return option + self.rng.choice(
                    ["<hr>", "<!-- c -->", "stray", "\n", "<script>var o</script>", "<p>", "</p>"]
                )
            case 5:
                return option + self.rng.choice(BREAKING_SELECTS)
            case _:
                return option

    def option_text(self) -> str:
        if self.maybe(0.75):
            return self.words()
        return self.words() + self.rng.choice(IN_OPTIONS)

    # --- text and tags

    def text(self) -> str:
        return self.usually(WORDS, ODD_TEXTS, 0.25)

    def words(self) -> str:
        return self.raw_text() if self.maybe(0.1) else _escaped(self.text(), quote="")

    def raw_text(self) -> str:
        return self.usually(RAW_TEXTS, ODD_TEXTS, 0.3)

    def element(self, name: str, attributes: str, inside: str) -> str:
        return f"<{name}{attributes}>{inside}" + (f"</{name}>" if self.maybe(0.93) else "")

    def tag(self, name: str, attributes: Sequence[tuple[str, str | None]]) -> str:
        written = "".join(self.attribute(key, value) for key, value in attributes)
        if attributes and self.maybe(0.03):
            key, _ = self.rng.choice(attributes)
            written += self.attribute(key, self.text())
        end = ">" if self.maybe(0.95) else self.rng.choice([" >", "\n>", " />"])
        return f"<{name.upper() if self.maybe(0.02) else name}{written}{end}"

    def attribute(self, name: str, value: str | None) -> str:
        space = " " if self.maybe(0.95) else self.rng.choice(["\n", "\t", "  ", "\r\n", "\f", " / "])
        name = name.title() if self.maybe(0.02) else name
        if value is None:
            return space + name
        equals = "=" if self.maybe(0.95) else self.rng.choice([" = ", "= ", "\n="])
        plain = value and not set(value) & set(" \t\n\r\f\"'<>=`&\0/")
        if plain and self.maybe(0.25):
            return f"{space}{name}{equals}{value}"
        quote = "'" if self.maybe(0.2) else '"'
        written = value if self.maybe(0.05) and quote not in value else _escaped(value, quote)
        return f"{space}{name}{equals}{quote}{written}{quote}"


def _escaped(text: str, quote: str) -> str:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    return escaped.replace(quote, f"&#{ord(quote)};") if quote else escaped
