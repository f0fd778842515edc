import secrets
from collections.abc import Sequence
from typing import Any

import pytest

from tests.browser.harness import ChromiumPage
from tests.browser.pattern_generator import patterns
from webmcp_lint.browser.pattern_escapes import Flag
from webmcp_lint.browser.patterns import PatternError, escape_for_v_flag, pattern_error

COMPILED = r"""
a|b|  ()  (|)*  (?:a)+?  (?=a)  (?!a)b  (?<=a)b  (?<!a)b  ^$\b\B  .{2}  .{2,}?  .{02,3}  .{99999999999,99999999998}
(?i:a)  (?ims-:a)  (?-s:a)  (?i-m:(?s:a))
(?<a>)\k<a>  \k<a>(?<a>)  (?<a>\k<a>)  \1()  (\1)  (?<$>)(?<_1>)  (?<é𝐀>)  (?<\u0061\u{62}>)  (?<\ud835\udc00>)
(?<a>)|(?<a>)  (?:(?<a>)|b)|(?<a>)  (?<a>)|b|(?:(?<a>)|c)  (?<a>)|(?<b>(?<a>)|(?<c>(?<a>)|(?<a>)))
\d\D\s\S\w\W  \f\n\r\t\v  \0  \cA\cz  \x41  \u0041  \u{0000010FFFF}  \ud83d\ude00  \ud83d  \^\$\\\.\*\+\?\(\)\[\]\{\}\|\/
\p{L}  \P{Lu}  \p{gc=Letter}  \p{General_Category=punct}  \p{sc=Latn}  \p{Script=Sidetic}  \p{scx=Qaai}  \p{Any}  \p{EComp}
\p{RGI_Emoji}
[]  [^]  [a-z]  [^a]  [\b\-\&]  [a-z[^b]]  [&]  [a&b]  [&-a]  [!-~]  [^^]  [[:alpha:]]  [\b-a]  [[a]]()\1
[a&&b&&c]  [a--b--c]  [a--[b-c]]  [[a-z]&&[^b]]  [\w--\d]  [\p{L}&&\p{ASCII}]  [a--&]
[\q{abc|d|}]  [^\q{a|b}]  [^\q{ab}&&a]  [^a--\q{ab}]  [^[^\q{a}]]  [\q{\b\-}]
""".split()  # noqa: SIM905 - a pattern is easier to read without Python's escapes

