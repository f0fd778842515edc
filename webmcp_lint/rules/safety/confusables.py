"""Letters of other alphabets that look like Latin ones.

An excerpt of Unicode's confusables.txt (UTS #39, revision 16): the Cyrillic, Greek, Armenian and phonetic letters that
NFKC leaves as they are. Written as escapes, since nobody could check them by sight.
"""

from __future__ import annotations

from typing import Final

_LOOKALIKES: Final = {
    "a": "\u0430\u03b1\u0251\u0410\u0391",
    "b": "\u0412\u0392\u0432",
    "c": "\u0441\u03f2\u0421\u1d04",
    "d": "\u0501\u0257",
    "e": "\u0435\u0415\u0395\u0454\u1d07",
    "f": "\u0192",
    "g": "\u0261\u0581\u0262",
    "h": "\u04bb\u041d\u0397\u0570",
    "i": "\u0456\u0406\u03b9\u0399\u0269\u0131\u026a",
    "j": "\u0458\u0408\u03f3",
    "k": "\u043a\u041a\u03ba\u039a\u1d0b",
    "l": "\u04cf\u04c0\u029f\u217c",
    "m": "\u043c\u041c\u039c\u1d0d",
    "n": "\u0578\u057c\u039d\u0274",
    "o": "\u043e\u041e\u03bf\u039f\u0585\u0555\u1d0f\u0275",
    "p": "\u0440\u0420\u03c1\u03a1\u1d18",
    "q": "\u051b\u051a",
    "r": "\u0433\u0280",
    "s": "\u0455\u0405\ua731",
    "t": "\u0442\u0422\u03c4\u03a4\u1d1b",
    "u": "\u057d\u054d\u03c5\u1d1c",
    "v": "\u03bd\u0475\u1d20",
    "w": "\u051d\u051c\u1d21",
    "x": "\u0445\u0425\u03c7\u03a7",
    "y": "\u0443\u0423\u03a5\u04af\u028f",
    "z": "\u0396\u1d22",
}
LATIN: Final = {ord(char): latin for latin, chars in _LOOKALIKES.items() for char in chars}
"""A table for `str.translate`, into lower case."""
