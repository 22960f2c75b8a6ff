"""A short memory is read with the one written just before it.

"Yes, since March" says little by itself; what it answers was written a moment earlier. So a short memory is lifted by
a share of the score of its forerunner, where both were found, but never up to it. Long texts speak for themselves and
are left alone.

That two memories were written one after the other says nothing: facts are stored in a row too. The first has to ask,
or both have to be lines of a conversation, each with the name of who speaks.
"""

from __future__ import annotations

import re
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
_QUESTION = re.compile(r"[?？؟⸮]\W*(?:\[[^\]]*\])?\W*$")
"""A text whose last sentence asks; what stands in square brackets after it is said of it, not in it."""
_SPEAKER = re.compile(r"\W*([^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,2})\W{0,2}[:：]\W{0,2}\s")
"""A line's speaker: one to three words before a colon."""

Pair = tuple[Fused, Fused]
"""A candidate, and the one that was written next."""


def neighbours(fused: Sequence[Fused], hits: Mapping[str, Hit]) -> list[Pair]:
    """The best candidates whose next text is a candidate too, each with it."""
    at = {hits[one.id].place: one for one in fused}
    return [(one, at[place]) for one in fused[:_FORERUNNERS] if (place := hits[one.id].place + 1) in at]


def dialogues(pairs: Sequence[Pair], revisions: Mapping[str, Revision]) -> list[Pair]:
    """The pairs of which the second continues and answers the first; `revisions` are by the ids of their memories."""
    return [
        (first, later)
        for first, later in pairs
        if (before := revisions.get(first.id))
        and (after := revisions.get(later.id))
        and continues(before, after)
        and answers(before.body.text, after.body.text)
    ]


def lift(
    fused: Sequence[Fused], pairs: Sequence[Pair], revisions: Mapping[str, Revision], share: float, gap: float
) -> list[Fused]:
    """The candidates, best first, the short second one of each pair with a share (0 to 1) of the first one's score.

    It stays behind the first by `gap`, so that no tie-breaker brings it past.
    """
    lifted = {later.id: _lifted(first, later, share * _shortness(revisions[later.id]), gap) for first, later in pairs}
    return sorted((lifted.get(one.id, one) for one in fused), key=lambda one: -one.score)


def _lifted(first: Fused, later: Fused, share: float, gap: float) -> Fused:
    gain = min(share * first.score, first.score - gap - later.score)
    return replace(later, score=later.score + gain, lifted=gain, follows=first.id) if gain > 0 else later


def answers(before: str, after: str) -> bool:
    """Whether one text is said in answer to another: to a question, or by the next speaker."""
    if _QUESTION.search(before):
        return True
    asker, answerer = _SPEAKER.match(before), _SPEAKER.match(after)
    return asker is not None and answerer is not None and asker.group(1) != answerer.group(1)


def continues(before: Revision, after: Revision) -> bool:
    """Whether both are of one kind and project, and were written in one sitting by the same hand."""
    if (before.kind, before.project, before.provenance) != (after.kind, after.project, after.provenance):
        return False
    pause = datetime.fromisoformat(after.recorded_at) - datetime.fromisoformat(before.recorded_at)
    return timedelta(0) <= pause <= SITTING


def _shortness(revision: Revision) -> float:
    size = len(revision.body.text.encode("utf-8", "surrogatepass"))
    return 1 / (1 + (size / _SHORT_BYTES) ** 4)
