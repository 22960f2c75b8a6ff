"""Keys: the forms of a text under which two writings of it are the same.

The exact key serves the duplicate gate. The folded key serves rejections, and sees through confusable letters as well.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

from domain.confusables import unmixed

_IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Unicode's Default_Ignorable_Code_Point (DerivedCoreProperties.txt): characters that are not seen."""


def normal(text: str) -> str:
    """NFKC, case folded, without ignorable characters, white space collapsed. Normal forms are their own.

    Case folding can undo the normalisation and the other way round, so both are repeated (Unicode, 3.13, D146).
    """
    if text.isascii():
        return " ".join(text.casefold().split())
    seen = _IGNORABLE.sub("", text)
    for _ in range(3):
        folded = _IGNORABLE.sub("", unicodedata.normalize("NFKC", unicodedata.normalize("NFKD", seen).casefold()))
        if folded == seen:
            break
        seen = folded
    return " ".join(seen.split())


def visible(text: str) -> str:
    """NFKC without ignorable characters: what a person sees, case kept."""
    return text if text.isascii() else _IGNORABLE.sub("", unicodedata.normalize("NFKC", text))


def exact_key(*parts: str) -> str:
    """The first 128 bits of SHA-256, in hexadecimal, over the parts' normal forms and their number."""
    return _digest([normal(part) for part in parts])


def folded_key(*parts: str) -> str:
    """Like `exact_key`, over forms in which letters that only look like another script's are that script's."""
    return _digest([unmixed(normal(part)) for part in parts])


def _digest(parts: list[str]) -> str:
    joined = "\x1f".join([str(len(parts)), *parts])
    return hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()[:32]
