"""Which changes stand and which are undone, read from the audit log: each undo's row names the row it took back."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ports.records import AuditEntry
from ports.vocabulary import AuditOutcome, Verb

_TAKEN_BACK = re.compile(r"row (\d{1,18})")


def because_of(row: AuditEntry) -> str:
    """The reason that an undo of a row is recorded with."""
    return f"row {row.sequence}"


def taken_back(row: AuditEntry) -> int | None:
    """The sequence of the row that an undo took back; None where the row is no undo."""
    if row.verb is not Verb.UNDO or row.outcome is not AuditOutcome.DONE:
        return None
    found = _TAKEN_BACK.fullmatch(row.reason or "")
    return int(found[1]) if found else None


def undone(rows: Sequence[AuditEntry]) -> dict[int, AuditEntry]:
    """The undo of each row that is undone now, by the row's sequence. An undo that was undone itself does not count.

    `rows` are in order; an undo is newer than what it takes back, so the newest are settled first.
    """
    found: dict[int, AuditEntry] = {}
    for row in reversed(rows):
        target = taken_back(row)
        if target is not None and row.sequence not in found:
            found.setdefault(target, row)
    return found


def restored_revision(rows: Sequence[AuditEntry], revision_id: str) -> str | None:
    """The revision that one made by undoing brought back; None where it took back an addition.

    A revision that no undo made is itself. `rows` are those of its memory.
    """
    made_by = {row.after_id: row for row in rows if row.after_id is not None}
    by_sequence = {row.sequence: row for row in rows}
    current: str | None = revision_id
    while current is not None and (row := made_by.get(current)) is not None:
        target = by_sequence.get(taken_back(row) or 0)
        if target is None:
            break
        current = target.before_id
    return current
