"""Nothing is compared while the write lock, or what a search needs, is held; what was written since is looked at."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Any

import pytest

from adapters.sqlite.search import Legs
from domain.context import World, stopping
from domain.contradictions import comparing
from domain.observations import observe
from domain.remember import learn, learn_bulk
from domain.retire import retire
from domain.review import review
from domain.revise import revise
from entrypoints.arguments import parse
from ports.answers import Stored
from ports.commands import Learn, LearnBulk, Retire, Review, Revise
from ports.errors import Cancelled
from ports.graph import EntityObserve
from ports.store import Reader, Store, Writer
from tests.making import AGENT, PERSON, learned

PLACES = ["Backups", "Exports", "Drafts", "Invoices"]


class WatchedStore:
    """A store that knows what is held of it, and lets something happen before its next unit of work."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.held: list[str] = []
        self.first: Callable[[], object] | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def read(self) -> AbstractContextManager[Reader]:
        return self._holding("read", self._store.read())

    def write(self, *, patient: bool = True) -> AbstractContextManager[Writer]:
        first, self.first = self.first, None
        if first is not None:
            first()
        return self._holding("write", self._store.write(patient=patient))

    @contextmanager
    def _holding(self, what: str, context: AbstractContextManager[Any]) -> Generator[Any]:
        with context as opened:
            self.held.append(what)
            try:
                yield opened
            finally:
                self.held.remove(what)


@pytest.fixture
def watched(world: World) -> WatchedStore:
    return WatchedStore(world.store)


@pytest.fixture
def beside(world: World, watched: WatchedStore) -> World:
    """The world whose store is watched."""
    return replace(world, store=watched)


