"""Word boundaries after Unicode Standard Annex #29, with n-grams where a script writes no spaces."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

from adapters.sqlite.words.letters import alike

_UNSPACED = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f\u1780-\u17ff"  # Myanmar, Khmer
    "\u3005\u3007\u3040-\u30ff\u31f0-\u31ff"  # Hiragana, Katakana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
)
_RUN = re.compile(f"[{_UNSPACED}]+")
_CLUSTER = re.compile(r"[^\u0e31\u0e34-\u0e3a\u0e47-\u0e4e][\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]*")
"""A character with the marks that hang on it, where the script has any."""
_HANGUL = re.compile("^[\uac00-\ud7a3]{3,}$")
_PICTURE = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf]")
"""Pictographs, which are words to people and not to the word boundaries."""
_UNINDEXABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def folded(text: str) -> str:
    """The text under NFKC and case folding, in one typography, without what no index should hold."""
    clean = _UNINDEXABLE.sub(" ", text)
    return clean.casefold() if clean.isascii() else alike(unicodedata.normalize("NFKC", clean).casefold())


def exact_words(text: str) -> Iterator[str]:
    """The words of a text as they stand, in order, folded."""
    flat = folded(text)
    if flat.isascii():
        yield from _spaced(flat)
        return
    start = 0
    for run in _RUN.finditer(flat):
        yield from _spaced(flat[start : run.start()])
        yield from ngrams(run.group())
        start = run.end()
    yield from _spaced(flat[start:])
    yield from _PICTURE.findall(flat)


def ngrams(run: str) -> Iterator[str]:
    """Bigrams of a run without spaces; a run of one character is itself."""
    clusters = _CLUSTER.findall(run)
    if len(clusters) == 1:
        yield clusters[0]
    for first, second in pairwise(clusters):
        yield first + second


def _spaced(text: str) -> Iterator[str]:
    if not text or text.isspace():
        return
    import apsw.unicode

    for word in apsw.unicode.word_iter(text):
        yield word
        if _HANGUL.match(word):
            # Particles hang on the noun: 녹차를 is found by 녹차 through their common bigrams.
            yield from ngrams(word)
