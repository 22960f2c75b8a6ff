"""Stored text as a person is shown it: nothing in it acts on a terminal, reorders the line, or goes unseen."""

from __future__ import annotations

import re

_ACTING = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff"
    "\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""Controls (C0, DEL, C1), marks of direction (UAX #9), separators of lines, and what has no width.

The joiners U+200C and U+200D stay: Persian, Hindi and emoji are written with them.
"""
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def escaped(text: str) -> str:
    """The text on one line, with what would act instead of being seen written out: `\\x1b`, `\\u202e`."""
    return _ACTING.sub(_written_out, text)


def escaped_lines(text: str) -> list[str]:
    """The text's lines, each escaped; a tab becomes a space."""
    return [escaped(line.replace("\t", " ")) for line in text.replace("\r\n", "\n").split("\n")]


def escaped_json(document: str) -> str:
    """A JSON document, which means the same, with the same characters written out in its strings.

    What the document's own layout consists of is left: JSON's strings hold no raw control below U+0020.
    """
    return _ACTING.sub(_in_json, document)


def _written_out(match: re.Match[str]) -> str:
    character = match.group()
    code = ord(character)
    if code < 0x100:
        return _SHORT.get(character, f"\\x{code:02x}")
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _in_json(match: re.Match[str]) -> str:
    character = match.group()
    if character in _SHORT:
        return character
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[start : start + 4]}" for start in range(0, len(units), 4))
