"""Naming what contradicts each other: at a write, among what is held true; in a search, among what it shows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from domain.context import Checkpoint
from domain.contradictions import ConflictReason, Effort, Statement, compare, conflicts, telling_words
from domain.duplicates import twins
from domain.ledger import Draft
from domain.presenting import headline
from ports.answers import Contradicted
from ports.bodies import Body
from ports.records import Instant, Revision
from ports.store import VISIBLE, Filter, Reader
from ports.vocabulary import Kind

_STATING = (Kind.LEARNING, Kind.DECISION, Kind.OBSERVATION)
_COMPARED_AT_MOST = 20
_NAMED_AT_MOST = 3
_WORDS_ASKED_FOR = 8
"""What contradicts a text shares most of its words; to rank by all of them would take longer than the write itself."""
_LOOKED_AT_AGAIN = 200
"""Rows of the audit log."""
_LONGEST = 600
"""Characters of a text that is one statement; a longer one says many things, and differs in many."""


@dataclass(frozen=True, slots=True)
class Saying:
    """A text on its way into the store, where it is said; `own` is the memory that says it already."""

    body: Body
    project: str | None
    own: str | None = None

    @property
    def comparable(self) -> bool:
        """Whether it is one statement, of a kind that can contradict another."""
        return self.body.kind in _STATING and 0 < len(self.body.text) <= _LONGEST

    def where(self, now: Instant) -> Filter:
        """What it can be held against."""
        return Filter(now=now, kinds=(self.body.kind,), project=self.project, subject_id=self.body.subject_id)

    def may_meet(self, one: Revision) -> bool:
        """Whether a memory that is held true is of the same kind, subject and project."""
        same = one.kind == self.body.kind and one.body.subject_id in (None, self.body.subject_id)
        return same and (self.project is None or one.project in (None, self.project))


def likeliest(reader: Reader, saying: Saying, now: Instant) -> list[Revision]:
    """The live memories that a text might contradict, by their words. They are compared where no lock is held."""
    if not saying.comparable:
        return []
    query = " ".join(telling_words(saying.body.text, _WORDS_ASKED_FOR)) or saying.body.text
    hits = reader.lexical(query, saying.where(now), _COMPARED_AT_MOST)
    return list(reader.load(hit.revision_id for hit in hits).values())


def contradicted(saying: Saying, revisions: Iterable[Revision], now: Instant) -> tuple[Contradicted, ...]:
    """Those of the memories that a text contradicts."""
    if not saying.comparable:
        return ()
    said = Statement("", saying.body.text, now, now)
    found: list[Contradicted] = []
    for one in revisions:
        if one.memory_id == saying.own or len(one.body.text) > _LONGEST or not saying.may_meet(one):
            continue
        conflict = compare(_statement(one), said, None)
        if conflict is not None and conflict.reasons != (ConflictReason.CONFIDENCE,):
            found.append(Contradicted(id=one.memory_id, text=headline(one.body), detail=conflict.detail))
    return tuple(found[:_NAMED_AT_MOST])


@dataclass(frozen=True, slots=True)
class Written:
    """What was written since the audit log stood at a row: the memories, and those of them that are held true now."""

    memory_ids: frozenset[str]
    live: Sequence[Revision]

    def settled(self, saying: Saying, found: Sequence[Contradicted], now: Instant) -> tuple[Contradicted, ...]:
        """What a text contradicts now, of which `found` was found before that was written."""
        kept = [one for one in found if one.id not in self.memory_ids]
        return (*kept, *contradicted(saying, self.live, now))[:_NAMED_AT_MOST]


def last_row(reader: Reader) -> int:
    """Where the audit log stands."""
    last = reader.last_audit()
    return last.sequence if last is not None else 0


def written_since(reader: Reader, row: int, now: Instant) -> Written:
    """What was written since the audit log stood at a row; of much that was, the newest twenty memories."""
    newest = last_row(reader)
    if newest <= row:
        return Written(frozenset(), ())
    rows = reader.audit(max(row, newest - _LOOKED_AT_AGAIN), _LOOKED_AT_AGAIN)
    ids = [one.memory_id for one in rows if one.memory_id is not None]
    named = tuple(dict.fromkeys(reversed(ids)))[:_COMPARED_AT_MOST]
    where = Filter(now=now, kinds=_STATING, memory_ids=named)
    return Written(frozenset(ids), reader.revisions(where) if named else ())


@dataclass(frozen=True, slots=True)
class Beside:
    """A draft of the same batch that another one contradicts; once it is stored it has an id."""

    draft: Draft
    detail: str

    def stored(self, reader: Reader) -> list[Contradicted]:
        """The draft as a memory, if it is one that is held true."""
        return [
            Contradicted(id=one.memory_id, text=headline(one.body), detail=self.detail)
            for one in twins(reader, self.draft.body, self.draft.project)
            if one.trust in VISIBLE and one.closing is None
        ][:1]


def beside(drafts: Sequence[Draft], now: Instant, checkpoint: Checkpoint) -> dict[int, list[Beside]]:
    """For each draft, by its place, those before it in the batch that it contradicts."""
    groups: dict[tuple[Kind, str | None], list[Statement]] = defaultdict(list)
    for place, draft in enumerate(drafts):
        saying = Saying(draft.body, draft.project)
        if saying.comparable:
            # The place stands for the time of recording: what comes later in a batch is newer.
            statement = Statement(str(place), draft.body.text, now, f"{place:09}", scope=draft.project)
            groups[draft.body.kind, draft.body.subject_id].append(statement)
    found: dict[int, list[Beside]] = defaultdict(list)
    for group in groups.values():
        effort = Effort(_COMPARED_AT_MOST * len(group), checkpoint)
        for conflict in conflicts(group, lambda _one, _other: None, limit=len(drafts), effort=effort):
            if conflict.reasons != (ConflictReason.CONFIDENCE,):
                older = drafts[int(conflict.older.id)]
                found[int(conflict.newer.id)].append(Beside(older, conflict.detail))
    return found


def rivals_among(revisions: Sequence[Revision]) -> dict[str, tuple[str, ...]]:
    """For each memory, by its id, those of the others that it contradicts. The first twenty are compared."""
    rivals: dict[str, list[str]] = defaultdict(list)
    for group in _comparable(revisions[:_COMPARED_AT_MOST]):
        projects = {one.memory_id: one.project for one in group}
        for conflict in conflicts([_statement(one) for one in group], lambda _one, _other: None):
            one, other = conflict.older.id, conflict.newer.id
            apart = None not in (projects[one], projects[other]) and projects[one] != projects[other]
            if not apart and conflict.reasons != (ConflictReason.CONFIDENCE,):
                rivals[one].append(other)
                rivals[other].append(one)
    return {memory_id: tuple(others) for memory_id, others in rivals.items()}


def _comparable(revisions: Iterable[Revision]) -> Iterable[list[Revision]]:
    """Those of one kind, and of observations those about one entity."""
    groups: dict[tuple[Kind, str | None], list[Revision]] = defaultdict(list)
    for one in revisions:
        if one.kind in _STATING and one.body.text and len(one.body.text) <= _LONGEST:
            groups[one.kind, one.body.subject_id].append(one)
    return groups.values()


def _statement(revision: Revision) -> Statement:
    return Statement(revision.memory_id, revision.body.text, revision.valid_from, revision.recorded_at)
