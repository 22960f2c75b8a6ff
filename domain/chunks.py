"""Cutting long text into overlapping chunks at the ends of sentences, each within a model's window."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple
from unicodedata import east_asian_width

RULE = "sentences-3"
"""Names this rule in an embedding space; change it whenever the cuts or what is repeated change."""

_SENTENCE = re.compile(r".+?(?:[.!?…؟۔]+[\"'”’»)\]]*(?=\s)|[。！？｡।॥]+[」』”’）]*|\n+|\Z)\s*", re.DOTALL)
_SHORT_COLUMNS = 60
"""Less than this is too little to stand for itself ("Yes, exactly!")."""
_OVERLAP = 0.15
_TITLE_SHARE = 0.25
_FIRST_LINE_SHARE = 0.125
_BROKEN_SHARE = 0.125
"""A sentence that is longer than the window is broken into parts of this share, so that they too can overlap."""

Measure = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Piece:
    """A passage: its place in the body, in characters, and the text that is embedded for it."""

    start: int
    end: int
    text: str


def sentences(text: str, start: int, end: int) -> list[Piece]:
    """The sentences of a passage, the short ones joined to those before; none where it is one sentence."""
    spans: list[tuple[int, int]] = []
    for match in _SENTENCE.finditer(text, start, end):
        if not match.group().strip():
            continue
        if spans and _columns(text[slice(*spans[-1])]) < _SHORT_COLUMNS:
            spans[-1] = (spans[-1][0], match.end())
        else:
            spans.append(match.span())
    if len(spans) > 1 and _columns(text[slice(*spans[-1])]) < _SHORT_COLUMNS:
        spans[-2:] = [(spans[-2][0], spans[-1][1])]
    return [Piece(*span, text[slice(*span)].strip()) for span in spans] if len(spans) > 1 else []


def _columns(text: str) -> int:
    """How wide a text stands in columns, where an ideograph says as much as two letters."""
    stripped = text.strip()
    return len(stripped) if stripped.isascii() else sum(1 + (east_asian_width(one) in "WF") for one in stripped)


def cut(title: str, text: str, window: int, measure: Measure) -> list[Piece]:
    """Chunks that together cover the text, each of at most `window` tokens with its header.

    The header is the title, or the first line of a text without one; it tells each chunk's subject. A text that fits
    is one chunk. `measure` counts tokens; the text is measured about three times over, in parts.
    """
    whole = _join(title, text)
    if measure(whole) <= window:
        return [Piece(0, len(text), whole)]
    if not text:
        return [Piece(0, 0, _shortened(title, window, measure))]
    if title:
        header = _shortened(title, int(window * _TITLE_SHARE), measure)
    else:
        header = _shortened(text.lstrip().split("\n", 1)[0], int(window * _FIRST_LINE_SHARE), measure)
    return list(_Packer(text, header, window, measure).pieces())


def _join(header: str, text: str) -> str:
    return f"{header}\n{text}" if header and text else header or text


def _shortened(header: str, most: int, measure: Measure) -> str:
    while header and (size := measure(header)) > most:
        header = header[: len(header) * most // size]
        header = header[: header.rfind(" ") + 1].rstrip() or header
    return header.rstrip()


class _Unit(NamedTuple):
    """A sentence, or a part of one that is too long for a chunk."""

    start: int
    end: int
    size: int


class _Packer:
    """Fills chunks with units."""

    def __init__(self, text: str, header: str, window: int, measure: Measure) -> None:
        self._text, self._header, self._window, self._measure = text, header, window, measure
        self._room = window - (measure(header) + 1 if header else 0)
        self._units = [part for match in _SENTENCE.finditer(text) for part in self._parts(*match.span())]

    def pieces(self) -> Iterator[Piece]:
        """The chunks in the text's order; each but the first begins with the end of the one before."""
        fresh = 0
        while fresh < len(self._units):
            begin = self._overlapping(fresh)
            begin, end, passage = self._fitted(begin, fresh, self._filled(begin, fresh))
            yield Piece(self._units[begin].start, self._units[end].end, passage)
            fresh = end + 1

    def _filled(self, begin: int, fresh: int) -> int:
        """The last unit of a chunk, by the sum of its units' sizes."""
        used, end = sum(unit.size for unit in self._units[begin : fresh + 1]), fresh
        while end + 1 < len(self._units) and used + self._units[end + 1].size <= self._room:
            end += 1
            used += self._units[end].size
        return end

    def _fitted(self, begin: int, fresh: int, end: int) -> tuple[int, int, str]:
        """A chunk that was measured as a whole, for a whole may be more than the sum of its parts."""
        while self._measure(passage := self._passage(begin, end)) > self._window:
            if end > fresh:
                end -= 1
            elif begin < fresh:
                begin += 1
            elif not self._halve(fresh):
                return begin, end, self._text[self._units[fresh].start : self._units[fresh].end]
        return begin, end, passage

    def _passage(self, begin: int, end: int) -> str:
        passage = self._text[self._units[begin].start : self._units[end].end].strip()
        return passage if passage.startswith(self._header) else _join(self._header, passage)

    def _overlapping(self, fresh: int) -> int:
        """Where a chunk begins: a few units back, as far as the overlap allows and the first fresh unit fits."""
        most = min(self._room * _OVERLAP, self._room - self._units[fresh].size)
        begin, used = fresh, 0
        while begin > 0 and used + self._units[begin - 1].size <= most:
            begin -= 1
            used += self._units[begin].size
        return begin

    def _parts(self, start: int, end: int) -> Iterator[_Unit]:
        """A sentence itself, or its parts at white space, or anywhere, where it is too long for a chunk."""
        whole = self._unit(start, end)
        if whole.size <= self._room:
            yield whole
            return
        step = max(int((end - start) * self._room * _BROKEN_SHARE / whole.size), 1)
        while start < end:
            stop = min(start + step, end)
            space = self._text.rfind(" ", start + step // 2, stop) if stop < end else -1
            stop = space + 1 if space > 0 else stop
            yield self._unit(start, stop)
            start = stop

    def _halve(self, place: int) -> bool:
        """Break a unit in two; False where it is one character."""
        start, end, _ = self._units[place]
        if end - start < 2:
            return False
        middle = (start + end) // 2
        self._units[place : place + 1] = [self._unit(start, middle), self._unit(middle, end)]
        return True

    def _unit(self, start: int, end: int) -> _Unit:
        return _Unit(start, end, self._measure(self._text[start:end]))
