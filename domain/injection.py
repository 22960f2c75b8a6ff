"""Text that reads like an instruction to a model. It is not refused but withheld until a person has seen it.

After the injection patterns that OWASP LLM01:2025 (https://genai.owasp.org/llmrisk/llm01-prompt-injection/) describes.
A pattern finds what is worded like an attack it knows. It is a filter before a person's review, no proof of harmlessness.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass

from domain.confusables import unmixed
from domain.keys import visible
from domain.wordings.languages import LANGUAGES
from domain.wordings.misuse import MISUSE
from domain.wordings.takeover import SQUEEZED, TAKEOVER
from domain.wordings.vocabulary import InjectionRule


@dataclass(frozen=True, slots=True)
class Suspicion:
    """The rule that a text falls under, and the words that do."""

    rule: InjectionRule
    excerpt: str


_EXCERPT = 80
_COMPILED = tuple(
    (wording.rule, frozenset(wording.stems.split("|")), re.compile(wording.pattern, re.IGNORECASE))
    for wording in (*TAKEOVER, *MISUSE, *LANGUAGES)
)
_STEMS = frozenset[str]().union(*(stems for _, stems, _ in _COMPILED))
_SQUEEZED = re.compile(SQUEEZED, re.IGNORECASE)
_REGIONAL_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
"""England, Scotland and the like, the one orderly use of tag characters (Unicode Technical Standard #51, C.1)."""
_HIDDEN = re.compile(
    "[\U000e0000-\U000e007f]|[\u202d\u202e]|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}"
    "|[\u00ad\u034f\u180e\u200b-\u200f\u2060-\u2064\ufeff]{4,}"
)
"""Tags, overrides of direction, and more variation selectors or invisible characters in a row than writing needs."""
_OF_A_DOCUMENT = re.compile(
    r"\s(?:of|in|from|del?|en|du|dans|des|der|im|in|aus|nel|nella|no|na|do|da)\s(?:(?:the|our|el|la|le|dem|der)\s)?"
    r"(?:manual|readme|guide|handbook|wiki|tutorial|recipe|docs|documentation|manuel|guía|documentación|receta"
    r"|handbuchs?|anleitung|manuale|documentazione)(?=\s?(?:[.:;,)]|$))",
    re.IGNORECASE,
)
"""What says at a clause's end that the instructions are a manual's, not the model's."""
_GAP = re.compile(r"\s+")
_SPACED_OUT = re.compile(r"(?:\b[^\W\d_][ .*_-]{1,3}){7,}[^\W\d_]\b")
_DIGITS_FOR_LETTERS = re.compile(r"\b(?=\w*[a-zA-Z])[\w@$]*[013457@$][\w@$]*")
_LETTERS = str.maketrans("013457@$", "oieastas")
_BASE64 = re.compile(r"(?<![\w+/])[A-Za-z0-9+/]{24,4000}={0,2}(?![\w+/])")


def suspicion(text: str) -> Suspicion | None:
    """Why a text should be seen by a person first, or None."""
    if _HIDDEN.search(_REGIONAL_FLAG.sub("", text)):
        return Suspicion(InjectionRule.HIDDEN, "invisible characters")
    seen = _GAP.sub(_collapsed, text if text.isascii() else unmixed(visible(text)))
    for reading in _readings(seen):
        found = _worded(reading)
        if found:
            return found
    return _spaced_out(seen)


def _worded(text: str) -> Suspicion | None:
    # Looking for its stems first makes a pattern cost a hundredth where they are absent, as they mostly are.
    small = text.lower().replace("\n", " ")
    present = {stem for stem in _STEMS if stem in small}
    for rule, stems, pattern in _COMPILED:
        if stems.isdisjoint(present):
            continue
        for match in pattern.finditer(text):
            if rule is not InjectionRule.OVERRIDE or not _OF_A_DOCUMENT.match(text, match.end()):
                return Suspicion(rule, match.group().strip()[:_EXCERPT])
    return None


def _collapsed(gap: re.Match[str]) -> str:
    return "\n" if "\n" in gap.group() else " "


def _readings(text: str) -> Iterator[str]:
    """The text, then the text with the digits of words read as letters, and what it holds in base64."""
    yield text
    plain = _DIGITS_FOR_LETTERS.sub(lambda word: word.group().translate(_LETTERS), text)
    if plain != text:
        yield plain
    for match in _BASE64.finditer(text):
        decoded = _decoded(match.group())
        if decoded:
            yield decoded


def _decoded(blob: str) -> str | None:
    try:
        decoded = base64.b64decode(blob + "=" * (-len(blob) % 4)).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None
    return decoded if decoded.isprintable() else None


def _spaced_out(text: str) -> Suspicion | None:
    """An order spelt letter by letter."""
    for match in _SPACED_OUT.finditer(text):
        letters = "".join(character for character in match.group() if character.isalpha())
        if _SQUEEZED.search(letters):
            return Suspicion(InjectionRule.OVERRIDE, match.group()[:_EXCERPT])
    return None
