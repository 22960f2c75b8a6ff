"""A store that cannot be used: a clear error, nothing written, the file as it was, and the server goes on."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import pytest

from adapters.sqlite.schema import SCHEMA_VERSION
from domain.search import search
from ports.commands import Mode, Search
from ports.errors import StoreUnavailable
from tests.making import learned, make_world
from tests.process.guarding import guarded
from tests.wire.talking import RawServer, environment

LEARN = {"category": "insight", "content": "Never stored."}
Maker = Callable[[Path], None]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose notebook is never one that the server can use."""
    made = tmp_path_factory.mktemp("bad")
    (made / "memory.sqlite").write_bytes(b"not yet")
    return made


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[RawServer]:
    with RawServer(environment(folder, EMBEDDER="off")) as running:
        yield running


def ours(path: Path) -> None:
    """A sound notebook with something in it, all in the one file."""
    world = make_world(path.with_name("sound.sqlite"))
    for number in range(50):
        learned(world, f"Fact number {number} about the harbour.")
    world.store.close()
    path.with_name("sound.sqlite").replace(path)


def another_programs(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()


def another_programs_with_a_log(path: Path) -> None:
    """Its program has not folded the log in yet, and would find it gone."""
    source = sqlite3.connect(path.with_name("busy"))
    source.execute("PRAGMA journal_mode = wal")
    source.execute("CREATE TABLE recipes (name TEXT)")
    source.execute("PRAGMA wal_checkpoint")
    source.execute("INSERT INTO recipes VALUES ('bread')")
    source.commit()
    for ending in ("", "-wal"):
        path.with_name(path.name + ending).write_bytes(path.with_name(f"busy{ending}").read_bytes())
    source.close()
    path.with_name("busy").unlink()


def of_a_newer_schema(path: Path) -> None:
    ours(path)
    connection = apsw.Connection(str(path))
    connection.pragma("user_version", SCHEMA_VERSION + 1)
    connection.close()


def cut_short(path: Path) -> None:
    ours(path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 3])


def overwritten_inside(path: Path) -> None:
    ours(path)
    whole = bytearray(path.read_bytes())
    whole[8_192:] = b"\xa5" * (len(whole) - 8_192)
    path.write_bytes(whole)


def a_folder(path: Path) -> None:
    path.mkdir()


BAD: dict[str, tuple[Maker, str]] = {
    "another program's": (another_programs, "NOT_OUR_DATABASE"),
    "another program's, with a log": (another_programs_with_a_log, "NOT_OUR_DATABASE"),
    "no database": (lambda path: path.write_bytes(b"\x00garbage" * 1_000) and None, "NOT_A_DATABASE"),
    "a short text": (lambda path: path.write_bytes(b"hello") and None, "NOT_A_DATABASE"),
    "a newer schema": (of_a_newer_schema, "STORE_TOO_NEW"),
    "cut short": (cut_short, "STORE_CORRUPT"),
    "overwritten inside": (overwritten_inside, "STORE_CORRUPT"),
    "a folder": (a_folder, "STORE_UNWRITABLE"),
}


@pytest.fixture
def beside(folder: Path) -> Iterator[Path]:
    """The notebook's path, blocked before a test puts its file there and after it: a server never makes one."""
    path = folder / "memory.sqlite"
    yield path
    for left in folder.iterdir():
        left.rmdir() if left.is_dir() else left.unlink()
    path.write_bytes(b"not yet")


@pytest.mark.parametrize(("make", "code"), BAD.values(), ids=BAD)
def test_a_file_that_is_refused(server: RawServer, beside: Path, tmp_path: Path, make: Maker, code: str) -> None:
    made = tmp_path / beside.name
    make(made)
    files = {path.name: path for path in tmp_path.iterdir()}
    # Only now: a server that warms up meanwhile would make a notebook at a path that is free.
    beside.unlink()
    for name in sorted(files, reverse=True):
        files[name].rename(beside.with_name(name))
    before = contents(beside.parent)
    for tool, arguments in (("memory_learn", LEARN), ("memory_search", {"query": "harbour"}), ("memory_health", {})):
        problem = server.fail(tool, **arguments)
        assert problem["code"] == code, problem
        assert str(beside) in problem["message"]
    assert server.succeed("memory_guide")["topics"]
    assert contents(beside.parent) == before


