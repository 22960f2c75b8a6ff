"""Statements as words: what is compared, and what only holds a sentence together."""

from __future__ import annotations

import re

WORD = re.compile(
    r"\d{1,4}[-/.:]\d{1,2}(?:[-/.:]\d{1,4})*|v?\d+(?:[.,]\d+)*(?:[a-z%°€$]{1,3}\b)?|[^\W\d_]+(?:['’_.-][^\W_]+)*|[^\W_]+",
    re.IGNORECASE,
)
"""Dates, times, versions and amounts are one word each; so are names with dots and dashes."""

_FUNCTION = frozenset(
    """
    a an the this that these those is are was were be been being am do does did has have had will would shall should
    can could may might must to of in on at by for from with as it its and or so then than there here now still also
    we i you he she they our your their my his her us them only just very
    der die das den dem des ein eine einen einem einer ist sind war waren wird werden wurde hat haben hatte und oder
    auf im von vom zu zum zur für bei als auch noch jetzt wir ich ihr sie er es sein seine uns
    el la los las un una unos unas son era fue está están ser ha han y o de del en con por para al se lo su sus
    os um uma é são foi está estão e ou do da dos das no na nos nas em com ao seu sua
    le les une du est sont était ont et dans avec par pour au aux sa ses l d c qu
    il gli i uno è sono di della dei nel nella per dal alla si suo
    els és dels amb seva
    """.split()
)


def words(text: str) -> list[str]:
    """The words of a statement in order, case folded, apostrophes made plain."""
    return [word.casefold().rstrip(".") for word in WORD.findall(text.replace("’", "'"))]


def content(all_words: list[str]) -> list[str]:
    """The words that say what a statement is about."""
    return [word for word in all_words if word not in _FUNCTION]


def roughly(word: str) -> str:
    """A word without its commonest endings, so that `uses` and `use`, `runs` and `run` are the same."""
    if not word.isalpha() or len(word) < 4:
        return word
    for ending in ("ing", "ed", "es", "en", "et", "s", "e", "t", "n"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word
