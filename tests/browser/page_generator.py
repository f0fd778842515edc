"""Random pages with tool forms: mostly what authors write, then what they never would."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

_TOOL_NAMES = ["search", "add-task", "Tool.Name", "book_table", "UPPER", "z9", "t", "0", "x" * 128]
_BAD_TOOL_NAMES = ["", " lead", "bad name", "a/b", "é", "y" * 129, "tool\n", "a:b"]
_KEYS = ["a", "b", "c", "q", "email", "first-name", "qty", "user[name]", "x.y", "é", "A", "very_long_" + "n" * 40]
_ODD_KEYS = ["", "0", "2", "10", "4294967294", "4294967295", "01", "-1", "__proto__", "constructor", "_charset_"]
_ODD_KEYS += ["isindex", " a ", "\u3000b\u2003", "\xa0c", "a\tb", "toString", "modelContext", "readyState"]
_GROUP_KEYS = ["opt", "cb", "tags[]", "r1", "grp", " opt ", "0"]
_IDS = ["i0", "i1", "i2", "i3", "f0", "f1", "zz", "", "I1", "dl"]
_WORDS = ["City", "Zip code", "Price (EUR)", "E-mail", "Größe", "日本語", "Date of birth", "Pick one", "x", "Notes"]
_WORDS += ["A & B", "<angle>", '"quoted"', "it's", "semi; colon", "Very long label text that goes on and on"]
_ODD_TEXTS = [
    "",
    " ",
    "  padded  ",
    "two\nlines",
    "tab\there",
    "nbsp\xa0",
    "\u3000wide\u3000",
    "\u1680ogham\u2028",
    "É😀",
]
_ODD_TEXTS += [
    "\u200bzero\ufeff",
    "\u2029sep",
    "\x0bvt\x0c",
    "\x85nel",
    "\r\ncrlf",
    "lone\rcr",
    "nul\0nul",
    "\u202frtl\u202e",
]
_RAW_TEXTS = ["&copy; &eacute", "&notit; &ampx", "&#0;&#x80;&#xD800;", "&#1114112;", "&#x41;&#66", "]]>", "&", "a < b"]
_NUMBERS = [
    "0",
    "1",
    "5",
    "10",
    "100",
    "-3",
    "0.1",
    "0.3",
    ".5",
    "1.50",
    "1e3",
    "1E2",
    "1e-7",
    "-0",
    "007",
    "2024-01-01",
]
_NUMBERS += [
    "9007199254740993",
    "0.30000000000000004",
    "0.1234567890123456789",
    "123456789.123456789",
    "99999999999999999999",
]
_NUMBERS += [
    "1e21",
    "4.9e-324",
    "1e308",
    "1e400",
    "-1e-400",
    "1.e3",
    ".e3",
    "5.",
    "+5",
    " 5",
    "5 ",
    "1,5",
    "0x10",
    "12e",
    "",
]
_NUMBERS += ["abc", "--1", "Infinity", "any", "ANY", "1e-2000px", "-273.15"]
_STEPS = ["1", "0.1", "0.01", "0.5", "2", "3", "7", "30", "59", "60", "61", "3600", "0.9996", "59.9996", "any", "aNy"]
_PATTERNS = [r"[A-Z]{2}\d+", "[0-9]{5}(-[0-9]{4})?", "a|b", ".{8,}", "[^@]+@[^@]+", r"\p{L}+", "é+", "x*", "", "^a$"]
_PATTERNS += [
    r"[\w-]+",
    "[a-z0-9-]+",
    "[(]",
    "(?i)x",
    "a{2,1}",
    "[",
    "(a|b",
    "{",
    r"\-",
    r"[\-]",
    "https?://.+",
    "(?<y>y)",
]
_PATTERNS += [
    r"[\p{L}--[a-z]]",
    "[a&&b]",
    "[a||b]",
    "(?i:x)",
    r"(?<!a)b",
    r"\k<y>",
    r"\u{1F600}",
    "a/b",
    "😀{2}",
    r"[\q{ab|c}]",
]
_TEXT_TYPES = ["text", "search", "tel", "url", "email", "password", "", "TEXT", "bogus", " text", "datetime", "teXt\n"]
_OTHER_TYPES = [
    "number",
    "Number",
    "range",
    "RANGE",
    "date",
    "month",
    "week",
    "time",
    "datetime-local",
    "color",
    "hidden",
]
_ODD_TYPES = ["file", "submit", "reset", "button", "image", "checkbox", "radio", "HIDDEN"]
_VALUES = ["1", "2", "s", "m", "xl", "a b", "on", "", " v ", "é", 'a"b', "#00ff00", "2024-05-05", "12:30"]
_INLINE = ["b", "i", "span", "em", "a", "code", "font", "nobr", "small", "my-el", "svg", "u"]
_BLOCK = [
    "div",
    "section",
    "p",
    "ul",
    "li",
    "article",
    "dialog",
    "details",
    "center",
    "h2",
    "blockquote",
    "search",
    "main",
]
_STRAY = ["</p>", "</form>", "</div>", "</label>", "</select>", "</fieldset>", "</br>", "</b>", "</table>", "</option>"]
_STRAY += ["<form>", "<form toolname=nested tooldescription=n>", "<p>", "<b>", "<a href=#x>", "<table>", "<tr>", "<td>"]
_STRAY += ["<option>", "<legend>", "<li>", "<dd>", "<body>", "<html lang=de>", "</body>", "</html>", "<head>", "<nobr>"]
_STRAY += [
    "<!-- c -->",
    "<!-->",
    "<!--a--!>",
    "<![CDATA[ <input name=no> ]]>",
    "<?pi?>",
    "<!doctype html>",
    "</>",
    "<3",
]
_STRAY += [
    "</ x>",
    "< b",
    "<br/>",
    "<hr>",
    "<image>",
    "<keygen name=k>",
    "<isindex>",
    "<select>",
    "<svg>",
    "<math>",
    "<g>",
]
_STRAY += ["<frameset>", "<col>", "<caption>", "<rt>", "<button>", "<textarea>", "<math><mi>", "<svg><desc>", "<input>"]


def pages(seed: object, count: int) -> Iterator[str]:
    """Yield `count` pages, the same ones for the same seed."""
    for index in range(count):
        yield page(f"{seed}/{index}")


def page(seed: str) -> str:
    """Return one page, the same one for the same seed."""
    return _Author(random.Random(seed)).page()  # noqa: S311 - reproducible, not secret


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
        return text[: self.rng.randrange(len(text) + 1)] if self.maybe(0.03) else text

    def part(self) -> str:
        match self.rng.randrange(20):
            case 0:
                return self.label(self.rng.choice(_IDS))
            case 1 | 2:
                return self.some(self.field, 1, 2)
            case 3:
                return self.hidden_place(self.form())
            case 4:
                return self.in_table()
            case 5:
                return self.element(self.rng.choice(_BLOCK), "", self.form())
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
                    pieces.insert(at, self.rng.choice(_STRAY))
        return "".join(pieces)

    # --- forms and where they live

    def form(self) -> str:
        attributes: list[tuple[str, str | None]] = []
        if self.maybe(0.95):
            attributes.append(("toolname", self.usually(_TOOL_NAMES, _BAD_TOOL_NAMES, 0.1)))
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
                return self.element(self.rng.choice(_BLOCK), "", self.some(self.field, 1, 2))
            case 6:
                return f"<table><tr><td>{self.field()}</td><td>{self.labelled()}</td></tr></table>"
            case 7:
                return self.label(self.rng.choice(_IDS))
            case 8:
                return self.rng.choice(_STRAY) if self.maybe(0.3) else self.hidden_place(self.labelled())
            case _:
                return self.labelled()

    def labelled(self) -> str:
        match self.rng.randrange(9):
            case 0 | 1:
                return f"<label>{self.label_text()} {self.control()}</label>"
            case 2:
                return f"<label>{self.control()}{self.label_text()}</label>"
            case 3 | 4:
                id_ = self.rng.choice(_IDS)
                return self.label(id_) + self.control(id_)
            case 5:
                id_ = self.rng.choice(_IDS)
                return self.control(id_) + self.label(id_) + (self.label(id_) if self.maybe(0.3) else "")
            case 6:
                return self.tag("label", [("for", self.rng.choice(_IDS))]) + self.words() + self.control() + "</label>"
            case _:
                return self.control()

    def label(self, id_: str) -> str:
        return self.tag("label", [("for", id_)]) + self.label_text() + "</label>"

    def label_text(self) -> str:
        if self.maybe(0.7):
            return self.words()
        extra = self.rng.choice(
            [
                "<b></b>",
                "<br>",
                "<script>var q=1</script>",
                "<style>p{}</style>",
                "<template>tt</template>",
                "<!-- c -->",
                "<svg><title>st</title><a/>t</svg>",
                "<math><mi>m</mi></math>",
                "<noscript><b>n</b></noscript>",
                "<span hidden>hid</span>",
                "<img alt=alt>",
                "<output>0</output>",
                "<meter value=1>m</meter>",
                "<progress>p</progress>",
                "<button type=button>B</button>",
                "<input type=hidden>",
                "<textarea>ta</textarea>",
                "<select><option>so</select>",
                "<datalist id=dl><option>d</datalist>",
                "<object>obj</object>",
                "<label>inner</label>",
                f"<{self.rng.choice(_INLINE)}>{self.words()}",
            ]
        )
        return f"{self.words()}{extra}{self.words()}"

    def group(self) -> str:
        kind = self.rng.choice(["radio", "checkbox"])
        key = self.rng.choice(_GROUP_KEYS)
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
        id_ = self.rng.choice(_IDS)
        attributes = [("type", kind), ("name", key), *self.common(id_ if self.maybe(0.3) else None)]
        if self.maybe(0.8):
            attributes.append(("value", self.rng.choice(_VALUES)))
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
        key = self.usually(_KEYS, _ODD_KEYS, 0.2)
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
        kinds = self.rng.choice([_TEXT_TYPES, _TEXT_TYPES, _OTHER_TYPES, _OTHER_TYPES, _ODD_TYPES])
        if self.maybe(0.85):
            attributes.append(("type", self.rng.choice(kinds)))
        if kinds is _OTHER_TYPES:
            attributes += [(key, self.rng.choice(_NUMBERS)) for key in ("min", "max", "value") if self.maybe(0.3)]
            if self.maybe(0.4):
                attributes.append(("step", self.usually(_STEPS, _NUMBERS, 0.3)))
        elif self.maybe(0.3):
            attributes.append(("value", self.rng.choice(_VALUES)))
        if self.maybe(0.15):
            attributes.append(("pattern", self.rng.choice(_PATTERNS)))
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
            attributes.append(("value", self.rng.choice(_VALUES)))
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
                breaking = ["<select>", "<input name=c>", "<textarea name=c>t</textarea>", "<keygen>", "<table>", "<a>"]
                breaking += [
                    "<button>B</button>",
                    "</optgroup>",
                    "<label>l</label>",
                    "</div>",
                    "<form>",
                    "</form>",
                    "<legend>",
                ]
                return option + self.rng.choice(breaking)
            case _:
                return option

    def option_text(self) -> str:
        if self.maybe(0.75):
            return self.words()
        extra = [
            "\n   multi  \n  line ",
            "<b>bold</b>",
            "<script>var q</script>",
            "<style>s{}</style>",
            "<!-- c -->",
            "<br>",
        ]
        extra += [
            "<template>t</template>",
            "<svg><script>1</script>t</svg>",
            "<div>d</div>",
            "\xa0n\xa0\u3000w",
            "\x0b v \x0c",
        ]
        extra += ["<option>inner", "<span>s", "<img alt=x>", "<math><mi>m</mi></math>", "<p>p</p>", "a\tb", "", "nul\0"]
        return self.words() + self.rng.choice(extra)

    # --- text and tags

    def text(self) -> str:
        return self.usually(_WORDS, _ODD_TEXTS, 0.25)

    def words(self) -> str:
        return self.raw_text() if self.maybe(0.1) else _escaped(self.text(), quote="")

    def raw_text(self) -> str:
        return self.usually(_RAW_TEXTS, _ODD_TEXTS, 0.3)

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
