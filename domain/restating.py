"""A superseded value that is said again: what took its place is named, and the restatement stands in doubt."""

from __future__ import annotations

from collections.abc import Iterable

from domain.context import REVIEW_OFF, Caller, Review, World
from domain.intervals import Interval, interval_of
from domain.presenting import headline, retired_of
from domain.successors import living_successor, superseder
from domain.trust import has_a_persons_word
from ports.answers import Retired
from ports.bodies import Body, ProfileBody
from ports.records import Instant, Revision
from ports.store import Reader
from ports.vocabulary import ActorKind, Trust


def named_as_retired(reader: Reader, retired: Iterable[Revision], now: Instant) -> tuple[Retired, ...]:
    """Memories that were retired and are said again, each with the live one that took its place."""
    return tuple(
        retired_of(one).model_copy(update={"living_successor_id": living.memory_id if living else None})
        for one in retired
        for living in (living_successor(reader, one, now),)
    )


def successor_of(
    reader: Reader, body: Body, retired: Iterable[Revision], valid: Interval, now: Instant
) -> Revision | None:
    """The live memory that took the place of one that a body says again of the same time.

    A copy that gave way to another copy was not superseded, and another value of a field is no restatement.
    """
    for one in retired:
        living = superseder(reader, one, now)
        other_value = isinstance(body, ProfileBody) and body.text != one.body.text
        if living is not None and not other_value and interval_of(living).overlaps(valid):
            return living
    return None


def in_doubt(
    reader: Reader, world: World, caller: Caller, trust: Trust, living: Revision | None, notice: str | None = None
) -> tuple[Trust, str | None]:
    """The trust of what says again what a live memory took the place of, with the notice that names that one.

    It waits for a person where a person verified that one; a person's own word is not doubted. Where there is none,
    trust and notice stay as they are.
    """
    if living is None:
        return trust, notice
    held = _is_a_persons_to_settle(reader, caller, trust, living) and world.policy.review is not Review.OFF
    told = f"{living.memory_id} took its place and is live: {headline(living.body)}."
    person = caller.actor is ActorKind.PERSON
    if trust is Trust.PENDING or (person and trust is Trust.VERIFIED):
        doubted = trust
    elif held:
        doubted = Trust.PENDING
        told += " A person verified that one, so this is withheld until a person approves it: `palimpsest review`."
    else:
        doubted = Trust.DISPUTED
        told += " Both are kept, and this one is disputed."
    return doubted, " ".join(filter(None, (notice, told)))


def spared_doubt(reader: Reader, world: World, caller: Caller, trust: Trust, living: Revision | None) -> str | None:
    """The weaker policy under which a restatement does not wait that the default would have had wait."""
    held = living is not None and _is_a_persons_to_settle(reader, caller, trust, living)
    return REVIEW_OFF if held and world.policy.review is Review.OFF else None


def _is_a_persons_to_settle(reader: Reader, caller: Caller, trust: Trust, living: Revision) -> bool:
    waits = trust is Trust.PENDING or caller.actor is ActorKind.PERSON
    return not waits and has_a_persons_word(reader, living)
