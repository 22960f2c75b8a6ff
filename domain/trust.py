"""How far a new memory is believed, and what a person alone may do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from domain.context import REVIEW_OFF, Caller, Review, World
from domain.contradictions import Statement, compare
from domain.injection import suspicion
from domain.texts import texts_of
from ports.bodies import Body
from ports.errors import Refused
from ports.records import Revision
from ports.store import Filter, Reader
from ports.vocabulary import ActorKind, Trust

_ONCE_VERIFIED = (Trust.VERIFIED, Trust.DISPUTED)
"""What a person verified may bear an agent's doubt since."""
_COMPARED_AT_MOST = 50
"""Verified memories that a new text is held against: all of them, or the likeliest where there are more."""
_HOW_TO_REVIEW = "It is withheld from every read until a person approves it: `palimpsest review`."


def first_trust(
    reader: Reader,
    world: World,
    caller: Caller,
    body: Body,
    project: str | None,
    before: Trust | None = None,
    labels: Sequence[str] = (),
    opposed: Mapping[str, bool] | None = None,
) -> tuple[Trust, str | None]:
    """The trust of a new body, and a notice where it has to wait for a person.

    `before` is the memory's trust so far: a person's revision keeps it, an agent's never raises it. `labels` are the
    texts that stand beside the body: tags, source and project. `opposed` is what `opposed_to_verified` found of the
    body before the lock was taken.
    """
    if caller.actor is ActorKind.PERSON:
        return before or Trust.UNVERIFIED, None
    match world.policy.review:
        case Review.OFF:
            return _lowered(before), None
        case Review.ALL:
            return Trust.PENDING, f"Every write is reviewed here. {_HOW_TO_REVIEW}"
        case Review.FLAGGED:
            flag = _flag(reader, world, body, project, labels, opposed)
            return (Trust.PENDING, f"{flag} {_HOW_TO_REVIEW}") if flag else (_lowered(before), None)


def spared_review(
    reader: Reader,
    world: World,
    caller: Caller,
    body: Body,
    project: str | None,
    labels: Sequence[str] = (),
    opposed: Mapping[str, bool] | None = None,
) -> str | None:
    """The weaker policy under which a body does not wait that the default would have had wait; None where it is not."""
    if caller.actor is ActorKind.PERSON or world.policy.review is not Review.OFF:
        return None
    return REVIEW_OFF if _flag(reader, world, body, project, labels, opposed) else None


def _flag(
    reader: Reader,
    world: World,
    body: Body,
    project: str | None,
    labels: Sequence[str],
    opposed: Mapping[str, bool] | None,
) -> str | None:
    """Why a body has to wait for a person, by what it says."""
    return _instruction((*texts_of(body), *labels)) or _contradiction(reader, world, body, project, opposed or {})


def _lowered(before: Trust | None) -> Trust:
    return before if before is Trust.DISPUTED or before is Trust.PENDING else Trust.UNVERIFIED


def note_for(caller: Caller, note: str | None) -> None:
    """Raise Refused(`NOTE_REFUSED`) where an agent's note reads like an instruction: other agents are shown it."""
    if note is not None and caller.actor is not ActorKind.PERSON and suspicion(note) is not None:
        raise Refused("NOTE_REFUSED", "This note reads like an instruction to a model; say plainly why.")


def _instruction(texts: Iterable[str]) -> str | None:
    for text in texts:
        found = suspicion(text)
        if found is not None:
            return f"It reads like an instruction to a model ({found.rule})."
    return None


def _contradiction(
    reader: Reader, world: World, body: Body, project: str | None, opposed: Mapping[str, bool]
) -> str | None:
    """Whether something that a person verified says the opposite."""
    verified = _verified_opposites(reader, world, body, project, opposed)
    return f"It contradicts {verified[0].memory_id}, which a person verified." if verified else None


def opposed_to_verified(world: World, body: Body, project: str | None) -> dict[str, bool]:
    """Which verified revisions, by their ids, say the opposite of a body, compared while no lock is held."""
    with world.store.read() as reader:
        verified = _verified(reader, world, body, project)
    return {one.id: _opposite(one, body, world) for one in verified}


def contradicted(world: World, memory_id: str) -> list[Revision]:
    """The verified memories that a memory contradicts, for showing beside it in a review."""
    with world.store.read() as reader:
        memory = reader.current(memory_id)
        return _verified_opposites(reader, world, memory.body, memory.project, {}) if memory else []


def _verified_opposites(
    reader: Reader, world: World, body: Body, project: str | None, opposed: Mapping[str, bool]
) -> list[Revision]:
    verified = _verified(reader, world, body, project)
    found = [one for one in verified if (opposed[one.id] if one.id in opposed else _opposite(one, body, world))]
    return [one for one in found if has_a_persons_word(reader, one)]


def _verified(reader: Reader, world: World, body: Body, project: str | None) -> Sequence[Revision]:
    """The verified memories that a body is held against."""
    now = world.clock.now()
    where = Filter(now=now, kinds=(body.kind,), project=project, trust=_ONCE_VERIFIED, subject_id=body.subject_id)
    if not body.text:
        return []
    verified = reader.revisions(where, limit=_COMPARED_AT_MOST + 1)
    if len(verified) > _COMPARED_AT_MOST:
        hits = reader.lexical(body.text, where, _COMPARED_AT_MOST)
        verified = list(reader.load(hit.revision_id for hit in hits).values())
    return verified


def _opposite(verified: Revision, body: Body, world: World) -> bool:
    now = world.clock.now()
    return compare(_said(verified), Statement("", body.text, now, now, 1.0), None) is not None


def _said(revision: Revision) -> Statement:
    return Statement(revision.memory_id, revision.body.text, revision.valid_from, revision.recorded_at, 1.0)


def has_a_persons_word(reader: Reader, revision: Revision) -> bool:
    """Whether a person verified it, and no person has written it otherwise since."""
    for one in reversed(reader.history(revision.memory_id)):
        if one.trust is Trust.VERIFIED or one.provenance.actor is ActorKind.PERSON:
            return one.trust is Trust.VERIFIED
    return False


def require_person(caller: Caller, deed: str) -> None:
    """Raise Refused(`PERSON_REQUIRED`) unless a person acts; authority comes from the path, never from the payload."""
    if caller.actor is not ActorKind.PERSON:
        raise Refused(
            "PERSON_REQUIRED",
            f"Only a person may {deed}: use the palimpsest command at a terminal.",
        )


def require_authority_over(reader: Reader, caller: Caller, revision: Revision, deed: str) -> None:
    """Raise Refused(`VERIFIED_BY_PERSON`) where an agent would change what a person verified.

    A label that an agent put on it since, such as `disputed`, takes nothing from the person's word.
    """
    if caller.actor is not ActorKind.PERSON and has_a_persons_word(reader, revision):
        raise Refused(
            "VERIFIED_BY_PERSON",
            f"A person verified {revision.memory_id}, so only a person may {deed}; "
            "you may label it as in doubt with memory_review action=dispute.",
        )
