"""The keys of stores of before: still asked for where a rejected or forgotten text is gone and cannot be keyed anew."""

from __future__ import annotations

import hashlib

from domain.confusables import unmixed
from domain.keys import normal, visible


def folded(text: str) -> str:
    """The normal form of a text whose words that mix alphabets are read in one (`domain.confusables` has the rule)."""
    return normal(unmixed(visible(text)))


def former_key(*parts: str) -> str:
    """The key that a rejection had before statements and names had keys of their own."""
    joined = "\x1f".join([str(len(parts)), *map(folded, parts)])
    return hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()[:32]
