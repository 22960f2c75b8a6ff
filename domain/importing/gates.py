"""The gates that imported text passes, as every text does: secrets, rejections, forgotten things, instructions."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import chain

from domain.context import REVIEW_OFF, Review, World
from domain.contradictions import Statement, compare
from domain.contradictions.words import content, roughly, words
from domain.duplicates import refused_as_rejected
from domain.forgetting import former_value_digest, memory_digest, value_digest
from domain.injection import suspicion
from domain.rejections import claims, refusal
from domain.secrets import allowed_secret, refuse_secrets
from domain.texts import texts_of
from ports.answers import Problem
from ports.bodies import Body, SessionBody
from ports.envelope import ExportedRejection
from ports.errors import Refused
from ports.instants import instant
from ports.records import Instant, Rejection, Revision, Use
from ports.store import VISIBLE, Filter, Reader
from ports.vocabulary import Kind, Trust

NOTE_LEFT_OUT = Problem(
    code="NOTE_REFUSED", message="Its note reads like an instruction to a model; the value is rejected without it."
)
_UNTOLD = "somebody whose words read like an instruction"
_HOW_TO_REVIEW = "It is withheld from every read until a person approves it: `palimpsest review`."


def secret_in(world: World, revision: Revision) -> Problem | None:
    """Why a revision's texts may not be stored: one holds a secret."""
    return _secret(world, revision.body, *_beside_the_body(revision))


def secret_in_note(world: World, rejection: Rejection) -> Problem | None:
    """Why a rejection may not be stored: its note, or a name in it, holds a secret."""
    return _secret(world, SessionBody(), *_told_by(rejection))


def without_instructions(world: World, rejection: ExportedRejection) -> ExportedRejection:
    """The rejection, without its note where that, or a name, reads like an instruction: a refusal shows both."""
    if world.policy.review is Review.OFF or all(suspicion(text) is None for text in _told_by(rejection)):
        return rejection
    origin = rejection.provenance.model_copy(
        update={"actor_name": _UNTOLD, "client_name": None, "client_version": None, "source": None}
    )
    return rejection.model_copy(
        update={"note": None, "lifted_by": rejection.lifted_by and _UNTOLD, "provenance": origin}
    )


def _told_by(rejection: Rejection) -> list[str]:
    origin = rejection.provenance
    names = (origin.actor_name, origin.client_name, origin.client_version, origin.source)
    return [text for text in (rejection.note, rejection.lifted_by, rejection.project, *names) if text]


def _secret(world: World, body: Body, *more: str | None) -> Problem | None:
    try:
        refuse_secrets(world, body, (), *more)
    except Refused as error:
        return Problem(code=error.code, message=error.message, details=error.details or None)
    return None


def _beside_the_body(revision: Revision) -> list[str]:
    """The texts that are shown with a memory; of a call's own ones, only what a caller may choose is among them."""
    origin, note = revision.provenance, revision.closing.note if revision.closing else None
    told = (revision.project, note, origin.actor_name, origin.client_name, origin.client_version, origin.source)
    return [text for text in (*told, *revision.tags) if text]


def forgotten(reader: Reader, secret: str, revision: Revision) -> Problem | None:
    """Why a revision does not come back: it, or what it says, was forgotten here."""
    digests = [memory_digest(secret, revision.memory_id)]
    if claims(revision.body):
        digests += [value_digest(secret, revision.body), former_value_digest(secret, revision.body)]
    if any(reader.is_forgotten(digest) for digest in digests):
        return Problem(code="FORGOTTEN", message="A person had this forgotten here for good; it does not come back.")
    return None


_SLACK = timedelta(days=1)
"""How far ahead of this clock another machine's may be."""


def of_the_future(now: Instant, *instants: tuple[str, Instant | None]) -> Problem | None:
    """Why a record is not taken: it tells of an instant, by its field, at which nobody can have written it yet."""
    latest = instant(datetime.fromisoformat(now) + _SLACK)
    for field, at in instants:
        if at is not None and at > latest:
            return Problem(code="BAD_RECORD", message=f"{field}: {at} is in the future.")
    return None


def use_of_the_future(now: Instant, use: Use) -> Problem | None:
    """Why a counter is not taken: it was counted in the future."""
    return of_the_future(
        now, ("lastRecalledAt", use.last_recalled_at), ("lastCorroboratedAt", use.last_corroborated_at)
    )


