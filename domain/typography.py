"""The form of a statement without what is only typography. What may mean something is kept, and code is kept whole.

It folds: composition, characters that are not seen, blanks at the ends and runs of them in prose, kinds of quotes,
dashes and digits, full width, HTML entities, optional marks of Arabic and Hebrew, and what stands around a statement:
a bullet, enclosing quotes, emphasis, a final stop or exclamation mark.
"""

from __future__ import annotations

import html
import re
import textwrap
import unicodedata
from dataclasses import dataclass

from domain.keys import IGNORABLE

_CODE = re.compile(
    r"^(?P<fence>```+|~~~+)[^\n]*\n.*?^(?P=fence)[^\S\n]*$|(?<!`)(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)",
    re.DOTALL | re.MULTILINE,
)
_INDENTED = re.compile(r"^(?: {4}|\t).*$", re.MULTILINE)
_BREAK = re.compile("\r\n?|\x0b|\x0c|\x85|\u2028|\u2029")
_BLANKS = re.compile(r"[^\S\n]+")
_LINE_BLANKS = re.compile(r"^[^\S\n]+|[^\S\n]+$|(?<=\S)[^\S\n]+", re.MULTILINE)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("“”„‟«»＂〝〞", '"'),
        **dict.fromkeys("‘’‚‛‹›ʼ＇´", "'"),
        **dict.fromkeys("‐‑‒–—―−﹘﹣－", "-"),
        "…": "...",
    }
)
_OPTIONAL_MARKS = re.compile(
    "[\u0610-\u061a\u0640\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed"
    "\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]|(?<=i)\u0307"
)
"""Harakat and the signs of recitation, tatweel, Hebrew points and accents, and the dot over an i that has one."""
_WIDE = {"<wide>", "<narrow>", "<initial>", "<medial>", "<final>", "<isolated>"}
_LIGATURES = {chr(code) for code in range(0xFB00, 0xFB07)}
_STRONG = re.compile(r"(?<![\w*])\*\*(?=[^\s*])([^*\n]+?)(?<=[^\s*])\*\*(?![\w*])")
_SLIGHT = re.compile(r"(?<![\w*_\\])([*_]|__)(?=[^\W_])([^*_\n]+?)(?<=[^\s*_(\[{])\1(?![\w*_])")
_COMMAND = re.compile(r"(?:^|\s)[-$/~.\\|>]|[|;{}]\s|://")
_WORDS_OF_PROSE = 4
_BULLET = re.compile(r"(?:[-*•‣◦] (?!\d))+|\+ (?!\d)(?=[^\n]*\Z)")
_LAYERS_AT_MOST = 8
"""How many things around a statement are taken away one after another: its text is a caller's, and the work bounded."""
_MARKS = re.compile(r"(?<![\s*./\\~$|&<>=+#@^`,;:(\[{-])[.!。．｡！۔।]+$")
_FACTORIAL = re.compile(r"(?:^|\W)(?:\d{1,2}|[^\W\d_])!$")


@dataclass(frozen=True, slots=True)
class Plain:
    """A statement without its typography; its letters' case is kept. In the prose a marker stands for each code."""

    prose: str
    code: tuple[str, ...] = ()


def plain(text: str) -> Plain:
    """The statement that a text is a writing of."""
    text = textwrap.dedent(_BREAK.sub("\n", unicodedata.normalize("NFC", text))).strip("\n")
    whole: list[str] = []
    prose = _CODE.sub(lambda match: _put_by(whole, match.group()), _MARKERS.sub("", text))
    prose = _INDENTED.sub(lambda match: _put_by(whole, match.group()), prose) if "\n" in prose else prose.strip()
    return Plain(_bare(_written(prose)).rstrip(), tuple(whole))


def unescaped(text: str) -> str:
    """The text without HTML entities, however often they were escaped."""
    before = ""
    while before != text:
        before, text = text, _ENTITY.sub(lambda match: html.unescape(match.group()), text)
    return text


_MARKERS = re.compile("[\ue000\ue001]")


def _put_by(whole: list[str], code: str) -> str:
    whole.append(code)
    return f"\ue000{len(whole) - 1}\ue001"


def _written(prose: str) -> str:
    """Each character as the plainest one that is written for it."""
    prose = _ENTITY.sub(lambda match: html.unescape(match.group()), prose) if "&" in prose else prose
    if not prose.isascii():
        prose = "".join(part if kept else _plainest(part) for part, kept in _around(prose))
    elif prose.isprintable() and "  " not in prose:
        return prose
    else:
        prose = "".join(part if kept else IGNORABLE.sub("", part) for part, kept in _around(prose))
    return _LINE_BLANKS.sub(_blank, prose)


def _around(prose: str) -> list[tuple[str, bool]]:
    """The prose in parts, each with whether it is a marker of something put by."""
    parts = re.split("(\ue000\\d+\ue001)", prose)
    return [(part, bool(place % 2)) for place, part in enumerate(parts)]


def _plainest(prose: str) -> str:
    before = ""
    while before != prose:
        before = prose
        prose = IGNORABLE.sub("", prose).translate(_SIGNS)
        prose = "".join(letter if letter.isascii() else _one(letter) for letter in prose)
        prose = unicodedata.normalize("NFC", _OPTIONAL_MARKS.sub("", prose))
    return prose


def _one(letter: str) -> str:
    number = unicodedata.decimal(letter, None)
    if number is not None:
        return str(number)
    if letter in _LIGATURES or unicodedata.decomposition(letter).partition(" ")[0] in _WIDE:
        return unicodedata.normalize("NFKC", letter)
    return letter


def _blank(match: re.Match[str]) -> str:
    """One blank for a run of them, none at a line's end; what a line begins with is its indentation, and stays."""
    if match.end() == len(match.string) or match.string[match.end()] == "\n":
        return ""
    at_start = match.start() == 0 or match.string[match.start() - 1] == "\n"
    return match.group() if at_start else " "


def _bare(prose: str) -> str:
    """The statement without what stands around it."""
    for _ in range(_LAYERS_AT_MOST):
        before = prose
        prose = _unbulleted(prose)
        prose = _STRONG.sub(r"\1", prose)
        prose = _SLIGHT.sub(lambda match: match.group(2) if _emphasised(match) else match.group(), prose)
        prose = _unquoted(_unmarked(prose))
        if prose == before:
            break
    return prose


def _unbulleted(prose: str) -> str:
    lines = prose.split("\n")
    # Lines that begin with + among others that begin with - are a difference of two texts, no list.
    if {"+ ", "- "} <= {line[:2] for line in lines}:
        return prose
    return "\n".join(_BULLET.sub("", line, count=1) if _BULLET.match(line) else line for line in lines)


def _emphasised(match: re.Match[str]) -> bool:
    """Whether signs stand for emphasis: around a phrase, or a word of prose, and not in a pattern or an identifier."""
    told, prose = match.group(2), match.string
    if " " in told or match.group() == prose:
        return match.group(1) != "__" or " " in told
    return (
        match.group(1) != "__"
        and told.isalpha()
        and len(prose.split()) >= _WORDS_OF_PROSE
        and _COMMAND.search(prose) is None
    )


def _unmarked(prose: str) -> str:
    return prose if _FACTORIAL.search(prose) else _MARKS.sub("", prose)


def _unquoted(prose: str) -> str:
    sign = prose[:1]
    enclosed = len(prose) > 2 and sign in ('"', "'") and prose.endswith(sign) and prose.count(sign) == 2
    return prose[1:-1] if enclosed else prose
