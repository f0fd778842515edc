"""From the decoded value of an attribute back to the characters it was written with."""

from __future__ import annotations

import html
import re
from html.entities import html5

_STEP = re.compile(r"\r\n?|\0|&#[xX][0-9a-fA-F]+;?|&#[0-9]+;?|&[a-zA-Z][a-zA-Z0-9]*;?")


def decoded_offsets(raw: str, value: str) -> list[int] | None:
    """Return, for each offset into `value` and its end, the offset into `raw` where that character is written.

    None where `value` is not what `raw` decodes to, so that nothing can be said.
    """
    if raw == value:
        return list(range(len(raw) + 1))
    offsets: list[int] = []
    decoded: list[str] = []
    done = 0
    for match in _STEP.finditer(raw):
        text = _decode(match[0], raw[match.end() : match.end() + 1])
        if text == match[0]:
            continue
        offsets += range(done, match.start())
        decoded += (raw[done : match.start()], text)
        offsets += [match.start()] * len(text)
        done = match.end()
    offsets += range(done, len(raw) + 1)
    decoded.append(raw[done:])
    return offsets if "".join(decoded) == value else None


def _decode(written: str, follower: str) -> str:
    if written[0] == "\r":
        return "\n"
    if written == "\0":
        return "\ufffd"
    if written[1] != "#" and not written.endswith(";"):
        # Without its semicolon a named reference counts only where no letter, digit or `=` follows (13.2.5.73)
        return html5.get(written[1:], written) if follower != "=" else written
    if written[1] != "#" and written[1:] not in html5:
        return written
    return html.unescape(written)