def rejection_of_the_future(now: Instant, rejection: Rejection) -> Problem | None:
    """Why a rejection is not taken: it was given, or lifted, in the future."""
    return of_the_future(now, ("rejectedAt", rejection.rejected_at), ("liftedAt", rejection.lifted_at))


def chain_of_the_future(now: Instant, revisions: Iterable[Revision]) -> Problem | None:
    """Why a memory is not taken: a revision of it is of the future."""
    times = ((("recordedAt", one.recorded_at), ("expiredAt", one.expired_at)) for one in revisions)
    return of_the_future(now, *chain.from_iterable(times))


def rejected(reader: Reader, revision: Revision) -> Problem | None:
    """Why a revision is refused: its value was rejected, otherwise than by being the memory that was rejected."""
    rejection = refusal(reader, revision.body, revision.project, apart_from=revision.memory_id)
    if rejection is None:
        return None
    error = refused_as_rejected(rejection)
    return Problem(code=error.code, message=error.message, details=error.details)


def instruction_in(world: World, revision: Revision) -> str | None:
    """Why a revision waits for a person, by its own text and the review policy."""
    match world.policy.review:
        case Review.OFF:
            return None
        case Review.ALL:
            return f"Every write is reviewed here. {_HOW_TO_REVIEW}"
        case Review.FLAGGED:
            rule = _instruction(revision)
            return f"It reads like an instruction to a model ({rule}). {_HOW_TO_REVIEW}" if rule else None


def let_through(world: World, revision: Revision, *, vouched: bool) -> str | None:
    """The weaker policies without which a revision would be refused, or wait unless a person vouches for it."""
    secret = allowed_secret(world, *texts_of(revision.body), *_beside_the_body(revision))
    waits = world.policy.review is Review.OFF and not vouched and not revision.trust.withheld
    spared = REVIEW_OFF if waits and _instruction(revision) else None
    return " ".join(filter(None, (secret, spared))) or None


def let_through_with(world: World, rejection: Rejection) -> str | None:
    """The weaker policies without which a rejection would be refused, or lose its note."""
    told = _told_by(rejection)
    reads_so = world.policy.review is Review.OFF and any(suspicion(text) is not None for text in told)
    return " ".join(filter(None, (allowed_secret(world, *told), REVIEW_OFF if reads_so else None))) or None


def _instruction(revision: Revision) -> str | None:
    """The rule by which one of a revision's texts reads like an instruction to a model."""
    beside = "\n".join(_beside_the_body(revision))
    for text in dict.fromkeys((*claims(revision.body), revision.body.title, revision.body.text, beside)):
        found = suspicion(text)
        if found is not None:
            return found.rule
    return None


class Verified:
    """What a person verified here, looked up by its words: an import may hold a hundred thousand statements."""

    def __init__(self, memories: Iterable[Revision]) -> None:
        self._memories = list(memories)
        self._holders: dict[str, set[int]] = {}
        for place, memory in enumerate(self._memories):
            for word in _telling(memory.body.text):
                self._holders.setdefault(word, set()).add(place)

    @classmethod
    def here(cls, reader: Reader, now: str) -> Verified:
        """Everything live that is verified in a store."""
        return cls(reader.revisions(Filter(now=now, trust=(Trust.VERIFIED,))))

    def contradicted_by(self, revision: Revision) -> str | None:
        """Why a revision waits for a person: it contradicts something verified that is seen beside it."""
        if not self._memories:
            return None
        places = {place for word in _telling(revision.body.text) for place in self._holders.get(word, ())}
        for memory in (self._memories[place] for place in sorted(places)):
            if _beside(memory, revision) and compare(_said(memory), _said(revision), None):
                return f"It contradicts {memory.memory_id}, which a person verified. {_HOW_TO_REVIEW}"
        return None


def _telling(text: str) -> set[str]:
    return {roughly(word) for word in content(words(text))}


def _beside(memory: Revision, revision: Revision) -> bool:
    same_project = revision.project is None or memory.project in (None, revision.project)
    same_subject = memory.body.subject_id == revision.body.subject_id
    return memory.kind is revision.kind and same_project and same_subject and memory.memory_id != revision.memory_id


def _said(revision: Revision) -> Statement:
    return Statement(revision.memory_id, revision.body.text, revision.valid_from, revision.recorded_at, 1.0)


def comparable(revision: Revision) -> bool:
    """Whether a revision asserts something now that could contradict what is verified."""
    withheld = revision.trust not in VISIBLE
    return revision.current and revision.closing is None and not withheld and revision.kind is not Kind.SESSION
