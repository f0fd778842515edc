"""Random regular expressions: by the grammar, damaged, and as a soup of the characters that matter."""

from collections.abc import Iterator
from random import Random


def _words(text: str) -> list[str]:
    return text.split()


_SOUP = [*"()[]{}|/\\^$.*+?-&!#,:;<=>@`~%_abkpqudxc0129 ", *_words(r"&& -- \q{ \p{ \u{ (? (?< \k< [^")]
_RARE: list[str] = [*"é漢𝐀😀ﷺ゛\0\u200d\u2028\u2e2f\U00010940\U00011f02\ud83d\ude00"]
_PUNCTUATION = "&-!#%,:;<=>@`~"
_PROPERTIES = [
    *_words("L Lu Letter gc=Nd General_Category=Letter punct Any ASCII Emoji Alpha White_Space sc=Latn Script=Greek"),
    *_words("scx=Cyrl Script_Extensions=Zinh RGI_Emoji Basic_Emoji Emoji_Keycap_Sequence"),
    *_words("Latin sc=L gc=Latn letter Script=Katakana_Or_Hiragana sc= =L Block=ASCII Lu=Y é"),
    *("", "L "),
]
_NAMES = [*_words(r"a a b ab $ _1 é 𝐀 \u0061 \u{61} \ud835\udc00 a\u003e 1a a- \u{110000}"), ""]
_ESCAPES = [
    *_words(r"\d \W \s \n \v \b \B \/ \. \- \^ \( \] \cA \0 \1 \2 \x41 \u0041 \u{1F600} \ud83d\ude00 \ud83d \ude00"),
    *_words(r"\u{0000000041} \ud83d\ud83d \c1 \00 \8 \9 \10 \x4 \u{41 \u{ffffff} \a \_ \k \q \é \& \@"),
    "\\",
]
_QUANTIFIERS = _words("* + ? *? {2} {2,} {2,3} {02,2}? {4294967296,4294967295} {3,2} {,2} { {2")


def patterns(seed: int, count: int) -> Iterator[str]:
    """Yield patterns, four in ten of which compile with the flag `v`."""
    random = Random(seed)
    for _ in range(count):
        match random.randrange(9):
            case 0:
                yield "".join(
                    random.choice(_SOUP + _RARE[: random.randrange(3)]) for _ in range(random.randrange(1, 10))
                )
            case 1:
                soup = "".join(random.choice(_SOUP) for _ in range(random.randrange(1, 8)))
                yield f"[{soup}]"
            case 2 | 3:
                yield _damaged(random, _disjunction(random, 3))
            case 4 | 5:
                yield _class(random, 3)
            case 6:
                yield _named_groups(random, 3)
            case _:
                yield _disjunction(random, 3)


def _damaged(random: Random, pattern: str) -> str:
    for _ in range(random.randrange(1, 3)):
        start = random.randrange(len(pattern) + 1)
        end = start + random.randrange(2)
        pattern = pattern[:start] + random.choice(["", *_SOUP]) + pattern[end:]
    return pattern


def _disjunction(random: Random, depth: int) -> str:
    alternatives = random.choices([1, 2, 3], [6, 3, 1])[0]
    return "|".join("".join(_term(random, depth) for _ in range(random.randrange(4))) for _ in range(alternatives))


def _named_groups(random: Random, depth: int) -> str:
    """Return groups that share a few names across alternatives."""
    alternatives = []
    for _ in range(random.randrange(1, 4)):
        terms = ["x"]
        for _ in range(random.randrange(3) if depth else 0):
            opening = random.choice(["(", "(?:", "(?=", "(?<a>", "(?<b>", "(?<c>"])
            terms.append(f"{opening}{_named_groups(random, depth - 1)})")
        alternatives.append("".join(terms) + random.choice(["", "", "", "\\k<a>", "\\1", "\\3", "{"]))
    return "|".join(alternatives[: random.randrange(1, 4)])


def _term(random: Random, depth: int) -> str:
    match random.randrange(20):
        case 0:
            return random.choice(["^", "$", "\\b", "\\B"])
        case 1 | 2 | 3 | 4 if depth:
            atom = _group(random, depth)
        case 5 | 6 | 7:
            atom = _class(random, depth)
        case 8 | 9:
            atom = random.choice(_ESCAPES)
        case 10:
            atom = _property(random)
        case 11:
            atom = f"\\k<{random.choice(_NAMES)}>"
        case 12:
            atom = random.choice(_RARE)
        case _:
            atom = random.choice("abc019.-_ ,&@é")
    return atom + (random.choice(_QUANTIFIERS) if random.random() < 0.2 else "")


def _group(random: Random, depth: int) -> str:
    modifiers = "".join(random.choices("ims-g", [4, 4, 4, 4, 1], k=random.randrange(1, 4)))
    opening = random.choices(
        ["(", "(?:", "(?=", "(?!", "(?<=", "(?<!", f"(?{modifiers}:", f"(?<{random.choice(_NAMES)}>", f"(?{modifiers}"],
        [6, 4, 2, 2, 2, 2, 4, 14, 1],
    )[0]
    return f"{opening}{_disjunction(random, depth - 1)})"


def _property(random: Random) -> str:
    return f"\\{random.choice('ppP')}{{{random.choice(_PROPERTIES)}}}"


def _class(random: Random, depth: int) -> str:
    operator = random.choices(["", "&&", "--", "-", "mixed"], [10, 3, 3, 1, 1])[0]
    operands = [_operand(random, depth) for _ in range(random.randrange(5))]
    if operator == "mixed":
        operands = [operand + random.choice(["&&", "--", "-", "&", ""]) for operand in operands]
        operator = ""
    return f"[{random.choice(['', '', '^'])}{operator.join(operands)}]"


def _operand(random: Random, depth: int) -> str:
    match random.randrange(16):
        case 0 | 1 | 2 if depth:
            return _class(random, depth - 1)
        case 3 | 4:
            strings = (
                "".join(_class_character(random) for _ in range(random.randrange(4)))
                for _ in range(random.randrange(1, 4))
            )
            return f"\\q{{{'|'.join(strings)}}}"
        case 5:
            return _property(random)
        case 6:
            return random.choice(["\\d", "\\D", "\\s", "\\w"])
        case 7 | 8 | 9:
            return f"{_class_character(random)}-{_class_character(random)}"
        case 10:
            return random.choice(["-", "(", ")", "{", "}", "/", "|", "&&", "--", "!!", "^^", "[", "]"])
        case _:
            return _class_character(random)


def _class_character(random: Random) -> str:
    match random.randrange(12):
        case 0:
            return random.choice(_ESCAPES)
        case 1 | 2:
            return "\\" + random.choice(_PUNCTUATION)
        case 3:
            return random.choice(_PUNCTUATION)
        case 4:
            return random.choice(_RARE)
        case _:
            return random.choice("abcxyz019.*^$?_ ")
