"""A short memory is read with the one written just before it.

"Yes, since March" says little by itself; what it answers was written a moment earlier. So a short memory is lifted by
a share of the score of its forerunner, where both were found, but never up to it. Long texts speak for themselves and
are left alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from domain.fusion import Fused
from ports.records import Revision
from ports.store import Hit

SITTING = timedelta(hours=1)
"""The longest pause between two memories of which the second may continue the first."""
_FORERUNNERS = 20
"""How many of the best are looked at as forerunners; what lies deeper has too little to lend."""
_SHORT_BYTES = 256
"""The UTF-8 length of a text that is lifted by half the share."""


Pair = tuple[Fused, Fused]
"""A candidate, and the one that was written next."""


def neighbours(fused: Sequence[Fused], hits: Mapping[str, Hit]) -> list[Pair]:
    """The best candidates whose next text is a candidate too, each with it."""
    at = {hits[one.id].place: one for one in fused}
    return [(one, at[place]) for one in fused[:_FORERUNNERS] if (place := hits[one.id].place + 1) in at]


def lift(
    fused: Sequence[Fused], pairs: Sequence[Pair], revisions: Mapping[str, Revision], share: float, gap: float
) -> list[Fused]:
    """The candidates, best first, each short one with a share (0 to 1) of its forerunner's score.

    It stays behind its forerunner by `gap`, so that no tie-breaker brings it past. `revisions` are those of the pairs,
    by the ids of their memories.
    """
    lifted = {
        later.id: max(later.score, min(later.score + share * first.score * _shortness(after), first.score - gap))
        for first, later in pairs
        if (before := revisions.get(first.id)) and (after := revisions.get(later.id)) and continues(before, after)
    }
    raised = [replace(one, score=lifted.get(one.id, one.score)) for one in fused]
    return sorted(raised, key=lambda one: -one.score)


def continues(before: Revision, after: Revision) -> bool:
    """Whether both are of one kind and project, and were written in one sitting by the same hand."""
    if (before.kind, before.project, before.provenance) != (after.kind, after.project, after.provenance):
        return False
    pause = datetime.fromisoformat(after.recorded_at) - datetime.fromisoformat(before.recorded_at)
    return timedelta(0) <= pause <= SITTING


def _shortness(revision: Revision) -> float:
    size = len(revision.body.text.encode("utf-8", "surrogatepass"))
    return 1 / (1 + (size / _SHORT_BYTES) ** 4)
