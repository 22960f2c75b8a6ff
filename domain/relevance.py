"""An honest signal: which hits are no nearer to the question than anything is to any question.

A search always has a best hit, also for what was never stored. How near is near differs from model to model, so the
floor is calibrated for each (benchmarks/retrieval/negatives.py); where it is not, nothing is marked. Across languages
a right hit lies lower: where the store knows few of the query's words the floor is lower too, and a hit in another
script than the query is never marked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import name

from domain.legs import LEXICAL, VECTOR, Legs
from ports.records import Revision
from ports.store import Hit, Reader


@dataclass(frozen=True, slots=True)
class Floor:
    """Cosines that questions about something else seldom reach, and questions about a memory seldom miss.

    `known` holds where the store knows at least half of the query's telling words, `strange` elsewhere.
    """

    known: float
    strange: float

    def of(self, coverage: float) -> float:
        """The one that holds."""
        return self.known if coverage >= _KNOWN_HALF else self.strange


FLOORS = {"multilingual-e5-small (4 bit)": Floor(known=0.80, strange=0.77)}
"""By the model's name in its space."""
_KNOWN_HALF = 0.5
_LOOKED_AT = 200
"""Characters of a text by which its script is told."""
ALL_WEAK = "No hit is near to the question: the notebook may hold nothing about it."


def weak(reader: Reader, query: str, legs: Legs, candidates: Sequence[tuple[Revision, Hit]]) -> frozenset[str]:
    """The ids of candidates below their model's floor that do not hold every telling word of the query either.

    A candidate without a cosine lies beyond the vector leg where that leg went as deep as it could; else its vector is
    still to be made, and nothing is said of it. The hit is any leg's.
    """
    calibrated = None if legs.space is None else FLOORS.get(legs.space.model)
    if calibrated is None:
        return frozenset()
    floor, script = calibrated.of(legs.coverage), main_script(query)
    cosines = {hit.memory_id: hit.cosine for hit in legs.hits[VECTOR] if hit.cosine is not None}
    beyond = min(cosines.values(), default=1.0) if len(cosines) >= legs.depth else 1.0
    below = {
        revision.memory_id: hit.place
        for revision, hit in candidates
        if cosines.get(revision.memory_id, beyond) < floor
        and main_script(f"{revision.body.title} {revision.body.text}") == script
    }
    if not below or LEXICAL not in legs.hits:
        return frozenset(below)
    worded = reader.with_every_word(query, list(below.values()))
    return frozenset(memory_id for memory_id, place in below.items() if place not in worded)


def main_script(text: str) -> str | None:
    """The script of most letters at a text's beginning, by its name in Unicode, or None where there is no letter."""
    scripts = Counter(map(_script_of, filter(str.isalpha, text[:_LOOKED_AT])))
    return max(scripts, key=lambda script: scripts[script]) if scripts else None


@lru_cache(maxsize=4_096)
def _script_of(letter: str) -> str:
    return name(letter, "").split(" ")[0]
