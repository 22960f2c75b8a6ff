"""The duplicate gate: what happens to something that was stored before.

Per kind and project, on the exact key (domain/keys.py):
1. a live memory has it: nothing new is stored, the memory is corroborated;
2. its value was rejected: refused;
3. a retired memory has it: stored, with a notice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from domain.injection import suspicion
from domain.intervals import Interval, interval_of, stands_for, was_retired
from domain.keys import exact_key
from domain.names import modest
from domain.rejections import refusal
from ports.bodies import Body, DecisionBody, EntityBody, LearningBody, SessionBody
from ports.errors import Refused
from ports.records import Instant, Rejection, Revision
from ports.store import Reader
from ports.vocabulary import ActorKind, Trust


class Verdict(StrEnum):
    """The gate's three outcomes, and the fourth: nothing stood in the way."""

    NEW = "new"
    DUPLICATE = "duplicate"
    REJECTED = "rejected"
    RETIRED = "retired"


@dataclass(frozen=True, slots=True)
class Judgement:
    """The outcome, with what it rests on."""

    verdict: Verdict
    twin: Revision | None = None
    rejection: Rejection | None = None
    retired: Sequence[Revision] = ()


def body_key(body: Body) -> str:
    """The exact key by which two memories of one kind are the same. An entity's begins with that of its name."""
    if isinstance(body, EntityBody):
        return name_key(body.name) + exact_key(body.entity_type)
    return exact_key(*body.value)


def name_key(name: str) -> str:
    """What the keys of all entities of a name begin with, whatever their type."""
    return exact_key(name)


def judge(reader: Reader, body: Body, project: str | None, valid: Interval, now: Instant) -> Judgement:
    """Put a body to the gate. A session is never a duplicate: two sittings may end with the same words."""
    rejection = refusal(reader, body, project)
    if rejection is not None:
        return Judgement(Verdict.REJECTED, rejection=rejection)
    if isinstance(body, SessionBody):
        return Judgement(Verdict.NEW)
    twins = [one for one in reader.with_key(body.kind, body_key(body), project) if one.trust is not Trust.REJECTED]
    retired = [one for one in twins if was_retired(one, now)]
    for twin in twins:
        if twin not in retired and interval_of(twin).overlaps(valid):
            return Judgement(Verdict.DUPLICATE, twin=twin)
    return Judgement(Verdict.RETIRED if retired else Verdict.NEW, retired=retired)


def live_twin(reader: Reader, revision: Revision, valid: Interval, now: Instant) -> Revision | None:
    """Another memory that says exactly the same of some instant of an interval. A session has none."""
    if isinstance(revision.body, SessionBody):
        return None
    twins = reader.with_key(revision.kind, body_key(revision.body), revision.project)
    return next((one for one in twins if one.memory_id != revision.memory_id and stands_for(one, valid, now)), None)


def refuse_rejected(reader: Reader, body: Body, project: str | None) -> None:
    """Raise Refused(`VALUE_REJECTED`) where a value of the body was rejected."""
    rejection = refusal(reader, body, project)
    if rejection is not None:
        raise refused_as_rejected(rejection)


def refused_as_rejected(rejection: Rejection) -> Refused:
    """The error that says who rejected the value, when and why; a note that reads like an instruction is left out."""
    origin = rejection.provenance
    who = origin.actor_name if origin.actor is ActorKind.PERSON else f"{origin.actor} {modest(origin.actor_name)}"
    told = rejection.note if rejection.note and suspicion(rejection.note) is None else None
    note = f": {told}" if told else ""
    return Refused(
        "VALUE_REJECTED",
        f"This was rejected as {rejection.reason} by {who} on {rejection.rejected_at[:10]}{note}. Nothing was stored; "
        "a person can lift the rejection.",
        rejectedBy=who,
        rejectedAt=rejection.rejected_at,
        reason=str(rejection.reason),
        note=told,
        rejectedId=rejection.memory_id,
    )


def differences(stored: Revision, body: Body, **sent: object) -> list[str]:
    """What a restatement says otherwise than the memory it repeats, in short sentences; silence says nothing."""
    told = {name: value for name, value in {**_details(body), **sent}.items() if value not in (None, ())}
    kept = {**_details(stored.body), **{name: getattr(stored, name) for name in sent}}
    return [f"{name}: kept {kept[name]}, not {told[name]}" for name in told if told[name] != kept[name]]


def _details(body: Body) -> dict[str, object]:
    match body:
        case LearningBody():
            return {"category": str(body.category), "memoryType": str(body.memory_type)}
        case DecisionBody():
            return {"reasoning": body.reasoning, "alternatives": body.alternatives}
        case EntityBody():
            return {"summary": body.summary}
        case _:
            return {}
