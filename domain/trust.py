"""How far a new memory is believed, and what a person alone may do."""

from __future__ import annotations

from collections.abc import Sequence

from domain.context import Caller, Review, World
from domain.injection import suspicion
from domain.rejections import claims
from ports.answers import Near
from ports.bodies import Body
from ports.errors import Refused
from ports.store import Reader
from ports.vocabulary import ActorKind, Trust

_HOW_TO_REVIEW = "It is withheld from every read until a person approves it: `palimpsest review`."


def first_trust(
    reader: Reader, world: World, caller: Caller, body: Body, project: str | None, near: Sequence[Near]
) -> tuple[Trust, str | None]:
    """The trust of a new memory, and a notice where it has to wait for a person."""
    match world.policy.review:
        case _ if caller.actor is ActorKind.PERSON:
            return Trust.UNVERIFIED, None
        case Review.OFF:
            return Trust.UNVERIFIED, None
        case Review.ALL:
            return Trust.PENDING, f"Every write is reviewed here. {_HOW_TO_REVIEW}"
        case Review.FLAGGED:
            flag = _flag(body)
            return (Trust.PENDING, f"{flag} {_HOW_TO_REVIEW}") if flag else (Trust.UNVERIFIED, None)


def _flag(body: Body) -> str | None:
    for text in claims(body):
        found = suspicion(text)
        if found is not None:
            return f"It reads like an instruction to a model ({found.rule})."
    return None


def require_person(caller: Caller, deed: str) -> None:
    """Raise Refused(`PERSON_REQUIRED`) unless a person acts; authority comes from the path, never from the payload."""
    if caller.actor is not ActorKind.PERSON:
        raise Refused(
            "PERSON_REQUIRED",
            f"Only a person may {deed}: use the palimpsest command at a terminal.",
        )
