"""Where an export may go: a new file, written whole, for its owner's eyes, and never over something else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adapters.foreign.writing import write_whole
from domain.context import World
from entrypoints.mcp.service import Client, Service
from ports.errors import InvalidInput
from ports.transfer import INLINE_AT_MOST
from ports.vocabulary import Kind
from tests.making import learned
from tests.transfer.conftest import Filled
from tests.transfer.stores import document, exported


def refusal(world: World, path: Path | str, **fields: bool) -> str:
    with pytest.raises(InvalidInput) as raised:
        exported(world, path=str(path), **fields)
    return raised.value.code


def test_an_export_goes_beside_the_store_and_is_its_owners(target: World) -> None:
    learned(target, "The kettle is blue.")
    file = Path(exported(target).path or "")
    assert file.parent == Path(target.store.status().path).parent / "exports"
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    assert exported(target).path != str(file), "the next one does not write over it"


def test_the_answer_counts_what_it_wrote(filled: Filled) -> None:
    answer = exported(filled.world)
    file = Path(answer.path or "")
    held = json.loads(file.read_text(encoding="utf-8"))
    assert answer.size_bytes == file.stat().st_size
    assert answer.records == {section: len(held[section]) for section in ("revisions", "uses", "rejections", "audit")}
    assert answer.memories[Kind.ENTITY] == 3
    assert sum(answer.memories.values()) == len({one["memoryId"] for one in held["revisions"]})


def test_a_file_that_is_there_stays(target: World, tmp_path: Path) -> None:
    file = tmp_path / "notes.json"
    file.write_text("mine")
    assert refusal(target, file) == "FILE_EXISTS"
    assert refusal(target, file, overwrite=True) == "NOT_AN_EXPORT"
    assert file.read_text() == "mine"


def test_an_earlier_export_is_written_over_where_that_is_asked_for(target: World, tmp_path: Path) -> None:
    file = tmp_path / "memory.json"
    exported(target, path=str(file))
    learned(target, "The kettle is blue.")
    assert refusal(target, file) == "FILE_EXISTS"
    assert exported(target, path=str(file), overwrite=True).records["revisions"] == 1
    assert list(tmp_path.glob("memory.json*")) == [file]
    assert "kettle" in file.read_text()


def test_what_a_link_leads_to_is_not_written_over(target: World, tmp_path: Path) -> None:
    behind, link = tmp_path / "earlier.json", tmp_path / "link.json"
    exported(target, path=str(behind))
    link.symlink_to(behind)
    before = behind.read_bytes()
    assert refusal(target, link, overwrite=True) == "NOT_AN_EXPORT"
    link.unlink()
    link.symlink_to(tmp_path / "nowhere.json")
    assert refusal(target, link) == "FILE_EXISTS"
    assert behind.read_bytes() == before


@pytest.mark.parametrize("name", ["memory.sqlite", "memory.sqlite-wal", "profile", "run.sh", ".bashrc", "a\0.json"])
def test_only_names_of_json_files_are_written_to(target: World, name: str) -> None:
    learned(target, "The kettle is blue.")
    folder = Path(target.store.status().path).parent
    assert refusal(target, f"{folder}/{name}", overwrite=True) == "BAD_PATH"
    assert target.store.check() == []


@pytest.mark.parametrize("path", ["relative.json", "/nowhere/at/all.json"])
def test_a_path_has_to_say_where(target: World, path: str) -> None:
    assert refusal(target, path) == "BAD_PATH"


def test_a_failure_leaves_no_file_behind(tmp_path: Path) -> None:
    def broken() -> object:
        yield "some lines\n"
        raise RuntimeError("the power is out")

    file = tmp_path / "memory.json"
    with pytest.raises(RuntimeError, match="power"):
        write_whole(file, broken(), overwrite=False)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []
    assert write_whole(file, ["whole\n"], overwrite=False) == len("whole\n")


def test_inline_gives_the_envelope_itself_up_to_a_limit(target: World) -> None:
    """Not: the whole store through the model's context, whatever its size (fault 10.12)."""
    learned(target, "The kettle is blue.")
    answer = exported(target, inline=True)
    assert (answer.path, answer.complete) == (None, True)
    whole = document(target)
    assert {**(answer.envelope or {}), "exportedAt": ""} == {**whole, "exportedAt": ""}
    for number in range(30):
        learned(target, f"{number} " + "x" * 4_000)
    with pytest.raises(InvalidInput) as raised:
        exported(target, inline=True)
    assert raised.value.code == "EXPORT_TOO_LARGE"
    assert f"{INLINE_AT_MOST:,}" in raised.value.message


def test_through_the_server_an_export_is_a_path_and_numbers(filled: Filled, target: World) -> None:
    """A tool call opens no session by exporting or importing, so an empty store stays one to restore into."""
    service = Service(lambda: target)
    client = Client("claude-code", "2.1")
    brought = service.call("memory_import", {"path": filled.path}, client).model_dump(mode="json", by_alias=True)
    assert brought["way"] == "restored"
    answer = service.call("memory_export", {}, client).model_dump(mode="json", by_alias=True, exclude_none=True)
    assert set(answer) == {"path", "sizeBytes", "complete", "memories", "records"}
    assert len(json.dumps(answer)) < 600


def test_the_references_arguments_are_understood(target: World) -> None:
    """Its clients send mode, and the envelope as an object or as the text of one."""
    service, client = Service(lambda: target), Client("claude-code", "2.1")
    envelope = {"format": "studiomeyer-memory-export", "version": 1, "profile": {"editor": "vim"}}
    for data in (envelope, json.dumps(envelope)):
        answer = service.call("memory_import", {"data": data, "mode": "merge"}, client)
        assert answer.model_dump(mode="json")["format"] == "studiomeyer-memory-export"
    shown = service.call("memory_export", {"includeSessions": True, "includeArchived": False, "inline": True}, client)
    assert "vim" in shown.model_dump_json()
