"""What the rules may expect of any store. A new adapter joins by one entry in STORES."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.hashing.embedder import HashingEmbedder
from adapters.sqlite.store import SqliteStore
from adapters.system import SystemClock, Uuid7Ids
from ports.bodies import LearningBody
from ports.embedder import Role, Space
from ports.errors import StoreUnavailable
from ports.records import Provenance, Revision, Use
from ports.store import Chunk, Filter, Order, Store, Validity, Writer
from ports.vocabulary import ActorKind, Category, Kind, Trust, Verb

STORES: dict[str, Callable[[Path], Store]] = {"sqlite": lambda folder: SqliteStore(folder / "memory.sqlite")}
CLOCK, IDS, EMBEDDER = SystemClock(), Uuid7Ids(), HashingEmbedder(quiet=True)
SPACE = EMBEDDER.space
OTHER = replace(SPACE, model="another model")


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made = STORES[request.param](tmp_path)
    yield made
    made.close()


def revision(text: str, **changes: object) -> Revision:
    now = CLOCK.now()
    fields: dict[str, object] = {
        "id": IDS.new(),
        "memory_id": IDS.new(),
        "body": LearningBody(category=Category.INSIGHT, content=text),
        "valid_from": now,
        "recorded_at": now,
        "verb": Verb.ADD,
        "provenance": Provenance(actor=ActorKind.AGENT, actor_name="test"),
    }
    return Revision.model_validate({**fields, **changes})


def vectors(text: str) -> list[Chunk]:
    return [Chunk(0, len(text), EMBEDDER.embed([text], Role.PASSAGE)[0])]


def put(writer: Writer, one: Revision, space: Space | None = SPACE) -> Revision:
    if space is not None:
        writer.open_space(space)
    writer.record(one, f"key of {one.body.text}", vectors(one.body.text) if space else None, space)
    return one


def everything(**changes: object) -> Filter:
    return replace(Filter(now=CLOCK.now(), trust=tuple(Trust), validity=Validity.ANY), **changes)


def test_what_is_recorded_is_read_as_it_was(store: Store) -> None:
    one = revision("A fact.", tags=("a", "b"), project="shop", importance=0.5, confidence=0.9)
    with store.write() as writer:
        put(writer, one)
    with store.read() as reader:
        assert reader.current(one.memory_id) == one
        assert reader.load([one.id, "unknown"]) == {one.id: one}
        assert reader.history(one.memory_id) == [one]
        assert reader.current("unknown") is None


def test_an_exception_rolls_everything_back(store: Store) -> None:
    one = revision("Never there.")

    def interrupted() -> None:
        with store.write() as writer:
            put(writer, one)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        interrupted()
    with store.read() as reader:
        assert reader.current(one.memory_id) is None
        assert reader.lexical("never there", everything(), 10) == []
        assert reader.active_space() is None


def test_expiring_keeps_the_old_belief(store: Store) -> None:
    first = revision("First version.")
    with store.write() as writer:
        put(writer, first)
    between = CLOCK.now()
    second = revision("Second version.", memory_id=first.memory_id, valid_from=first.valid_from)
    with store.write() as writer:
        writer.expire(first.id, second.recorded_at)
        put(writer, second)
    with store.read() as reader:
        current, believed = reader.current(first.memory_id), reader.believed(first.memory_id, between)
        assert current is not None
        assert current.id == second.id
        assert believed is not None
        assert believed.body.text == "First version."
        live = reader.lexical("version", Filter(now=CLOCK.now()), 10)
        assert [hit.revision_id for hit in live] == [second.id]
        then = reader.lexical("version", Filter(now=CLOCK.now(), known_at=between), 10)
        assert [hit.revision_id for hit in then] == [first.id]


def test_a_key_is_found_in_its_own_project_only(store: Store) -> None:
    with store.write() as writer:
        alpha = put(writer, revision("Same text.", project="alpha"))
        none = put(writer, revision("Same text."))
    with store.read() as reader:
        key = "key of Same text."
        assert [one.id for one in reader.with_key(Kind.LEARNING, key, "alpha")] == [alpha.id]
        assert [one.id for one in reader.with_key(Kind.LEARNING, key, None)] == [none.id]
        assert reader.with_key(Kind.LEARNING, key, "beta") == []
        assert reader.with_key(Kind.DECISION, key, "alpha") == []


def test_every_leg_and_listing_applies_the_whole_filter(store: Store) -> None:
    with store.write() as writer:
        wanted = put(writer, revision("Wanted shared words.", project="alpha", tags=("x",)))
        put(writer, revision("Other shared words.", project="beta", tags=("x",)))
        put(writer, revision("Untagged shared words.", project="alpha"))
        put(writer, revision("Pending shared words.", project="alpha", tags=("x",), trust=Trust.PENDING))
        put(writer, revision("Ended shared words.", project="alpha", tags=("x",), valid_to=CLOCK.now()))
    where = Filter(now=CLOCK.now(), project="alpha", tags=("x",))
    with store.read() as reader:
        query = EMBEDDER.embed(["shared words"], Role.QUERY)[0]
        assert [one.id for one in reader.revisions(where)] == [wanted.id]
        assert [hit.revision_id for hit in reader.lexical("shared words", where, 10)] == [wanted.id]
        assert [hit.revision_id for hit in reader.nearest(SPACE, query, where, 10)] == [wanted.id]
        assert reader.count(where) == {Kind.LEARNING: 1}
        assert len(reader.revisions(everything())) == 5


def test_a_rare_match_is_found_behind_any_number_of_nearer_rows(store: Store) -> None:
    """The reference lost its vector leg here: it cut to two hundred neighbours and only then applied the scope."""
    with store.write() as writer:
        rare = put(writer, revision("harbour lights at dusk", project="alpha"))
        for number in range(400):
            put(writer, revision(f"harbour lights {number}", project="beta"))
        for number in range(400):
            put(writer, revision(f"harbour lights retired {number}", project="alpha", valid_to=CLOCK.now()))
    query = EMBEDDER.embed(["harbour lights"], Role.QUERY)[0]
    with store.read() as reader:
        where = Filter(now=CLOCK.now(), project="alpha")
        assert [hit.revision_id for hit in reader.nearest(SPACE, query, where, 5)] == [rare.id]
        assert [hit.revision_id for hit in reader.lexical("harbour lights", where, 5)] == [rare.id]


def test_an_interval_that_ends_later_is_live_until_then(store: Store) -> None:
    now = CLOCK.now()
    with store.write() as writer:
        one = put(
            writer, revision("A passing fact.", valid_from="2026-01-01T00:00:00.000000Z", valid_to="2999" + now[4:])
        )
    query = EMBEDDER.embed(["A passing fact."], Role.QUERY)[0]
    with store.read() as reader:
        for where, found in ((Filter(now=CLOCK.now()), [one.id]), (Filter(now="3000" + now[4:]), [])):
            assert [hit.revision_id for hit in reader.lexical("passing fact", where, 5)] == found
            assert [hit.revision_id for hit in reader.nearest(SPACE, query, where, 5)] == found


def test_listing_is_ordered_and_paged(store: Store) -> None:
    with store.write() as writer:
        ids = [put(writer, revision(f"Number {number}.")).id for number in range(5)]
    with store.read() as reader:
        newest = [one.id for one in reader.revisions(everything(), limit=2, offset=1)]
        oldest = [one.id for one in reader.revisions(everything(), order=Order.OLDEST, limit=2)]
    assert newest == [ids[3], ids[2]]
    assert oldest == ids[:2]


def test_a_text_without_vectors_is_pending_and_filled_later(store: Store) -> None:
    with store.write() as writer:
        writer.open_space(SPACE)
        one = put(writer, revision("Embed me later."), space=None)
    query = EMBEDDER.embed(["Embed me later."], Role.QUERY)[0]
    with store.read() as reader:
        assert reader.pending_count(SPACE) == 1
        (waiting,) = reader.pending(SPACE, 10)
        assert waiting.revision == one
        assert reader.nearest(SPACE, query, everything(), 5) == []
    with store.write() as writer:
        writer.fill(SPACE, waiting.text_id, vectors("Embed me later."))
    with store.read() as reader:
        assert reader.pending_count(SPACE) == 0
        assert [hit.revision_id for hit in reader.nearest(SPACE, query, everything(), 5)] == [one.id]


def test_a_second_space_is_built_beside_the_first_and_takes_its_place(store: Store) -> None:
    with store.write() as writer:
        one = put(writer, revision("Moves to another space."))
    with store.write() as writer:
        writer.open_space(OTHER)
        assert writer.active_space() == SPACE
        assert writer.building_space() == OTHER
    with store.read() as reader:
        (waiting,) = reader.pending(OTHER, 10)
    with store.write() as writer:
        writer.fill(OTHER, waiting.text_id, vectors("Moves to another space."))
        writer.activate_space(OTHER)
    query = EMBEDDER.embed(["Moves to another space."], Role.QUERY)[0]
    with store.read() as reader:
        assert reader.active_space() == OTHER
        assert reader.building_space() is None
        assert [hit.revision_id for hit in reader.nearest(OTHER, query, everything(), 5)] == [one.id]
        assert reader.nearest(SPACE, query, everything(), 5) == []


def test_use_is_counted_apart_from_restating(store: Store) -> None:
    at = CLOCK.now()
    with store.write() as writer:
        one = put(writer, revision("Counted."))
        writer.recalled([one.memory_id], at)
        writer.recalled([one.memory_id], at)
        writer.corroborate(one.memory_id, at)
    with store.read() as reader:
        expected = Use(
            memory_id=one.memory_id,
            recalled_count=2,
            last_recalled_at=at,
            corroborated_count=1,
            last_corroborated_at=at,
        )
        assert reader.uses([one.memory_id, "unknown"]) == {one.memory_id: expected}


def test_forgetting_leaves_nothing_but_the_digests(store: Store) -> None:
    with store.write() as writer:
        gone = put(writer, revision("Zanzibar quokka."))
        stays = put(writer, revision("Something else."))
        writer.forget(gone.memory_id, ["digest"], CLOCK.now())
    with store.read() as reader:
        assert reader.history(gone.memory_id) == []
        assert reader.lexical("zanzibar quokka", everything(), 5) == []
        assert [one.id for one in reader.revisions(everything())] == [stays.id]
        assert reader.is_forgotten("digest")
        assert not reader.is_forgotten("another")


def test_an_impatient_writer_does_not_wait(store: Store) -> None:
    held, release = threading.Event(), threading.Event()
    other = STORES["sqlite"](Path(store.status().path).parent)

    def hold() -> None:
        with other.write() as writer:
            writer.set_meta("held", "yes")
            held.set()
            release.wait(20)

    thread = threading.Thread(target=hold)
    thread.start()
    assert held.wait(20)
    try:
        with pytest.raises(StoreUnavailable) as raised, store.write(patient=False):
            pass
        assert raised.value.code == "STORE_LOCKED"
        with store.read() as reader:
            assert reader.meta("held") is None, "reading goes on, and sees what is committed"
    finally:
        release.set()
        thread.join()
        other.close()


@pytest.mark.parametrize(
    "query", ['"', "*", "NEAR(", "C++", "don't", "AND OR NOT", "", " ", "🙂", "a" * 50_000, "\x00", "\ud800"]
)
def test_the_lexical_leg_takes_any_text(store: Store, query: str) -> None:
    with store.write() as writer:
        put(writer, revision("Something harmless."))
    with store.read() as reader:
        assert reader.lexical(query, everything(), 5) == []
        assert reader.hidden(query, Filter(now=CLOCK.now())) == {}
        assert len(reader.lexical("harmless", everything(), 5)) == 1


def test_status_says_what_the_store_holds(store: Store) -> None:
    with store.write() as writer:
        put(writer, revision("One."))
        put(writer, revision("Two."), space=None)
    status = store.status()
    assert status.counts == {Kind.LEARNING: 2}
    assert status.active_space == SPACE
    assert status.pending == 1
    assert store.check() == []


def test_words_are_made_anew_a_few_at_a_time(store: Store) -> None:
    live, past = revision("The lighthouse is red."), revision("The lighthouse was green.", trust=Trust.REJECTED)
    with store.write() as writer:
        put(writer, live)
        put(writer, past)
        assert writer.stage_words(1) == 1
    with store.write() as writer:
        late = put(writer, revision("The lighthouse hums."))
        assert writer.switch_words() == 3
    with store.read() as reader:
        found = [hit.memory_id for hit in reader.lexical("lighthouse", Filter(now=CLOCK.now()), 10)]
        assert sorted(found) == sorted([live.memory_id, late.memory_id])
        assert len(reader.lexical("lighthouse", everything(), 10)) == 3


def test_ids_are_found_by_their_beginning_or_end(store: Store) -> None:
    ids = ["aaaa-1111", "aaaa-2222", "bbbb-1111", "%%%%-3333"]
    with store.write() as writer:
        for memory_id in ids:
            put(writer, revision(f"A fact of {memory_id}.", memory_id=memory_id))
    with store.read() as reader:
        assert reader.resembling("aaaa", 10) == ["aaaa-1111", "aaaa-2222"]
        assert reader.resembling("1111", 10) == ["aaaa-1111", "bbbb-1111"]
        assert reader.resembling("-", 10) == []
        assert reader.resembling("%%%%", 10) == ["%%%%-3333"]
        assert reader.resembling("aaaa", 1) == ["aaaa-1111"]


def test_steps_are_the_first_revision_and_the_newest_ones(store: Store) -> None:
    first = revision("It is red.", tags=("a",))
    chain = [first]
    with store.write() as writer:
        put(writer, first)
        for text in ("It is red.", "It is blue.", "It is red.", "It is red."):
            now = CLOCK.now()
            writer.expire(chain[-1].id, now)
            changes = {"memory_id": first.memory_id, "verb": Verb.REVISE, "recorded_at": now, "confidence": 0.9}
            chain.append(put(writer, revision(text, **changes)))
    with store.read() as reader:
        steps = reader.steps([first.memory_id, "unknown"], 2)[first.memory_id]
        every = reader.steps([first.memory_id], 10)[first.memory_id]
        assert "unknown" not in reader.steps(["unknown"], 2)
    assert [one.revision_id for one in every] == [one.id for one in chain]
    assert [one.number for one in steps] == [1, 4, 5]
    assert (steps[0].tags, steps[0].confidence, steps[-1].verb) == (("a",), 0.7, Verb.REVISE)
    assert [one.words == every[0].words for one in every] == [True, True, False, True, True]
    assert steps[-1].provenance == chain[-1].provenance
