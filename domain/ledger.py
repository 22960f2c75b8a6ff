"""The two ways the ledger grows: a new memory, and a new revision of one. Each leaves its audit row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from domain import audit
from domain.context import Caller, World
from domain.duplicates import body_key
from domain.intervals import Interval
from ports.bodies import Body
from ports.embedder import Space
from ports.errors import NotFound, Refused
from ports.records import Closing, Instant, Revision
from ports.store import Chunk, Reader, Writer
from ports.vocabulary import Kind, Trust, Verb


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Something a caller wants remembered."""

    body: Body
    project: str | None = None
    tags: tuple[str, ...] = ()
    confidence: float = 0.7
    importance: float | None = None
    source: str | None = None
    valid_from: Instant | None = None
    valid_to: Instant | None = None

    def interval(self, now: Instant) -> Interval:
        """When it is said to be true; from now on, unless it says otherwise."""
        return Interval(self.valid_from or now, self.valid_to)


def add(
    writer: Writer,
    world: World,
    caller: Caller,
    draft: Draft,
    at: Instant,
    *,
    trust: Trust = Trust.UNVERIFIED,
    vectors: Sequence[Chunk] | None = None,
    space: Space | None = None,
) -> Revision:
    """Record a new memory and its audit row."""
    valid = draft.interval(at)
    revision = Revision(
        id=world.ids.new(),
        memory_id=world.ids.new(),
        body=draft.body,
        project=draft.project,
        tags=draft.tags,
        trust=trust,
        confidence=draft.confidence,
        importance=draft.importance,
        valid_from=valid.start,
        valid_to=valid.end,
        recorded_at=at,
        verb=Verb.ADD,
        provenance=caller.provenance(draft.source),
    )
    writer.record(revision, body_key(revision.body), vectors, space)
    audit.append(writer, caller, Verb.ADD, at, memory_id=revision.memory_id, after_id=revision.id)
    return revision


def change(
    writer: Writer,
    world: World,
    caller: Caller,
    before: Revision,
    at: Instant,
    verb: Verb,
    *,
    vectors: Sequence[Chunk] | None = None,
    space: Space | None = None,
    reason: str | None = None,
    **updates: Any,
) -> Revision:
    """Expire a memory's current revision and record the next, with their audit row.

    `updates` are fields of Revision; what is not named stays. Why the memory was closed stays unless `closing` says
    otherwise.
    """
    after = before.model_copy(
        update={
            **updates,
            "id": world.ids.new(),
            "recorded_at": at,
            "expired_at": None,
            "verb": verb,
            "provenance": caller.provenance(before.provenance.source),
        }
    )
    writer.expire(before.id, at)
    writer.record(after, body_key(after.body), vectors, space)
    audit.append(
        writer, caller, verb, at, memory_id=before.memory_id, before_id=before.id, after_id=after.id, reason=reason
    )
    return after


def close(closing: Closing, before: Revision, at: Instant) -> dict[str, Any]:
    """The updates that end a memory's validity at an instant."""
    end = at if before.valid_to is None else min(before.valid_to, at)
    return {"valid_to": end, "closing": closing}


def find(reader: Reader, memory_id: str, *kinds: Kind) -> Revision:
    """A memory's current revision. Raises NotFound(`NOT_FOUND`), also where it is of another kind than asked for."""
    revision = reader.current(memory_id)
    if revision is None or (kinds and revision.kind not in kinds):
        wanted = " or ".join(kinds) or "memory"
        raise NotFound("NOT_FOUND", f"No {wanted} has the id {memory_id}; search for it, ids are given with each hit.")
    return revision


def require_shown(revision: Revision, shown: str | None) -> None:
    """Raise Refused(`REVISION_CHANGED`) where a person was shown another revision than the one that is current."""
    if shown is not None and shown != revision.id:
        raise Refused(
            "REVISION_CHANGED",
            f"{revision.memory_id} was changed after it was shown. Nothing was done; look at it again.",
            shown=shown,
        )
