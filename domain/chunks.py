"""Cutting long text into overlapping chunks at the ends of sentences, each within a model's window."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

RULE = "sentences-1"
"""Names this rule in an embedding space; change it whenever the cuts or what is repeated change."""

_SENTENCE = re.compile(r".+?(?:[.!?…]+[\"'”’)\]]*(?=\s)|[。！？]+|\n+|$)\s*", re.DOTALL)
_OVERLAP = 0.15
_HEADER_SHARE = 0.25
_SHORT = 2
"""Characters for which no tokenizer needs more tokens than this times their number."""

Measure = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Piece:
    """A passage: its place in the body, in characters, and the text that is embedded for it."""

    start: int
    end: int
    text: str


def cut(title: str, text: str, window: int, measure: Measure) -> list[Piece]:
    """Chunks that together cover the text, each of at most `window` tokens with its header.

    The header is the title, or of a text in several chunks its first line; it tells a chunk's subject. A text that
    fits is one chunk.
    """
    whole = _join(title, text)
    if _fits(whole, window, measure):
        return [Piece(0, len(text), whole)]
    header = _header(title, text, window, measure)
    room = window - (measure(header) + 1 if header else 0)
    spans = _spans(text, room, measure)
    return [Piece(start, end, _with_header(header, text, start, end)) for start, end in spans]


def _join(title: str, text: str) -> str:
    return f"{title}\n{text}" if title and text else title or text


def _fits(text: str, window: int, measure: Measure) -> bool:
    return len(text) * _SHORT <= window or measure(text) <= window


def _header(title: str, text: str, window: int, measure: Measure) -> str:
    header = title or text.split("\n", 1)[0]
    most = int(window * _HEADER_SHARE)
    while header and measure(header) > most:
        header = header[: len(header) * most // max(measure(header), 1)].rstrip()
    return header


def _with_header(header: str, text: str, start: int, end: int) -> str:
    passage = text[start:end].strip()
    return passage if not header or passage.startswith(header) else f"{header}\n{passage}"


def _spans(text: str, room: int, measure: Measure) -> list[tuple[int, int]]:
    """Runs of sentences within the room; each but the first begins with the end of the one before."""
    sentences = [part for span in _sentences(text) for part in _broken(text, span, room, measure)]
    sizes = [measure(text[start:end]) for start, end in sentences]
    spans: list[tuple[int, int]] = []
    first = 0
    while first < len(sentences):
        last, used = first, sizes[first]
        while last + 1 < len(sentences) and used + sizes[last + 1] <= room:
            last += 1
            used += sizes[last]
        spans.append((sentences[first][0], sentences[last][1]))
        if last + 1 == len(sentences):
            break
        first = _overlapping(sizes, first, last, room)
    return spans


def _overlapping(sizes: Sequence[int], first: int, last: int, room: int) -> int:
    """Where the next chunk begins: a few sentences back, as far as the overlap allows and the next one fits."""
    begin, used = last + 1, 0
    while begin - 1 > first and used + sizes[begin - 1] <= min(room * _OVERLAP, room - sizes[last + 1]):
        begin -= 1
        used += sizes[begin]
    return begin


def _sentences(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in _SENTENCE.finditer(text)] or [(0, len(text))]


def _broken(text: str, span: tuple[int, int], room: int, measure: Measure) -> list[tuple[int, int]]:
    """A sentence that is too long by itself, halved at white space, or anywhere, until it fits."""
    start, end = span
    if end - start <= 1 or _fits(text[start:end], room, measure):
        return [span]
    middle = (start + end) // 2
    space = text.rfind(" ", start + (middle - start) // 2, middle)
    split = space + 1 if space > start else middle
    return [*_broken(text, (start, split), room, measure), *_broken(text, (split, end), room, measure)]
