"""A store of before gets new keys: data/store-of-schema-2.sqlite.gz was written by the program of that time."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from adapters.no_embedder import NoEmbedder
from adapters.sqlite.schema import SCHEMA_VERSION
from adapters.sqlite.store import SqliteStore
from domain.audit import broken_links
from domain.context import World
from domain.duplicates import body_key
from domain.remember import learn
from entrypoints.arguments import parse
from ports.answers import Action
from ports.commands import Learn
from ports.errors import Refused, StoreUnavailable
from ports.store import Filter, Validity
from ports.vocabulary import Trust
from tests.correction.paths import call
from tests.making import AGENT, make_world

OLD = Path(__file__).parent / "data" / "store-of-schema-2.sqlite.gz"
EVERYTHING = Filter(now="9", trust=tuple(Trust), validity=Validity.ANY)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "memory.sqlite"
    path.write_bytes(gzip.decompress(OLD.read_bytes()))
    return path


@pytest.fixture
def old(path: Path) -> Iterator[World]:
    world = make_world(path, embedder=NoEmbedder())
    yield world
    world.store.close()


def action(world: World, text: str) -> Action:
    return learn(world, AGENT, parse(Learn, {"category": "insight", "content": text})).action


def refused(world: World, text: str) -> str:
    with pytest.raises(Refused) as caught:
        action(world, text)
    return caught.value.code


def test_a_store_of_before_is_copied_and_every_key_made_anew(old: World, path: Path) -> None:
    with old.store.read() as reader:
        told = {one.body.text: one for one in reader.revisions(EVERYTHING)}
        keys = dict(apsw.Connection(str(path)).execute("SELECT revision_id, key FROM revisions").fetchall())
        assert {one.id: body_key(one.body) for one in told.values()}.items() <= keys.items()
        assert broken_links(reader.audit(0, 1_000), None) == []
    assert "Use git branch -d for topics." in told, "nothing of the ledger is lost"
    before = apsw.Connection(str(path.with_name("memory.sqlite.v2.backup")))
    assert before.pragma("user_version") == 2
    assert dict(before.execute("SELECT revision_id, key FROM revisions").fetchall()).keys() == keys.keys()
    assert apsw.Connection(str(path)).pragma("user_version") == SCHEMA_VERSION
    assert old.store.check() == []


def test_what_was_swallowed_before_is_taken_and_what_is_the_same_is_not(old: World) -> None:
    assert action(old, "Use git branch -d for topics") is Action.DUPLICATE
    assert action(old, "Use git branch -D for topics.") is Action.ADDED
    assert action(old, "The queue is on Granite") is Action.DUPLICATE


@pytest.mark.parametrize("text", ["The owner is Petra.", "The owner is Petra", '"The owner is Petra!"'])
def test_a_rejection_of_before_no_longer_falls_to_a_full_stop(old: World, text: str) -> None:
    assert refused(old, text) == "VALUE_REJECTED"
    assert action(old, "The owner is Paula.") is Action.ADDED, "the control"


def test_a_rejection_whose_text_is_forgotten_is_asked_in_its_old_form(old: World) -> None:
    assert refused(old, "The vault code is on the shelf.") == "VALUE_REJECTED"
    assert refused(old, "the VAULT code is on the shelf.") == "VALUE_REJECTED"
    assert action(old, "The vault code is on the table.") is Action.ADDED, "the control"


def test_what_was_rejected_of_an_entity_belongs_to_its_id(old: World) -> None:
    with old.store.read() as reader:
        entity = next(one for one in reader.revisions(EVERYTHING) if one.body.title == "C" and not one.body.subject_id)
        assert [one.subject_id for one in reader.all_rejections() if one.subject_key] == [entity.memory_id]
    call(old, "memory_revise", {"id": entity.memory_id, "changes": {"name": "ANSI C"}})
    about = {"entityId": entity.memory_id}
    with pytest.raises(Refused) as caught:
        call(old, "memory_entity_observe", {**about, "content": "It is collected by itself"})
    assert caught.value.code == "VALUE_REJECTED"
    assert call(old, "memory_entity_observe", {**about, "content": "It is freed by hand."})["action"] == "added"


def test_without_the_rules_for_keys_a_store_of_before_is_left_as_it_is(path: Path) -> None:
    store = SqliteStore(path)
    with pytest.raises(StoreUnavailable) as caught, store.read():
        pass
    assert caught.value.code == "STORE_TOO_OLD"
    assert apsw.Connection(str(path)).pragma("user_version") == 2


def test_a_record_that_is_damaged_keeps_its_key_and_stops_nothing(path: Path) -> None:
    file = apsw.Connection(str(path))
    file.execute("DROP TRIGGER revisions_keep; UPDATE revisions SET body = '{}' WHERE body LIKE '%branch%'")
    file.execute("CREATE TRIGGER revisions_keep BEFORE UPDATE ON revisions BEGIN SELECT 1; END")
    (key,) = file.execute("SELECT key FROM revisions WHERE body = '{}'").fetchone() or ("",)
    file.close()
    world = make_world(path, embedder=NoEmbedder())
    assert refused(world, "The owner is Petra") == "VALUE_REJECTED"
    world.store.close()
    assert apsw.Connection(str(path)).execute("SELECT key FROM revisions WHERE body = '{}'").fetchall() == [(key,)]


def test_the_ledger_is_guarded_again_afterwards(old: World, path: Path) -> None:
    with old.store.read():
        pass
    with pytest.raises(apsw.ConstraintError, match="never changed"):
        apsw.Connection(str(path)).execute("UPDATE revisions SET trust = 'verified'")
