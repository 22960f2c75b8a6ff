"""Making a memory's history from a record of a format that keeps only the newest state."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from domain.importing.chains import Chain, Flawed, parsed
from domain.importing.formats.translation import Origin
from ports.answers import Problem
from ports.envelope import ExportedRevision
from ports.instants import parse_instant
from ports.records import Instant
from ports.vocabulary import ActorKind, Verb

_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "palimpsest-import")


class UnusableError(ValueError):
    """A record of another format that cannot become a memory; the message says why."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to a memory: its name, when, and the fields of the revision that it left."""

    name: str
    at: Instant
    updates: Mapping[str, Any]


def identity(section: str, raw: object) -> str:
    """A record's own id where it is a UUID, or else one that follows from it (RFC 9562, version 5).

    Raises UnusableError where there is none.
    """
    if isinstance(raw, bool) or not isinstance(raw, str | int) or not str(raw).strip():
        raise UnusableError("it has no id")
    try:
        return str(uuid.UUID(str(raw))) if len(str(raw)) == 36 else derived(section, str(raw))
    except ValueError:
        return derived(section, str(raw))


def derived(*parts: str) -> str:
    """An id that follows from texts."""
    return str(uuid.uuid5(_NAMESPACE, "\n".join(parts).encode("utf-8", "replace").decode()))


def moment(raw: object, otherwise: Instant) -> Instant:
    """An instant as a record tells it. Raises ValueError where it is none."""
    return parse_instant(raw) if isinstance(raw, str) and raw.strip() else otherwise


def told(raw: object) -> Any:
    """A value, where it says anything: other formats write the empty text for what is absent."""
    return None if isinstance(raw, str) and not raw.strip() else raw


def base(
    memory_id: str, body: Mapping[str, Any], value: Mapping[str, Any], origin: Origin, client: str
) -> dict[str, Any]:
    """The fields that every revision of a memory shares."""
    shared = {
        "memoryId": memory_id,
        "body": {name: part for name, part in body.items() if part is not None},
        "project": told(value.get("project")),
        "tags": value.get("tags") or (),
        "importance": value.get("importance"),
        "provenance": {
            "actor": ActorKind.IMPORT,
            "actorName": origin.actor_name,
            "clientName": client,
            "source": told(value.get("source")),
        },
    }
    if value.get("confidence") is not None:
        shared["confidence"] = value["confidence"]
    return shared


def history(record: str, shared: Mapping[str, Any], events: Sequence[Event]) -> Chain | Flawed:
    """The revisions that the events left, each with an id that follows from the memory and the event's name."""
    fields = dict(shared)
    states: list[dict[str, Any]] = []
    for event in events:
        fields = {**fields, **event.updates}
        states.append({**fields, "id": derived(fields["memoryId"], event.name), "recordedAt": event.at})
    for before, after in pairwise(states):
        after["recordedAt"] = max(after["recordedAt"], before["recordedAt"])
        before["expiredAt"] = after["recordedAt"]
    revisions: list[ExportedRevision] = []
    for state in states:
        revision = parsed(ExportedRevision, state, record)
        if isinstance(revision, Flawed):
            return revision
        revisions.append(revision)
    return Chain(record, tuple(revisions))


def added(at: Instant, valid_from: Instant | None = None, **updates: Any) -> Event:
    """The event that every memory begins with."""
    return Event("added", at, {"verb": Verb.IMPORT, "validFrom": valid_from or at, **updates})


def unusable(record: str, error: ValueError, raw_id: object) -> Flawed:
    """What could not become a memory, and why."""
    name = str(raw_id)[:200] if isinstance(raw_id, str | int) else None
    return Flawed(record, Problem(code="BAD_RECORD", message=f"It cannot be taken: {error}."), name)
