"""Names that programs use, findable whole and in parts: `getUserId`, `src/db/client.ts`, `v2.4.1`, `C++`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adapters.sqlite.words.segments import folded

_CHUNK = re.compile(r"[^\s\x00-\x1f\x7f\"'`“”‘’«»()\[\]{}<>,;!?…]+")
"""The tokenizer splits at control characters, as it does at white space."""
_SPECIAL = re.compile(r"[./\\:_@#+*&=~$%-]|[a-z][A-Z]|[A-Z][A-Z][a-z]")
_EDGE = ".:/\\-=*&~"
_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_LONGEST = 100


def identifiers(text: str) -> Iterator[str]:
    """Whole names that word boundaries would cut, and the parts that they would not."""
    for chunk in _CHUNK.findall(text):
        if len(chunk) <= _LONGEST and chunk.isascii() and _SPECIAL.search(chunk):
            yield from _forms(chunk.strip(_EDGE))


def _forms(name: str) -> Iterator[str]:
    if len(name) < 2:
        return
    yield folded(name)
    parts = [part.lower() for part in _PART.findall(name)]
    if len(parts) > 1:
        yield from (part for part in parts if len(part) > 1 or part.isdigit())