@pytest.fixture
def compared(watched: WatchedStore, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What was held each time that two statements were compared."""
    held: list[list[str]] = []
    rule = comparing._compared  # pyright: ignore[reportPrivateUsage]

    def seen(*arguments: Any) -> Any:
        held.append(list(watched.held))
        return rule(*arguments)

    monkeypatch.setattr(comparing, "_compared", seen)
    return held


def say(world: World, text: str, **fields: Any) -> Stored:
    return learn(world, AGENT, parse(Learn, {"category": "insight", "content": text, **fields}))


def named(stored: Stored) -> list[str]:
    return [one.id for one in stored.contradicts or ()]


def test_a_learning_is_compared_before_the_lock(beside: World, compared: list[list[str]]) -> None:
    kept = learned(beside, "Backups are encrypted.")
    assert named(say(beside, "Backups are not encrypted.")) == [kept]
    assert compared
    assert not any(compared), "a search, or another write, would have waited"


def test_what_a_person_verified_is_compared_before_the_lock(beside: World, compared: list[list[str]]) -> None:
    kept = learned(beside, "Backups are encrypted.")
    review(beside, PERSON, parse(Review, {"action": "verify", "id": kept}))
    assert say(beside, "Backups are not encrypted.").trust == "pending"
    assert compared
    assert not any(compared)


def test_a_revision_is_compared_before_the_lock(beside: World, compared: list[list[str]]) -> None:
    kept = learned(beside, "Backups are encrypted.")
    other = learned(beside, "Exports are signed.")
    told = revise(beside, AGENT, parse(Revise, {"id": other, "changes": {"content": "Backups are not encrypted."}}))
    assert [one.id for one in told.contradicts or ()] == [kept]
    assert compared
    assert not any(compared)


def test_a_batch_is_compared_before_the_lock_and_its_items_with_each_other(
    beside: World, compared: list[list[str]]
) -> None:
    texts = [f"{place} are {state}encrypted." for state in ("", "not ") for place in PLACES]
    items = [{"category": "insight", "content": text} for text in texts]
    told = learn_bulk(beside, AGENT, parse(LearnBulk, {"items": items}))
    assert [named(one) for one in told.results] == [[]] * 4 + [[told.results[place].id] for place in range(4)]
    assert compared
    assert not any(compared)


def test_what_was_written_between_comparing_and_the_lock_is_named(
    world: World, beside: World, watched: WatchedStore
) -> None:
    meanwhile: list[str] = []
    watched.first = lambda: meanwhile.append(learned(world, "Backups are encrypted."))
    assert named(say(beside, "Backups are not encrypted.")) == meanwhile
    assert len(meanwhile) == 1


def test_what_was_retired_between_comparing_and_the_lock_is_not_named(
    world: World, beside: World, watched: WatchedStore
) -> None:
    kept = learned(world, "Backups are encrypted.")
    watched.first = lambda: retire(world, AGENT, parse(Retire, {"id": kept, "reason": "obsolete"}))
    assert named(say(beside, "Backups are not encrypted.")) == []
    assert watched.first is None
    assert named(say(beside, "Exports are not signed.")) == []


def test_what_was_written_meanwhile_about_something_else_is_not_named(
    world: World, beside: World, watched: WatchedStore
) -> None:
    watched.first = lambda: learned(world, "Backups are encrypted.", project="shop")
    assert named(say(beside, "Backups are not encrypted.", project="blog")) == []
    assert watched.first is None


def test_an_observation_is_held_against_what_was_observed_meanwhile(
    world: World, beside: World, watched: WatchedStore
) -> None:
    def about(text: str, entity: str = "api") -> EntityObserve:
        return EntityObserve(entity_name=entity, entity_type="service", content=text)

    observe(world, AGENT, about("It is written in Rust."))
    meanwhile: list[str] = []

    def write() -> None:
        observe(world, AGENT, about("It listens on port 5432.", entity="broker"))
        meanwhile.append(observe(world, AGENT, about("It listens on port 5432.")).observation_id)

    watched.first = write
    told = observe(beside, AGENT, about("It listens on port 6543."))
    assert [one.id for one in told.contradicts or ()] == meanwhile


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The searches for vectors, by what they let through."""
    made: list[str] = []
    rule = Legs.nearest

    def seen(self: Legs, space: Any, vector: Any, where: Any, *others: Any) -> Any:
        made.append("/".join(where.trust))
        return rule(self, space, vector, where, *others)

    monkeypatch.setattr(Legs, "nearest", seen)
    return made


def test_vectors_of_what_was_rejected_are_searched_where_there_is_any(world: World, searches: list[str]) -> None:
    kept = learned(world, "Backups are encrypted at rest.")
    searches.clear()
    say(world, "Exports are signed.")
    assert len(searches) == 1
    retire(world, AGENT, parse(Retire, {"id": kept, "reason": "wrong"}))
    searches.clear()
    told = say(world, "Backups are encrypted, at rest.")
    assert searches == ["unverified/verified/disputed", "rejected"]
    assert [one.id for one in told.near or () if one.rejected] == [kept]


def test_a_write_compares_twenty_statements_at_most(beside: World, compared: list[list[str]]) -> None:
    for number in range(60):
        learned(beside, f"The worker of queue {number} retries a failed job twice.")
    compared.clear()
    learned(beside, "The worker of queue 77 retries a failed job thrice.")
    assert 0 < len(compared) <= 20


def test_a_cancelled_batch_stores_nothing(world: World) -> None:
    looks: Iterator[bool] = iter([False] * 6 + [True] * 100)
    caller = replace(AGENT, checkpoint=stopping(lambda: next(looks)))
    items = [{"category": "insight", "content": f"Fact number {number}."} for number in range(5)]
    with pytest.raises(Cancelled):
        learn_bulk(world, caller, parse(LearnBulk, {"items": items}))
    assert learn_bulk(world, AGENT, parse(LearnBulk, {"items": items})).added == 5


def test_a_batch_that_is_cancelled_while_it_is_written_stores_nothing(world: World, watched: WatchedStore) -> None:
    caller = replace(AGENT, checkpoint=stopping(lambda: "write" in watched.held))
    items = [{"category": "insight", "content": f"Fact number {number}."} for number in range(5)]
    with pytest.raises(Cancelled):
        learn_bulk(replace(world, store=watched), caller, parse(LearnBulk, {"items": items}))
    assert learn_bulk(world, AGENT, parse(LearnBulk, {"items": items})).added == 5
