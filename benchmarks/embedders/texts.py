"""Texts to measure with: a question, a passage of sixty words, and sixty-four texts of many lengths."""

from __future__ import annotations

from itertools import cycle, islice

QUESTION = "Which database did we choose for the billing service?"
_SENTENCES = (
    "We moved the billing service to PostgreSQL because the old store lost writes under load.",
    "Deploys go out on Tuesdays, never on Fridays.",
    "Die Tests laufen nur mit gesetzter Zeitzone, sonst scheitert der Vergleich der Daten.",
    "El equipo prefiere respuestas cortas y sin rodeos.",
    "キャッシュの有効期限は五分に設定されている。",
    "The user prefers tabs, dislikes long summaries and wants to be asked before anything is deleted.",
    "Повторная отправка письма возможна только через сутки.",
)
_LENGTHS = (1, 1, 2, 1, 3, 1, 2, 6, 1, 4, 1, 2, 1, 1, 10, 2)
"""Sentences of a text: most memories are one or two, a few are long."""


def passage(words: int = 60) -> str:
    """English prose of so many words."""
    prose = " ".join((_SENTENCES[0], _SENTENCES[1], _SENTENCES[5])).split()
    return " ".join(islice(cycle(prose), words))


def memories(count: int = 64) -> list[str]:
    """Texts of mixed lengths and languages, in no order."""
    sentences = cycle(_SENTENCES)
    return [" ".join(islice(sentences, length)) for length in islice(cycle(_LENGTHS), count)]
