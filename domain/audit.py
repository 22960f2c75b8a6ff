"""The audit chain: each row's hash covers the row and its predecessor's hash, so that no row can change unseen.

After Haber and Stornetta, "How to time-stamp a digital document" (1991).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable

from domain.context import Caller, Secrets, World
from ports.records import AuditEntry, Instant
from ports.store import Writer
from ports.vocabulary import AuditOutcome, Verb

GENESIS = "0" * 64
HEAD = "audit_head"
"""Where the newest row's hash stands a second time, so that the end of the log cannot be cut off unseen."""


def chain_hash(previous: str, entry: AuditEntry) -> str:
    """SHA-256, as 64 hexadecimal digits, of the predecessor's hash and the row's own fields.

    A policy counts only where one is named, so that the rows of before there was the field have the hash they had.
    """
    fields = entry.model_dump(mode="json", exclude={"hash"} if entry.policy else {"hash", "policy"})
    canonical = json.dumps(fields, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(f"{previous}\n{canonical}".encode()).hexdigest()


def append(
    writer: Writer,
    caller: Caller,
    verb: Verb,
    at: Instant,
    *,
    memory_id: str | None = None,
    before_id: str | None = None,
    after_id: str | None = None,
    reason: str | None = None,
    outcome: AuditOutcome = AuditOutcome.DONE,
) -> AuditEntry:
    """Append one row to the chain, in the caller's unit of work."""
    last = writer.last_audit()
    row = AuditEntry(
        sequence=last.sequence + 1 if last else 1,
        at=at,
        actor=caller.actor,
        actor_name=caller.name,
        client_name=caller.client_name,
        client_version=caller.client_version,
        session_id=caller.session_id,
        verb=verb,
        outcome=outcome,
        memory_id=memory_id,
        before_id=before_id,
        after_id=after_id,
        reason=reason,
        policy=caller.let_through_by,
        hash="",
    )
    entry = row.model_copy(update={"hash": chain_hash(last.hash if last else GENESIS, row)})
    writer.append_audit(entry)
    writer.set_meta(HEAD, entry.hash)
    return entry


def record_refusal(world: World, caller: Caller, verb: Verb, code: str, memory_id: str | None = None) -> None:
    """Leave a row of something that was refused, in a unit of work of its own.

    `memory_id` is what the caller wrote, so it is left out where it holds a secret.
    """
    if memory_id is not None and world.policy.secrets is Secrets.REFUSE and world.secrets.find(memory_id):
        memory_id = None
    with world.store.write() as writer:
        append(
            writer,
            caller,
            verb,
            world.clock.now(),
            memory_id=memory_id,
            reason=code,
            outcome=AuditOutcome.REFUSED,
        )


def broken_end(last: AuditEntry | None, head: str | None) -> list[str]:
    """Whether the newest row is the one that was written last."""
    if head is None or (last is not None and last.hash == head):
        return []
    return ["The audit log ends before its newest row: rows were removed from its end."]


def broken_links(entries: Iterable[AuditEntry], previous: AuditEntry | None = None) -> list[str]:
    """What is wrong with a run of rows that follows `previous`: changed, removed or reordered ones, in sentences."""
    problems: list[str] = []
    expected, link = (previous.sequence + 1, previous.hash) if previous else (1, GENESIS)
    for entry in entries:
        if entry.sequence != expected:
            problems.append(f"Audit rows {expected} to {entry.sequence - 1} are missing.")
        elif entry.hash != chain_hash(link, entry):
            problems.append(f"Audit row {entry.sequence} was changed, or one before it was removed or reordered.")
        expected, link = entry.sequence + 1, entry.hash
    return problems
