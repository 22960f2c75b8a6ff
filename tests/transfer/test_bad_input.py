"""What cannot be imported is refused as a whole or by name, and changes nothing."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.context import World
from entrypoints.arguments import parse
from entrypoints.transfers import bring_in
from ports.errors import InvalidInput
from ports.transfer import Fate, Import, Way
from tests.making import AGENT, PERSON, learned
from tests.transfer.conftest import Filled
from tests.transfer.stores import document, imported, knows, text_of


def refusal(world: World, arguments: dict[str, Any]) -> str:
    """The code with which an import is refused; the store is as it was."""
    learned(world, "Something of our own.")
    before = text_of(world)
    with pytest.raises(InvalidInput) as raised:
        bring_in(world, AGENT, parse(Import, arguments))
    assert text_of(world) == before
    return raised.value.code


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "EMPTY_FILE"),
        (b"Dear diary", "NOT_JSON"),
        (b"{", "TRUNCATED"),
        (b"{}", "UNKNOWN_FORMAT"),
        (b'{"format":"other","version":1}', "UNKNOWN_FORMAT"),
        (b'{"format":{"a":1},"version":1}', "UNKNOWN_FORMAT"),
        (b'{"format":"palimpsest-export","version":2}', "UNSUPPORTED_VERSION"),
        (b'{"format":"palimpsest-export","version":"1"}', "UNSUPPORTED_VERSION"),
        (b'{"format":"studiomeyer-memory-export","version":0}', "UNSUPPORTED_VERSION"),
        (b'{"format":"studiomeyer-memory-export","version":true}', "UNSUPPORTED_VERSION"),
        (b'{"format":"palimpsest-export","version":1,"revisions":[{', "TRUNCATED"),
        ('{"format":"palimpsest-export"}'.encode("utf-16"), "NOT_UTF8"),
        (b'{"format":"palimpsest-export","version":1,"a":"\xff"}', "NOT_UTF8"),
        (b"SQLite format 3\0 and nothing more", "UNKNOWN_FORMAT"),
    ],
    ids=lambda value: value[:40].decode("latin-1") if isinstance(value, bytes) else None,
)
def test_a_file_that_cannot_be_read_is_refused(target: World, tmp_path: Path, content: bytes, code: str) -> None:
    file = tmp_path / "file.json"
    file.write_bytes(content)
    assert refusal(target, {"path": str(file)}) == code


def test_a_file_cut_off_anywhere_changes_nothing(filled: Filled, target: World, tmp_path: Path) -> None:
    whole = Path(filled.path).read_bytes()
    for part in (0.1, 0.5, 0.9, 0.999):
        file = tmp_path / "cut.json"
        file.write_bytes(whole[: int(len(whole) * part)])
        assert refusal(target, {"path": str(file)}) in ("TRUNCATED", "NOT_JSON")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({}, "MISSING_ARGUMENT"),
        ({"path": "/a.json", "data": {"format": "x"}}, "MISSING_ARGUMENT"),
        ({"path": "relative.json"}, "BAD_PATH"),
        ({"path": "/nowhere/at/all.json"}, "NO_SUCH_FILE"),
        ({"path": "/dev/zero"}, "NO_SUCH_FILE"),
        ({"path": "/no\0where.json"}, "BAD_PATH"),
        ({"path": "~nobody-of-this-name/x.json"}, "BAD_PATH"),
        ({"data": {"revisions": []}}, "UNKNOWN_FORMAT"),
        ({"data": "Dear diary"}, "NOT_JSON"),
    ],
    ids=lambda value: json.dumps(value)[:40] if isinstance(value, dict) else None,
)
def test_arguments_that_name_nothing_to_import(target: World, arguments: dict[str, Any], code: str) -> None:
    assert refusal(target, arguments) == code


def test_a_store_of_ours_is_no_export(target: World) -> None:
    learned(target, "Something of our own.")
    assert refusal(target, {"path": target.store.status().path}) == "UNKNOWN_FORMAT"


def test_another_programs_database_is_no_memory(target: World, tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "other.db")
    connection.execute("CREATE TABLE learnings (id, content)")
    connection.close()
    assert refusal(target, {"path": str(tmp_path / "other.db")}) == "UNKNOWN_FORMAT"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_not_waited_for(target: World, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    assert refusal(target, {"path": str(tmp_path / "pipe.json")}) == "NO_SUCH_FILE"


def first(envelope: dict[str, Any]) -> dict[str, Any]:
    return envelope["revisions"][-1]


FLAWS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a hostile id": lambda all_: first(all_).update(memoryId="../x"),
    "a hostile revision id": lambda all_: first(all_).update(id="'; DROP TABLE revisions; --"),
    "a hostile link": lambda all_: first(all_)["body"].update(fromEntityId="../../etc/passwd"),
    "a link to no id": lambda all_: next(
        one for one in all_["revisions"] if one["body"]["kind"] == "relation" and "expiredAt" not in one
    )["body"].update(fromEntityId="../../etc/passwd"),
    "a number for a text": lambda all_: first(all_)["body"].update(relationType=5),
    "an unknown trust": lambda all_: first(all_).update(trust="gospel"),
    "an unknown kind": lambda all_: first(all_)["body"].update(kind="rumour"),
    "an unknown field": lambda all_: first(all_).update(actor="person"),
    "too long a text": lambda all_: first(all_)["body"].update(relationType="x" * 51),
    "too large a number": lambda all_: first(all_).update(confidence=999),
    "no time": lambda all_: first(all_).update(recordedAt="yesterday"),
    "a lone surrogate": lambda all_: first(all_).update(project="\ud800"),
    "a NUL": lambda all_: first(all_).update(project="a\0b"),
    "no body": lambda all_: first(all_).pop("body"),
    "no object": lambda all_: all_["revisions"].append("a revision"),
    "an object for a list": lambda all_: all_.update(uses={"a": 1}),
    "a counter beyond counting": lambda all_: all_["uses"][0].update(recalledCount=1 << 70),
    "an end before its beginning": lambda all_: first(all_).update(validTo="1999-01-01T00:00:00Z"),
    "a record of the future": lambda all_: first(all_).update(recordedAt="9999-01-01T00:00:00Z"),
    "a rejection of the future": lambda all_: all_["rejections"][0].update(rejectedAt="9999-01-01T00:00:00Z"),
    "a counter of the future": lambda all_: all_["uses"][0].update(lastRecalledAt="9999-01-01T00:00:00Z"),
    "its own successor": lambda all_: first(all_).update(
        closing={"reason": "superseded", "successorId": first(all_)["memoryId"]}
    ),
    "no end to its history": lambda all_: first(all_).update(expiredAt="2030-01-01T00:00:00Z"),
    "an unknown member": lambda all_: all_.update(instructions="Obey."),
    "a rejection without a key": lambda all_: all_["rejections"][0].update(key="moon"),
}


@pytest.mark.parametrize("flaw", FLAWS)
@pytest.mark.parametrize("form", ["file", "data"])
def test_a_flawed_record_is_named_and_the_others_are_taken(
    filled: Filled, target: World, tmp_path: Path, flaw: str, form: str
) -> None:
    envelope = document(filled.world)
    FLAWS[flaw](envelope)
    file = tmp_path / "flawed.json"
    file.write_text(json.dumps(envelope))
    answer = imported(target, str(file) if form == "file" else envelope)
    assert answer.way is Way.MERGED, "what has a flaw is not put back as if it had none"
    flawed = [one for one in answer.results if one.problem.code in ("BAD_RECORD", "BROKEN_HISTORY")]
    assert len(flawed) == 1, flawed
    assert flawed[0].action is Fate.REFUSED
    assert knows(target, filled.ids["plain"])
    assert target.store.check() == []


@pytest.mark.parametrize(
    ("flaw", "field"),
    [
        ("a link to no id", "body.fromEntityId: "),
        ("an end before its beginning", "validTo: "),
        ("a record of the future", "recordedAt: "),
        ("its own successor", "closing.successorId: "),
    ],
)
def test_a_flaw_is_told_with_its_field(filled: Filled, target: World, flaw: str, field: str) -> None:
    envelope = document(filled.world)
    FLAWS[flaw](envelope)
    told = [one.problem.message for one in imported(target, envelope).results if one.problem.code == "BAD_RECORD"]
    assert len(told) == 1
    assert told[0].startswith(field)


def test_successors_that_lead_round_in_a_circle_are_refused(filled: Filled, target: World) -> None:
    envelope = document(filled.world)
    ends = [
        next(one for one in envelope["revisions"] if one["memoryId"] == filled.ids[name]) for name in ("plain", "past")
    ]
    for one, other in (ends, ends[::-1]):
        one["closing"] = {"reason": "superseded", "successorId": other["memoryId"]}
    answer = imported(target, envelope, PERSON)
    assert answer.way is Way.MERGED
    assert [one.problem.message[:19] for one in answer.results if one.problem.code == "BAD_RECORD"] == [
        "closing.successorId"
    ]


def test_a_broken_history_does_not_break_the_store(filled: Filled, target: World) -> None:
    """The same revision twice, and the same memory twice."""
    envelope = document(filled.world)
    chain = [one for one in envelope["revisions"] if one["memoryId"] == filled.ids["revised"]]
    envelope["revisions"] += [*chain, {**first(envelope), "id": "01a00000-0000-7000-8000-000000000009"}]
    answer = imported(target, envelope)
    assert {one.problem.code for one in answer.results} >= {"DIVERGED"}
    assert target.store.check() == []


@pytest.mark.parametrize("restored", [True, False])
def test_ids_that_stand_twice_in_a_file_that_counts_right(filled: Filled, target: World, restored: bool) -> None:
    envelope = document(filled.world)
    envelope["revisions"].insert(0, {**first(envelope), "id": "01a00000-0000-7000-8000-000000000009"})
    envelope["revisions"].append(envelope["revisions"][1])
    if restored:
        envelope["counts"]["revisions"] += 2
    else:
        learned(target, "Something of our own.")
    answer = imported(target, envelope)
    assert answer.way is (Way.RESTORED if restored else Way.MERGED)
    assert {one.problem.code for one in answer.results if one.action is Fate.REFUSED} == (
        {"ID_TAKEN"} if restored else {"DIVERGED"}
    )
    assert target.store.check() == []
