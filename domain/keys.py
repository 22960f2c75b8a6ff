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
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u2800\ufff9-\ufffc\ue000-\uf8ff\ufdd0-\ufdef\ufffe\uffff"
    "\U000f0000-\U0010ffff]"
)
"""Characters that are not seen: Unicode's Default_Ignorable_Code_Point (DerivedCoreProperties.txt), controls that are
no white space, the empty braille pattern, anchors of annotations and objects, and what no standard gives a form
(private use and noncharacters)."""
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1b\x7f]")


def normal(text: str) -> str:
    """NFKC, case folded, without ignorable characters, white space collapsed. A normal form is its own normal form.

    Folding case and removing a character can each undo the normalisation, so it is repeated until nothing changes
    (Unicode 3.13, D145 and D146; two rounds serve nearly every text).
    """
    if text.isascii():
        return " ".join(_CONTROLS.sub("", text).lower().split())
    before, after = "", text
    while after != before:
        before, after = after, _once(after)
    return after


def _once(text: str) -> str:
    folded = unicodedata.normalize("NFKD", _IGNORABLE.sub("", text)).casefold()
    return " ".join(unicodedata.normalize("NFKC", _IGNORABLE.sub("", folded)).split())


def visible(text: str) -> str:
    """NFKC without ignorable characters: what a person sees, case kept."""
    return _CONTROLS.sub("", text) if text.isascii() else _IGNORABLE.sub("", unicodedata.normalize("NFKC", text))


def folded(text: str) -> str:
    """The normal form of a text whose words that mix alphabets are read in one (`domain.confusables` has the rule)."""
    return normal(unmixed(visible(text)))


def exact_key(*parts: str) -> str:
    """A digest of the parts' normal forms: 32 hexadecimal digits.

    128 bits of SHA-256 are enough: among a billion memories, the chance that any two collide is below 2 to the -69.
    """
    return _digest([normal(part) for part in parts])


def folded_key(*parts: str) -> str:
    """Like `exact_key`, over folded forms."""
    return _digest([folded(part) for part in parts])


def _digest(parts: list[str]) -> str:
    # No normal form holds the separator: it is white space to `str.split`.
    joined = "\x1f".join([str(len(parts)), *parts])
    return hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()[:32]
