"""Random sequences of verbs against a plain model: every answer about truth and belief is compared."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain import reinstate, retire, review, revise
from domain.context import World
from domain.search import search
from features.steps.notebook import SteppingClock
from ports.commands import Changes, Mode, Reinstate, Retire, Review, ReviewAction, Revise, Search
from ports.errors import PalimpsestError
from ports.records import Instant
from ports.store import Filter
from ports.vocabulary import RetireReason, Trust
from tests.making import PERSON, learned, make_world

DAYS = [f"2026-01-{day:02d}T00:00:00.000000Z" for day in range(1, 29)]


@dataclass(frozen=True)
class Belief:
    """The model's revision: plain, and written from DESIGN rather than from the code."""

    memory: str
    text: str
    trust: Trust
    valid_from: Instant
    valid_to: Instant | None
    recorded_at: Instant
    expired_at: Instant | None = None

    def held(self, as_of: Instant | None, known_at: Instant | None, now: Instant) -> bool:
        """Whether it is returned when one asks so."""
        known = known_at is None and self.expired_at is None
        if known_at is not None:
            known = self.recorded_at <= known_at and (self.expired_at is None or self.expired_at > known_at)
        moment = as_of or known_at or now
        valid = self.valid_from <= moment and (self.valid_to is None or self.valid_to > moment)
        return known and valid and self.trust not in (Trust.PENDING, Trust.REJECTED)


class Model:
    """Beliefs in a list; nothing is ever taken out of it."""

    def __init__(self) -> None:
        self.beliefs: list[Belief] = []

    def current(self, memory: str) -> Belief:
        return next(one for one in self.beliefs if one.memory == memory and one.expired_at is None)

    def record(self, belief: Belief) -> None:
        self.beliefs = [
            replace(one, expired_at=belief.recorded_at)
            if one.memory == belief.memory and one.expired_at is None
            else one
            for one in self.beliefs
        ]
        self.beliefs.append(belief)

    def answer(self, as_of: Instant | None, known_at: Instant | None, now: Instant) -> set[tuple[str, str]]:
        return {(one.memory, one.text) for one in self.beliefs if one.held(as_of, known_at, now)}


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["learn", "retire", "reject", "reinstate", "revise", "dispute", "verify"]),
        st.integers(0, 5),
        st.integers(0, 27),
    ),
    min_size=1,
    max_size=14,
)


def act(world: World, model: Model, known: list[str], verb: str, pick: int, day: int) -> None:
    """One verb on the store, and on the model what DESIGN says of it. A refused verb changes neither."""
    if verb == "learn" or not known:
        text = f"word{len(known)} shared sentence"
        memory = learned(world, text, PERSON, validFrom=DAYS[day])
        at = _recorded(world, memory)
        model.record(Belief(memory, text, Trust.UNVERIFIED, DAYS[day], None, at))
        known.append(memory)
        return
    memory = known[pick % len(known)]
    changes = _run(world, model.current(memory), verb, day)
    if changes is not None:
        model.record(replace(model.current(memory), recorded_at=_recorded(world, memory), **changes))


def _run(world: World, now: Belief, verb: str, day: int) -> dict[str, Any] | None:
    """Run a verb; what it changes in the model's belief, or None where it was refused or changed nothing."""
    try:
        match verb:
            case "retire":
                command = Retire(id=now.memory, reason=RetireReason.OBSOLETE, valid_to=DAYS[day])
                answer = retire.retire(world, PERSON, command)
                changed = answer.action == "retired"
                return {"valid_to": min(now.valid_to or DAYS[day], DAYS[day])} if changed else None
            case "reject":
                answer = retire.retire(world, PERSON, Retire(id=now.memory, reason=RetireReason.WRONG))
                if answer.action != "retired":
                    return None
                return {"valid_to": answer.valid_to, "trust": Trust.REJECTED}
            case "reinstate":
                reinstate.reinstate(world, PERSON, Reinstate(id=now.memory))
                trust = Trust.UNVERIFIED if now.trust is Trust.REJECTED else now.trust
                return {"valid_to": None, "trust": trust}
            case "revise":
                text = f"revised{day} {now.text}"
                revise.revise(world, PERSON, Revise(id=now.memory, changes=Changes(content=text)))
                return {"text": text}
            case "dispute":
                review.review(world, PERSON, Review(action=ReviewAction.DISPUTE, id=now.memory))
                return {"trust": Trust.DISPUTED}
            case _:
                review.review(world, PERSON, Review(action=ReviewAction.VERIFY, id=now.memory))
                return {"trust": Trust.VERIFIED}
    except PalimpsestError:
        return None


def _recorded(world: World, memory: str) -> Instant:
    with world.store.read() as reader:
        revision = reader.current(memory)
    assert revision is not None
    return revision.recorded_at


def listed(world: World, as_of: Instant | None, known_at: Instant | None) -> set[tuple[str, str]]:
    with world.store.read() as reader:
        found = reader.revisions(Filter(now=world.clock.now(), as_of=as_of, known_at=known_at))
    return {(one.memory_id, one.body.text) for one in found}


def searched(world: World, as_of: Instant | None, known_at: Instant | None) -> set[str]:
    command = Search(query="shared sentence", mode=Mode.FTS, limit=100, as_of=as_of, known_at=known_at)
    return {hit.id for hit in search(world, command).results}


@given(steps=STEPS)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_answer_is_the_models(steps: list[tuple[str, int, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        clock = SteppingClock("2026-01-15T00:00:00Z")
        world = make_world(Path(folder) / "memory.sqlite", clock=clock)
        model, known = Model(), list[str]()
        remembered: list[tuple[Instant, set[tuple[str, str]]]] = []
        for verb, pick, day in steps:
            act(world, model, known, verb, pick, day)
            now = clock.now()
            remembered.append((now, listed(world, None, None)))
        for as_of in (None, DAYS[0], DAYS[13], DAYS[20]):
            for known_at in (None, *(moment for moment, _ in remembered)):
                expected = model.answer(as_of, known_at, clock.now())
                assert listed(world, as_of, known_at) == expected
                assert searched(world, as_of, known_at) == {memory for memory, _ in expected}
        for moment, told in remembered:
            assert listed(world, None, moment) == told, "a later change altered an earlier belief"
        world.store.close()
