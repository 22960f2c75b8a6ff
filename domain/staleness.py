"""Two who change one memory: a change may name the revision it is based on; without one, others' changes are told."""

from __future__ import annotations

from domain.context import Caller
from domain.presenting import actor_called, author
from ports.errors import Refused
from ports.records import AuditEntry, Revision
from ports.store import Reader
from ports.vocabulary import AuditOutcome, Verb

_ROWS_AT_MOST = 10_000


def refuse_stale(reader: Reader, current: Revision, based_on: str | None) -> None:
    """Raise Refused(`STALE`), which names both revisions, where a change is based on another than the current one."""
    if based_on is None or based_on == current.id:
        return
    known = reader.load([based_on]).get(based_on)
    given = known if known is not None and known.memory_id == current.memory_id else None
    told = _told(given) if given is not None else "none of this memory"
    raise Refused(
        "STALE",
        f"This is based on revision {based_on} ({told}), and the current one is {current.id} ({_told(current)}). "
        f"Nothing was done; read {current.memory_id} again, and say it of that revision.",
        basedOn=_named(given) if given is not None else {"revisionId": based_on},
        current=_named(current),
    )


def changed_by_others(reader: Reader, caller: Caller, memory: Revision) -> str | None:
    """That others changed a memory since the caller's connection was shown it last; None where nobody did."""
    shown = caller.sightings.shown.get(memory.memory_id)
    if shown is None:
        return None
    rows = reader.audit(shown, _ROWS_AT_MOST, memory.memory_id)
    theirs = [row for row in rows if _changes(row) and row.session_id not in caller.sightings.sessions]
    if not theirs:
        return None
    last = theirs[-1]
    more = f", the last of {len(theirs)} changes" if len(theirs) > 1 else ""
    return (
        f"Another changed it since this connection last read it: {last.verb} by "
        f"{actor_called(last.actor, last.actor_name)} at {last.at}{more}. This was done on top of that; with "
        "revisionId it would not have been."
    )


def _changes(row: AuditEntry) -> bool:
    done = row.outcome is AuditOutcome.DONE and row.after_id is not None
    return done and row.verb is not Verb.CORROBORATE


def _told(revision: Revision) -> str:
    return f"{revision.verb} by {author(revision)} at {revision.recorded_at}"


def _named(revision: Revision) -> dict[str, str]:
    return {
        "revisionId": revision.id,
        "verb": str(revision.verb),
        "by": author(revision),
        "at": revision.recorded_at,
    }