# (pattern, offset, message), in the order of V8's checks
REFUSED = [
    ("a*?+", 3, "Nothing to repeat"),
    ("^*", 1, "Nothing to repeat"),
    (r"\b{2}", 2, "Nothing to repeat"),
    ("a|{2,}", 2, "Nothing to repeat"),
    ("a{2}{3}", 4, "Nothing to repeat"),
    ("a]", 1, "Lone quantifier brackets"),
    ("a|}", 2, "Lone quantifier brackets"),
    ("{,2}", 0, "Lone quantifier brackets"),
    ("a{,2}", 1, "Incomplete quantifier"),
    ("a{2", 1, "Incomplete quantifier"),
    ("a{2,1}", 1, "numbers out of order in {} quantifier"),
    ("a{4294967296,1}", 1, "numbers out of order in {} quantifier"),
    ("(?=a)*", 5, "Invalid quantifier"),
    ("(?<=a){2}?", 6, "Invalid quantifier"),
    ("a)", 1, "Unmatched ')'"),
    ("(a(b", 2, "Unterminated group"),
    ("a+(", 2, "Unterminated group"),
    ("a(?<b", 5, "Invalid capture group name"),
    ("(?P<n>x)", 0, "Invalid group"),
    ("a(?i)b", 1, "Invalid group"),
    ("(?i=a)", 0, "Invalid group"),
    ("(?", 0, "Invalid group"),
    ("(?-:a)", 0, "Invalid flag group"),
    ("(?i-m-s:a)", 5, "Multiple dashes in flag group"),
    ("(?i-i:a)", 4, "Repeated flag in flag group"),
    ("(?<1>)", 3, "Invalid capture group name"),
    ("(?<a->)", 4, "Invalid capture group name"),
    (r"(?<\u{1F600}>)", 3, "Invalid capture group name"),
    (r"(?<a\u{}>)", 4, "Invalid Unicode escape"),
    ("(?<a>)(?<a>)", 6, "Duplicate capture group name"),
    ("(?<a>|(?<a>))", 6, "Duplicate capture group name"),
    (r"(?<a>)(?:b|(?<\u0061>))", 11, "Duplicate capture group name"),
    ("(?:(?<a>)|b)(?:(?<a>)|c)", 15, "Duplicate capture group name"),
    ("(?<a>)(?<a>{", 11, "Lone quantifier brackets"),
    ("b|(?<a>)(?<a>)", 8, "Duplicate capture group name"),
    (r"\k", 0, "Invalid named reference"),
    (r"a\k<b>(?<a>)", 1, "Invalid named capture referenced"),
    (r"()\2", 2, "Invalid escape"),
    (r"\1[()](?:)(?=)(?<=)\(", 0, "Invalid escape"),
    (r"\99999999999999", 0, "Invalid escape"),
    (r"\d{3}\-\d{4}", 5, "Invalid escape"),
    (r"\x4g", 0, "Invalid escape"),
    (r"\q{a}", 0, "Invalid escape"),
    (r"\00", 0, "Invalid decimal escape"),
    (r"[\1]", 1, "Invalid decimal escape"),
    (r"\c1", 0, "Invalid Unicode escape"),
    (r"\u{110000}", 0, "Invalid Unicode escape"),
    ("a\\", 1, "\\ at end of pattern"),
    ("[\\", 1, "\\ at end of pattern"),
    (r"\p{Latin}", 0, "Invalid property name"),
    (r"\p{sc=L}", 0, "Invalid property name"),
    (r"\p{Script=Katakana_Or_Hiragana}", 0, "Invalid property name"),
    (r"\P{RGI_Emoji}", 0, "Invalid property name"),
    (r"[\pL]", 1, "Invalid property name in character class"),
    ("[a[b]", 0, "Unterminated character class"),
    ("[a-", 0, "Unterminated character class"),
    (r"[\q{a", 0, "Unterminated character class"),
    ("[a(]", 2, "Invalid character in character class"),
    ("[-a]", 1, "Invalid character in character class"),
    ("[a-]", 2, "Invalid character in character class"),
    ("[a&&&b]", 4, "Invalid character in character class"),
    ("[a&&]", 4, "Invalid character in character class"),
    (r"[\q{a-z}]", 5, "Invalid character in character class"),
    ("[a!!]", 2, "Invalid set operation in character class"),
    ("[^^^]", 2, "Invalid set operation in character class"),
    ("[a-z&&b]", 4, "Invalid set operation in character class"),
    ("[a&&b--c]", 5, "Invalid set operation in character class"),
    ("[ab--c]", 3, "Invalid set operation in character class"),
    (r"[\w-.]", 3, "Invalid character class"),
    (r"[a-\d]", 2, "Invalid character class"),
    ("[a-z-9]", 4, "Invalid character class"),
    ("[a-[b]]", 2, "Invalid character class"),
    ("[z-a]", 2, "Range out of order in character class"),
    (r"[\u{1F600}-😀-a]", 12, "Invalid character class"),
    (r"[^\p{RGI_Emoji}]", 0, "Negated character class may contain strings"),
    (r"[a[^b\q{}]]", 2, "Negated character class may contain strings"),
    (r"[^\q{ab}--a", 0, "Negated character class may contain strings"),
    (r"[^\q{ab}&&\q{cd}]", 0, "Negated character class may contain strings"),
]

# What the flags read differently: (pattern, the fault with `u`, the fault with `v`)
FLAGS = [
    (r"[\w-]", None, PatternError(3, "Invalid character class")),
    ("[^-A]", None, PatternError(2, "Invalid character in character class")),
    ("[(|)]", None, PatternError(1, "Invalid character in character class")),
    ("[!!]", None, PatternError(1, "Invalid set operation in character class")),
    ("[[]", None, PatternError(0, "Unterminated character class")),
    ("[[a]]", PatternError(4, "Lone quantifier brackets"), None),
    ("[a--b]", PatternError(2, "Range out of order in character class"), None),
    (r"[\&]", PatternError(1, "Invalid escape"), None),
    (r"[\q{a}]", PatternError(1, "Invalid escape"), None),
    (r"\p{RGI_Emoji}", PatternError(0, "Invalid property name"), None),
    (r"([[(])\2", PatternError(6, "Invalid escape"), PatternError(3, "Invalid character in character class")),
]

ESCAPED = [
    (r"[\w-]+", r"[\w\-]+"),
    (r"[\w-.]+", r"[\w\-.]+"),
    ("[+-]", r"[+\-]"),
    ("[-+]", r"[\-+]"),
    ("[^-]", r"[^\-]"),
    ("[a-z-9]", r"[a-z\-9]"),
    ("[+--]", r"[+-\-]"),
    ("[--/]", r"[\--\/]"),
    (r"[\x41-\x5a-\u{5f}-]", r"[\x41-\x5a\-\u{5f}\-]"),
    (r"[\p{L}-_]", r"[\p{L}\-_]"),
    (r"[(){}[|/\]\)]", r"[\(\)\{\}\[\|\/\]\)]"),
    ("[!!!&&]", r"[!\!\!&\&]"),
    (r"\[(a|[(])\]", r"\[(a|[\(])\]"),
    (
        r"[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}",
        r"[A-Za-z0-9._%+\-]+@[A-Za-z0-9.\-]+\.[A-Za-z]{2,}",
    ),
    ("[a--b]", "[a--b]"),
    ("a(b", None),
    ("[a-", None),
    ("[z-a(]", None),
    ("[[a-z](]", None),
    (r"[(]\-", None),
    ("[a-z&&[aeiou]]", None),
]

