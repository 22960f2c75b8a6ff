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
from ports.store import Hit, Reader

SITTING = timedelta(hours=1)
"""The longest pause between two memories of which the second may continue the first."""
_FORERUNNERS = 20
"""How many of the best are looked at as forerunners; what lies deeper has too little to lend."""
_SHORT_BYTES = 256
"""The UTF-8 length of a text that is lifted by half the share."""


def lift(reader: Reader, fused: Sequence[Fused], hits: Mapping[str, Hit], share: float, gap: float) -> list[Fused]:
    """The candidates, best first, each short one with a share (0 to 1) of its forerunner's score.

    It stays behind its forerunner by `gap`, so that no tie-breaker brings it past.
    """
    at = {hits[one.id].place: one for one in fused}
    pairs = [(one, at[place]) for one in fused[:_FORERUNNERS] if (place := hits[one.id].place + 1) in at]
    if not pairs or not share:
        return list(fused)
    revisions = reader.load({hits[one.id].revision_id for pair in pairs for one in pair})
    lifted = {
        later.id: max(later.score, min(later.score + share * first.score * _shortness(after), first.score - gap))
        for first, later in pairs
        if (before := revisions.get(hits[first.id].revision_id))
        and (after := revisions.get(hits[later.id].revision_id))
        and continues(before, after)
    }
    raised = [replace(one, score=lifted.get(one.id, one.score)) for one in fused]
    return sorted(raised, key=lambda one: -one.score)


def continues(before: Revision, after: Revision) -> bool:
    """Whether both are of one kind and project, and were written in one sitting by the same hand."""
    same = (
        all(getattr(before, name) == getattr(after, name) for name in ("kind", "project"))
        and before.provenance == after.provenance
    )
    pause = datetime.fromisoformat(after.recorded_at) - datetime.fromisoformat(before.recorded_at)
    return same and timedelta(0) <= pause <= SITTING


def _shortness(revision: Revision) -> float:
    size = len(revision.body.text.encode("utf-8", "surrogatepass"))
    return 1 / (1 + (size / _SHORT_BYTES) ** 4)
