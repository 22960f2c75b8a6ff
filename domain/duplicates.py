"""The duplicate gate: what happens to something that was stored before.

Per kind and project, on the key (domain/statements.py, domain/keys.py):
1. a live memory has it: nothing new is stored, the memory is corroborated;
2. its value was rejected: refused;
3. a retired memory has it: stored, with a notice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile

from domain.injection import suspicion
from domain.intervals import Interval, interval_of, stands_for, was_retired
from domain.keys import digest, name_form, name_key
from domain.names import modest
from domain.rejections import refusal
from domain.statements import same, statement_key
from ports.bodies import (
    Body,
    DecisionBody,
    EntityBody,
    GoalBody,
    LearningBody,
    ObservationBody,
    ProfileBody,
    RelationBody,
    SessionBody,
)
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
    """The key under which memories of one kind are found that may be the same; `twins` tells which of them are.

    An entity's begins with that of its name.
    """
    match body:
        case EntityBody():
            return name_key(body.name) + name_key(body.entity_type)
        case ProfileBody():
            return name_key(body.field)
        case RelationBody():
            return digest([body.from_entity_id, name_form(body.relation_type), body.to_entity_id])
        case _:
            return statement_key(*body.value)


def twins(reader: Reader, body: Body, project: str | None) -> list[Revision]:
    """The memories of a project that say what a body says, whatever became of them."""
    return [one for one in reader.with_key(body.kind, body_key(body), project) if _same_value(one.body, body)]


def _same_value(one: Body, other: Body) -> bool:
    if isinstance(other, EntityBody | ProfileBody | RelationBody):
        return True
    return len(one.value) == len(other.value) and all(map(same, one.value, other.value))


def judge(reader: Reader, body: Body, project: str | None, valid: Interval, now: Instant) -> Judgement:
    """Put a body to the gate. A session is never a duplicate: two sittings may end with the same words."""
    rejection = refusal(reader, body, project)
    if rejection is not None:
        return Judgement(Verdict.REJECTED, rejection=rejection)
    if isinstance(body, SessionBody):
        return Judgement(Verdict.NEW)
    found = [one for one in twins(reader, body, project) if one.trust is not Trust.REJECTED]
    retired = [one for one in found if was_retired(one, now)]
    for twin in found:
        if twin not in retired and interval_of(twin).overlaps(valid):
            return Judgement(Verdict.DUPLICATE, twin=twin)
    return Judgement(Verdict.RETIRED if retired else Verdict.NEW, retired=retired)


def live_twin(reader: Reader, revision: Revision, valid: Interval, now: Instant) -> Revision | None:
    """Another memory that says the same of some instant of an interval. A session has none."""
    if isinstance(revision.body, SessionBody):
        return None
    found = twins(reader, revision.body, revision.project)
    return next((one for one in found if one.memory_id != revision.memory_id and stands_for(one, valid, now)), None)


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
    return [_difference(name, kept[name], told[name]) for name in told if told[name] != kept[name]]


def wording(stored: Body, body: Body) -> str | None:
    """How a text that says the same is written there and here; None where no character differs."""
    kept, told = _said(stored), _said(body)
    return "; ".join(_difference(name, kept[name], told[name]) for name in told if told[name] != kept[name]) or None


def _difference(name: str, kept: object, told: object) -> str:
    if not (isinstance(kept, str) and isinstance(told, str) and max(len(kept), len(told)) > _SHOWN_WHOLE):
        return f"{name}: kept {kept}, not {told}"
    start = max(_shared(kept, told) - _SHOWN_BEFORE, 0)
    end = start + _SHOWN_WHOLE
    return f"{name}, from character {start + 1}: kept {kept[start:end]}, not {told[start:end]}"


def _shared(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


_SHOWN_WHOLE, _SHOWN_BEFORE = 300, 100


def _details(body: Body) -> dict[str, object]:
    match body:
        case LearningBody():
            more: dict[str, object] = {"category": str(body.category), "memoryType": str(body.memory_type)}
        case DecisionBody():
            more = {"reasoning": body.reasoning, "alternatives": body.alternatives}
        case EntityBody():
            more = {"summary": body.summary}
        case _:
            more = {}
    return {**_said(body), **more}


def _said(body: Body) -> dict[str, str]:
    """The texts by which two memories are the same, by the names they have on the wire."""
    match body:
        case DecisionBody():
            return {"title": body.headline, "decision": body.decision}
        case EntityBody():
            return {"name": body.name, "entityType": body.entity_type}
        case LearningBody() | ObservationBody():
            return {"content": body.content}
        case RelationBody():
            return {"relationType": body.relation_type}
        case GoalBody():
            return {"goal": body.goal}
        case SessionBody() | ProfileBody():
            return {}
