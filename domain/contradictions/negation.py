"""Negation in English, German, Spanish, Portuguese, French, Italian, Catalan and, plainly marked, a few more.

A cue is a pattern over the whole statement rather than a word list, because most negating words also mean other things:
`sin city`, `mai 2026`, `pas de deux`, `no. 5`.
"""

from __future__ import annotations

import re
from functools import lru_cache

_CUES = (
    # English
    r"\b(?:not|never|neither|nor|nobody|nothing|nowhere|none|without|cannot)\b",
    r"\b\w+n't\b",
    r"\bno (?:longer|more)\b",
    r"\bno\b(?=\s+[^\W\d_]{2,})(?!\s+(?:one knows|doubt|matter|problem))",
    r"\b(?:stopped|quit|ceased|dropped|abandoned|removed|deprecated|discontinued|"
    r"lacks?|fails? to|refuses? to)\b",
    # German
    r"\b(?:nicht|nie|niemals|nirgends|niemand|nichts|ohne|kein|keine|keiner|keinen|keinem|keines|weder)\b",
    # Spanish, Catalan
    r"\b(?:nunca|jamás|jamas|tampoco|ningún|ninguna|ninguno|ningun|nadie|sense|cap mai|mai més)\b",
    r"\bya no\b",
    r"\bsin (?!city\b|embargo\b)(?=[^\W\d_]+)",
    # Portuguese
    r"\b(?:não|nao|nenhum|nenhuma|ninguém|sem)\b",
    # French
    r"\b(?:n'|ne )(?:\w+['\s]+){1,3}?(?:pas|plus|jamais|rien|aucune?|personne|guère)\b",
    r"(?<!faux )\bpas (?!de deux\b|de calais\b)(?:de|d'|du|encore|besoin)\b",
    r"\b(?:aucune?|sans|jamais)\b",
    # Italian
    r"\b(?:non|senza|nessun|nessuno|nessuna|niente|nulla)\b",
    r"\b(?:ha|è|viene|si|sono|hanno|usa|fa)\s+mai\b|\bmai\s+(?:usat|stat|fatt|pi[uù])",
    # Russian, Polish, Chinese, Japanese
    r"\b(?:не|нет|никогда|без|nie|nigdy|bez)\b",
    r"不|没有|沒有|从未|從未|ない|ません|なかった|なし",
)
_NEGATION = re.compile("|".join(_CUES), re.IGNORECASE)
_HARMLESS = re.compile(
    r"\bnot only\b|\bnicht nur\b|\bno solo\b|\bno sólo\b|\bnon solo\b|\bnão só\b|\bnot least\b|\bwhy not\b|\bno\.\s*\d|"
    r"\bno \d|\bif not\b|\bwhether or not\b|\bn°\s*\d|不仅|不但",
    re.IGNORECASE,
)


def negation(text: str) -> str | None:
    """The words that negate a statement, or None. Two negations, as in `not without`, are still one statement's."""
    return next(iter(_negations(text)), None)


def negating_words(text: str) -> frozenset[str]:
    """Every word that takes part in a negation; the rest is what is said to be or not to be."""
    return frozenset(word.casefold() for told in _negations(text) for word in re.findall(r"[\w'’]+", told))


@lru_cache(maxsize=4_096)
def _negations(text: str) -> tuple[str, ...]:
    # One statement is compared with many, and the search for cues is most of what that costs.
    plain = _HARMLESS.sub(" ", text.replace("’", "'"))
    return tuple(match.group().strip() for match in _NEGATION.finditer(plain))