_COMPILE = """([patterns, flag]) => patterns.map((points) => {
  try {
    new RegExp(String.fromCodePoint(...points), flag);
    return null;
  } catch (error) {
    return error.message;
  }
})"""

_COMPARE = """([pairs, subjects]) => pairs.flatMap(([before, after]) => {
  const [old, repaired] = [new RegExp(`^(?:${before})$`, "u"), new RegExp(`^(?:${after})$`, "v")];
  return subjects.filter((subject) => old.test(subject) !== repaired.test(subject)).map((subject) => [before, subject]);
})"""


@pytest.mark.parametrize("pattern", COMPILED)
def test_compiles(pattern: str) -> None:
    assert pattern_error(pattern) is None


@pytest.mark.parametrize(("pattern", "offset", "message"), REFUSED)
def test_says_what_is_wrong_and_where(pattern: str, offset: int, message: str) -> None:
    assert pattern_error(pattern) == PatternError(offset, message)


@pytest.mark.parametrize(("pattern", "with_u", "with_v"), FLAGS)
def test_flags_differ(pattern: str, with_u: PatternError | None, with_v: PatternError | None) -> None:
    assert (pattern_error(pattern, "u"), pattern_error(pattern, "v")) == (with_u, with_v)


@pytest.mark.parametrize(("pattern", "escaped"), ESCAPED)
def test_escapes_for_the_v_flag(pattern: str, escaped: str | None) -> None:
    assert escape_for_v_flag(pattern) == escaped


def test_surrogates() -> None:
    lead, trail = chr(0xD83D), chr(0xDE00)
    assert pattern_error(f"{trail}{lead}[{lead}-{trail}]") is None
    assert pattern_error(f"[{lead}{trail}-{lead}]") == PatternError(2, "Range out of order in character class")


@pytest.mark.parametrize(
    ("pattern", "error"),
    [
        ("(?:" * 100_000 + ")" * 100_000, None),
        ("(?=" * 100_000, PatternError(299_997, "Unterminated group")),
        ("(" * 32_767 + ")" * 32_767, None),
        ("()" * 32_768, PatternError(65_534, "Too many captures")),
        (r"()\32768" + "()" * 32_767, PatternError(2, "Invalid escape")),
        ("[" * 1_728 + "]" * 1_728, None),
        ("[" * 100_000 + "]" * 100_000, PatternError(1_728, "Maximum call stack size exceeded")),
        ("[[a]" + "[a]" * 100_000 + "]", None),
        ("(?<a>)" + "|(?<a>)" * 32_766, None),
        ("(?:(?<a>)|" * 32_767 + ")" * 32_767, None),
        ("a{" + "9" * 100_000 + "," + "9" * 100_000 + "}", None),
    ],
    ids=lambda value: value[:12] if isinstance(value, str) else None,
)
def test_bounds(pattern: str, error: PatternError | None) -> None:
    assert pattern_error(pattern) == error


@pytest.mark.browser
def test_tables_say_what_chromium_says(chromium_page: ChromiumPage) -> None:
    cases = [*COMPILED, *(pattern for pattern, *_ in (*REFUSED, *FLAGS))]
    assert faults(cases, "v") == chromium_faults(chromium_page, cases, "v")


@pytest.mark.browser
@pytest.mark.parametrize("flag", ["u", "v"])
def test_random_patterns(chromium_page: ChromiumPage, flag: Flag) -> None:
    cases = fresh_patterns(3000)
    assert faults(cases, flag) == chromium_faults(chromium_page, cases, flag)


@pytest.mark.browser
def test_escaping_keeps_what_a_pattern_matches(chromium_page: ChromiumPage) -> None:
    affected = [case for case in fresh_patterns(3000) if pattern_error(case, "u") is None and pattern_error(case)]
    pairs = [(case, escape_for_v_flag(case)) for case in affected]
    assert [case for case, escaped in pairs if escaped is None] == []
    subjects = ["", *map(chr, range(128)), "é", "漢", "😀", "ab", "--", "&&"]
    assert chromium_page.evaluate(_COMPARE, [pairs, subjects]) == []


def fresh_patterns(count: int) -> list[str]:
    seed = secrets.randbelow(2**32)
    print(f"patterns({seed}, {count})")  # noqa: T201 - shown with a failure
    return list(patterns(seed, count))


def faults(cases: Sequence[str], flag: Flag) -> dict[str, str | None]:
    errors = {case: pattern_error(case, flag) for case in cases}
    return {case: error.message if error else None for case, error in errors.items()}


def chromium_faults(page: ChromiumPage, cases: Sequence[str], flag: Flag) -> dict[str, str | None]:
    # As code points: lone surrogates do not survive the way to the browser.
    answers: list[Any] = page.evaluate(_COMPILE, [[list(map(ord, case)) for case in cases], flag])
    return {case: answer and answer.rpartition(f"/{flag}: ")[2] for case, answer in zip(cases, answers, strict=True)}
