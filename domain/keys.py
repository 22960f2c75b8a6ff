"""Keys: digests of what two writings share that say the same, or name the same.

A statement's key finds candidates (`domain.statements` has the form); whether two really say the same is for
`domain.statements.same` to decide, for that is no equivalence: `TUESDAYS` is `Tuesdays` and `tuesdays`, which are two.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

IGNORABLE = re.compile(
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

    It is no key: it folds what means something else. Folding case and removing a character can each undo the
    normalisation, so it is repeated until nothing changes (Unicode 3.13, D145 and D146; two rounds serve nearly every
    text).
    """
    if text.isascii():
        return " ".join(_CONTROLS.sub("", text).lower().split())
    before, after = "", text
    while after != before:
        before, after = after, _once(after)
    return after


def _once(text: str) -> str:
    folded = unicodedata.normalize("NFKD", IGNORABLE.sub("", text)).casefold()
    return " ".join(unicodedata.normalize("NFKC", IGNORABLE.sub("", folded)).split())


def visible(text: str) -> str:
    """NFKC without ignorable characters: what a person sees, case kept."""
    return _CONTROLS.sub("", text) if text.isascii() else IGNORABLE.sub("", unicodedata.normalize("NFKC", text))


def name_form(name: str) -> str:
    """What two writings of one name share: NFC, trimmed, without ignorables and slashes at the end, case folded.

    A name of one or two characters keeps its case: `C` is a language, `c` is a variable.
    """
    seen = " ".join(IGNORABLE.sub("", unicodedata.normalize("NFC", name)).split())
    whole = seen.rstrip("/\\").rstrip() or seen
    if len(seen) <= _SHORT:
        return whole
    return unicodedata.normalize("NFC", whole.casefold().replace("i\u0307", "i"))


_SHORT = 2


def name_key(name: str) -> str:
    """The key of a name."""
    return digest([name_form(name)])


def digest(parts: list[str]) -> str:
    """32 hexadecimal digits of parts, which are not run together.

    128 bits of SHA-256 are enough: among a billion memories, the chance that any two collide is below 2 to the -69.
    """
    told = "".join(f"{len(part)}\x1f{part}" for part in parts)
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:32]
