"""Rows of the ledger's tables, to records and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ports.records import AuditEntry, Closing, Provenance, Rejection, Revision, Step, Use
from ports.vocabulary import ActorKind, RetireReason, Trust, Verb

REVISION_COLUMNS = """
    r.revision_id, r.memory_id, CAST(r.body AS BLOB), p.name, CAST(r.tags AS BLOB), r.trust, r.confidence, r.importance,
    r.valid_from, r.valid_to, r.recorded_at, r.expired_at, r.verb, r.reason, r.note,
    r.successor_id, r.actor, r.actor_name, r.client_name, r.client_version, r.session_id, r.source"""
AUDIT_COLUMNS = """
    sequence, at, actor, actor_name, client_name, client_version, session_id, verb, outcome, memory_id, before_id,
    after_id, reason, policy, hash"""
REJECTION_COLUMNS = """
    rejection_id, key, subject_key, project, memory_id, reason, note, rejected_at, provenance, lifted_at, lifted_by,
    subject_id"""

Row = Sequence[Any]


def sound_revisions(rows: Iterable[Row], damaged: list[str]) -> Iterator[Revision]:
    """The records of rows of REVISION_COLUMNS; what cannot be read is left out, and its memory named in `damaged`."""
    for row in rows:
        try:
            yield revision_of(row)
        except ValueError:
            damaged.append(str(row[1]))


def revision_of(row: Row) -> Revision:
    """The record of a row of REVISION_COLUMNS."""
    closing = Closing(reason=RetireReason(row[13]), note=row[14], successor_id=row[15]) if row[13] else None
    return Revision.model_validate(
        {
            "id": row[0],
            "memory_id": row[1],
            "body": json.loads(row[2]),
            "project": row[3],
            "tags": json.loads(row[4]),
            "trust": row[5],
            "confidence": row[6],
            "importance": row[7],
            "valid_from": row[8],
            "valid_to": row[9],
            "recorded_at": row[10],
            "expired_at": row[11],
            "verb": row[12],
            "closing": closing,
            "provenance": Provenance(
                actor=row[16],
                actor_name=row[17],
                client_name=row[18],
                client_version=row[19],
                session_id=row[20],
                source=row[21],
            ),
        }
    )


STEP_COLUMNS = """
    memory_id, revision_id, number, verb, recorded_at, words, tags, trust, confidence, importance, valid_from, valid_to,
    reason, successor_id, actor, actor_name, client_name, client_version, session_id, source"""


def step_of(row: Row) -> Step:
    """The record of a row of STEP_COLUMNS. Raises ValueError where the row is damaged."""
    fields = dict(zip(_names(STEP_COLUMNS), row, strict=True))
    return Step(
        revision_id=fields["revision_id"],
        number=fields["number"],
        verb=Verb(fields["verb"]),
        at=fields["recorded_at"],
        words=str(fields["words"]),
        tags=tuple(json.loads(fields["tags"])),
        trust=Trust(fields["trust"]),
        confidence=fields["confidence"],
        importance=fields["importance"],
        valid_from=fields["valid_from"],
        valid_to=fields["valid_to"],
        reason=RetireReason(fields["reason"]) if fields["reason"] else None,
        successor_id=fields["successor_id"],
        provenance=Provenance(
            actor=ActorKind(fields["actor"]),
            actor_name=fields["actor_name"],
            client_name=fields["client_name"],
            client_version=fields["client_version"],
            session_id=fields["session_id"],
            source=fields["source"],
        ),
    )


def revision_values(revision: Revision, project_id: int, key: str, text_id: int | None) -> dict[str, Any]:
    """The named parameters that insert a revision."""
    closing, origin = revision.closing, revision.provenance
    return {
        "revision_id": revision.id,
        "memory_id": revision.memory_id,
        "kind": revision.kind,
        "body": revision.body.model_dump_json(by_alias=True),
        "project_id": project_id,
        "tags": json.dumps(revision.tags, ensure_ascii=False),
        "trust": revision.trust,
        "confidence": revision.confidence,
        "importance": revision.importance,
        "valid_from": revision.valid_from,
        "valid_to": revision.valid_to,
        "recorded_at": revision.recorded_at,
        "expired_at": revision.expired_at,
        "verb": revision.verb,
        "reason": closing.reason if closing else None,
        "note": closing.note if closing else None,
        "successor_id": closing.successor_id if closing else None,
        "actor": origin.actor,
        "actor_name": origin.actor_name,
        "client_name": origin.client_name,
        "client_version": origin.client_version,
        "session_id": origin.session_id,
        "source": origin.source,
        "key": key,
        "subject_id": revision.body.subject_id,
        "object_id": revision.body.object_id,
        "text_id": text_id,
    }


def audit_of(row: Row) -> AuditEntry:
    """The record of a row of AUDIT_COLUMNS."""
    return AuditEntry.model_validate(dict(zip(_names(AUDIT_COLUMNS), row, strict=True)))


def audit_values(entry: AuditEntry) -> tuple[Any, ...]:
    """The values of AUDIT_COLUMNS, in order."""
    return tuple(getattr(entry, name) for name in _names(AUDIT_COLUMNS))


def rejection_of(row: Row) -> Rejection:
    """The record of a row of REJECTION_COLUMNS."""
    fields = dict(zip(_names(REJECTION_COLUMNS), row, strict=True))
    fields["id"] = fields.pop("rejection_id")
    fields["provenance"] = json.loads(fields["provenance"])
    return Rejection.model_validate(fields)


def rejection_values(rejection: Rejection) -> tuple[Any, ...]:
    """The values of REJECTION_COLUMNS, in order."""
    fields = rejection.model_dump(exclude={"id", "provenance"})
    fields["rejection_id"] = rejection.id
    fields["provenance"] = rejection.provenance.model_dump_json(by_alias=True)
    return tuple(fields[name] for name in _names(REJECTION_COLUMNS))


def use_of(row: Row) -> Use:
    """The record of a row of the `uses` table, in its column order."""
    return Use(
        memory_id=row[0],
        recalled_count=row[1],
        last_recalled_at=row[2],
        corroborated_count=row[3],
        last_corroborated_at=row[4],
    )


def _names(columns: str) -> list[str]:
    return [name.strip() for name in columns.split(",")]