def contents(folder: Path) -> dict[str, bytes | None]:
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.iterdir()}


@pytest.mark.parametrize("place", ["/proc/nowhere/memory.sqlite", "/proc/memory.sqlite", "{file}/memory.sqlite"])
def test_a_place_where_nothing_can_be_made(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("a file, not a folder")
    world = make_world(Path(place.format(file=tmp_path / "file")))
    with pytest.raises(StoreUnavailable) as raised:
        learned(world, "Never stored.")
    assert raised.value.code == "STORE_UNWRITABLE"
    assert "PALIMPSEST_DB" in raised.value.message


def test_a_store_that_another_program_holds(tmp_path: Path) -> None:
    with RawServer(environment(tmp_path, BUSY_SECONDS="0.05")) as server:
        server.succeed("memory_learn", category="insight", content="Stored before.")
        other = apsw.Connection(str(tmp_path / "memory.sqlite"))
        other.execute("BEGIN IMMEDIATE")
        problem = server.fail("memory_learn", **LEARN)
        assert problem["code"] == "STORE_LOCKED"
        assert server.succeed("memory_search", query="stored before")["count"] == 1, "reading goes on"
        other.execute("ROLLBACK")
        other.close()
        assert server.succeed("memory_learn", **LEARN)["action"] == "added"


def test_a_store_that_is_taken_away_while_it_is_open(tmp_path: Path) -> None:
    world = make_world(tmp_path / "memory.sqlite")
    learned(world, "Stored before.")
    (tmp_path / "memory.sqlite").rename(tmp_path / "elsewhere")
    with pytest.raises(StoreUnavailable) as raised:
        learned(world, "Would be lost.")
    assert raised.value.code == "STORE_MOVED"
    (tmp_path / "elsewhere").rename(tmp_path / "memory.sqlite")
    assert learned(world, "Not lost.")
    world.store.close()


@pytest.mark.parametrize("ending", ["-wal", "-shm"])
def test_a_log_that_is_taken_away_while_it_is_open(tmp_path: Path, ending: str) -> None:
    """What is written from then on would be lost; what was written before is folded in when the store is closed."""
    world = make_world(tmp_path / "memory.sqlite")
    kept = learned(world, "Stored before.")
    (tmp_path / f"memory.sqlite{ending}").unlink()
    with pytest.raises(StoreUnavailable) as raised:
        learned(world, "Would be lost.")
    assert raised.value.code == "STORE_MOVED"
    world.store.close()
    again = make_world(tmp_path / "memory.sqlite")
    with again.store.read() as reader:
        assert reader.current(kept) is not None
    assert again.store.check() == []
    again.store.close()


def test_a_log_that_was_lost_is_not_folded_into_what_came_after_it(tmp_path: Path) -> None:
    with RawServer(environment(tmp_path)) as server:
        server.succeed("memory_learn", category="insight", content="Stored before.")
        for ending in ("-wal", "-shm"):
            (tmp_path / f"memory.sqlite{ending}").unlink()
        after = make_world(tmp_path / "memory.sqlite")
        kept = learned(after, "Stored after.")
        assert server.fail("memory_learn", **LEARN)["code"] == "STORE_MOVED"
        assert server.leave() == 0
    with after.store.read() as reader:
        assert reader.current(kept) is not None
    assert after.store.check() == []
    after.store.close()


def test_without_sqlite_vec_all_but_the_vector_leg_works(tmp_path: Path) -> None:
    with RawServer(guarded(tmp_path, "no-sqlite-vec")) as server:
        stored = server.succeed("memory_learn", category="insight", content="The harbour closes at dusk.")
        found = server.succeed("memory_search", query="when does the harbour close")
        health = server.succeed("memory_health")
        assert server.succeed("memory_retire", id=stored["id"], reason="obsolete")["action"] == "retired"
        kept = server.succeed("memory_learn", category="insight", content="The harbour closes at ten.")
    assert found["mode"] == "fts"
    assert found["count"] == 1
    assert "sqlite-vec" in found["notice"]
    assert "sqlite-vec" in health["vectors"]
    world = make_world(tmp_path / "memory.sqlite")
    answer = search(world, Search(query="harbour", mode=Mode.VECTOR))
    assert [hit.id for hit in answer.results] == [kept["id"]], "its vectors were kept for better days"
    world.store.close()
