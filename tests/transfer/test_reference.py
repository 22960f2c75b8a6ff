"""What the reference exports, and its database, come in whole."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from domain.context import World
from domain.search import search
from ports.commands import Search
from ports.errors import InvalidInput, Refused
from ports.transfer import Fate, Way
from ports.vocabulary import Kind, RetireReason, Trust
from tests.making import AGENT, PERSON, learned
from tests.transfer import reference
from tests.transfer.stores import codes, imported, records, text_of


def current(world: World) -> dict[str, dict[str, Any]]:
    """What is believed now, by the text or name of each memory."""
    return {_name(one["body"]): one for one in records(world) if "expiredAt" not in one}


def _name(body: dict[str, Any]) -> str:
    told = ("content", "title", "name", "summary", "relationType", "field", "goal")
    return next((str(body[part]) for part in told if part in body), body["kind"])


@pytest.fixture(params=["envelope", "file", "database"])
def source(request: pytest.FixtureRequest, tmp_path: Path) -> str | dict[str, Any]:
    """The same memory in each form."""
    if request.param == "envelope":
        return reference.envelope()
    if request.param == "database":
        return str(reference.database(tmp_path / "memory.sqlite"))
    file = tmp_path / "export.json"
    file.write_text(json.dumps(reference.envelope()), encoding="utf-8")
    return str(file)


def test_every_record_comes_in(source: Any, target: World) -> None:
    answer = imported(target, source)
    assert answer.way is Way.MERGED
    assert answer.added == {
        Kind.LEARNING: 8,
        Kind.DECISION: 1,
        Kind.ENTITY: 2,
        Kind.OBSERVATION: 2,
        Kind.RELATION: 1,
        Kind.SESSION: 2,
        Kind.PROFILE: 1,
        Kind.GOAL: 1,
    }
    assert {one.action for one in answer.results} == {Fate.LOWERED}, "nothing is refused"


def test_archived_with_a_reason_is_retired_with_it(source: Any, target: World) -> None:
    """Not: skipped as malformed, because the reason is off the importer's list (fault a)."""
    imported(target, source)
    held = current(target)
    endings = {name: held[name]["closing"] for name in ("The office is in Graz.", "The bus is red.")}
    assert endings == {
        "The office is in Graz.": {"reason": RetireReason.SUPERSEDED, "note": "by the one in Linz"},
        "The bus is red.": {"reason": RetireReason.OTHER},
    }
    assert held["The bus is red."]["validTo"] == "2026-02-01T00:00:00.000000Z"


def test_archived_as_wrong_is_rejected(source: Any, target: World) -> None:
    answer = imported(target, source)
    assert answer.rejections == 1
    assert current(target)["The moon is cheese."]["trust"] == Trust.REJECTED
    with pytest.raises(Refused, match="it is rock"):
        learned(target, "The moon is cheese!".replace("!", "."))


@pytest.mark.parametrize(("caller", "trust"), [(AGENT, "unverified"), (PERSON, "verified")])
def test_verified_travels_with_a_person_only(source: Any, target: World, caller: Any, trust: str) -> None:
    answer = imported(target, source, caller)
    held = current(target)
    assert (held["The kettle is blue."]["trust"], held["Queue"]["trust"]) == (trust, trust)
    assert held["The kettle is blue."]["recordedAt"] == "2026-01-09T10:00:00.000000Z"
    assert answer.totals == ({Fate.LOWERED: 2} if caller is AGENT else {})


def test_what_it_keeps_beside_the_text_comes_along(source: Any, target: World) -> None:
    imported(target, source)
    held = current(target)
    deploys = held["Deploys go out on Tuesdays."]
    assert (deploys["project"], deploys["tags"], deploys["importance"]) == ("shop", ["ops"], 0.9)
    assert (deploys["validFrom"], deploys["provenance"]["source"]) == ("2026-01-02T03:04:05.000000Z", "wiki")
    assert held["This will pass."]["tags"] == ["ephemeral"]
    assert held["Ada lives in Graz."]["validTo"] == "2026-01-01T00:00:00.000000Z"
    assert held["owns"]["body"]["weight"] == 0.5
    assert held["Moved the deploy."]["body"]["tasks"] == ["tell Ada"]
    uses = {one["memoryId"]: one["corroboratedCount"] for one in records(target, "uses")}
    assert uses == {held["Tea is at four."]["memoryId"]: 3}


def test_links_are_kept_whatever_the_ids_look_like(source: Any, target: World) -> None:
    imported(target, source)
    held = current(target)
    ada, session = held["Ada"]["memoryId"], held["Moved the deploy."]["memoryId"]
    assert held["Ada lives in Linz."]["body"]["entityId"] == ada
    assert held["Ada lives in Linz."]["provenance"]["sessionId"] == session
    assert held["owns"]["body"]["toEntityId"] == held["Shop"]["memoryId"]


def test_a_hostile_id_becomes_a_harmless_one(source: Any, target: World) -> None:
    """Not: stored as it is (fault 10.11)."""
    imported(target, source)
    assert ".." not in str([one["memoryId"] for one in records(target)])
    assert "An old id." in current(target)


def test_what_came_in_can_be_found_and_waits_for_its_vectors(source: Any, target: World) -> None:
    """Not: entities without a vector until the next start (fault 10.4)."""
    answer = imported(target, source)
    assert answer.pending_vectors > 0
    found = search(target, Search(query="lives in Linz", types=(Kind.OBSERVATION,)))
    assert [hit.text for hit in found.results] == ["Ada lives in Linz."]


def test_importing_twice_changes_nothing(source: Any, target: World) -> None:
    imported(target, source)
    once = text_of(target)
    again = imported(target, source)
    assert (again.added, again.revisions, again.audit_rows) == ({}, 0, 0)
    assert text_of(target) == once


def test_the_three_forms_are_one_memory(tmp_path: Path, target: World) -> None:
    """The ids follow from the records, so that a database imported after an export adds nothing."""
    imported(target, reference.envelope())
    once = text_of(target)
    imported(target, str(reference.database(tmp_path / "memory.sqlite")))
    assert text_of(target) == once


def test_a_learning_archived_since_the_last_import_is_retired(target: World) -> None:
    imported(target, reference.envelope(learnings=[reference.learning(1, "Tea is at four.")]))
    answer = imported(target, reference.envelope(learnings=[reference.archived(1, "Tea is at four.", "archived")]))
    assert answer.updated == {Kind.LEARNING: 1}
    assert current(target)["Tea is at four."]["closing"] == {"reason": "other"}


def test_a_learning_rewritten_since_the_last_import_is_named(target: World) -> None:
    imported(target, reference.envelope(learnings=[reference.learning(1, "Tea is at four.")]))
    answer = imported(target, reference.envelope(learnings=[reference.learning(1, "Tea is at five.")]))
    assert codes(answer) == {f"{reference.UUID}1": "ID_TAKEN"}
    assert "Tea is at four." in current(target)


@pytest.mark.parametrize(
    ("flaw", "told"),
    [
        ({"category": "nonsense"}, "category"),
        ({"confidence": 999}, "confidence"),
        ({"content": "x" * 50_000}, "content"),
        ({"memoryType": "??"}, "memoryType"),
        ({"content": ""}, "content"),
        ({"content": None}, "content"),
        ({"content": ["a"]}, "content"),
        ({"tags": "a"}, "tags"),
        ({"date": "yesterday"}, "ISO 8601"),
        ({"id": None}, "no id"),
        ({"id": True}, "no id"),
        ({"project": "p" * 201}, "project"),
        ({"content": "a\ud800b"}, "content"),
    ],
)
def test_what_a_tool_would_not_take_is_refused_and_named(target: World, flaw: dict[str, Any], told: str) -> None:
    """Not: any category, any length, any number (fault 10.11); and not: counted only."""
    learnings = [reference.learning(1, "The kettle is blue."), {**reference.learning(2, "Flawed."), **flaw}]
    answer = imported(target, reference.envelope(learnings=learnings))
    refused = [one for one in answer.results if one.action is Fate.REFUSED]
    assert [(one.record, one.problem.code) for one in refused] == [("learnings[1]", "BAD_RECORD")]
    assert told in refused[0].problem.message
    assert answer.added[Kind.LEARNING] == 1


def test_what_is_about_nothing_is_named(target: World) -> None:
    orphan = {**reference.OBSERVATIONS[0], "id": "o9", "entityId": "nobody"}
    answer = imported(target, reference.envelope(observations=[orphan], learnings=["no object"], extras=[1]))
    refused = {one.record: one.problem.message for one in answer.results if one.action is Fate.REFUSED}
    assert set(refused) == {"observations[0]", "learnings[0]", "extras"}
    assert "entity" in refused["observations[0]"]


def test_the_database_is_left_as_it_was(target: World, tmp_path: Path) -> None:
    folder = tmp_path / "theirs"
    folder.mkdir()
    file = reference.database(folder / "memory.sqlite")
    before = file.read_bytes()
    assert imported(target, str(file)).added[Kind.LEARNING] == 8
    assert file.read_bytes() == before
    assert list(folder.iterdir()) == [file]


def test_a_database_in_use_is_read_as_it_is_now(target: World, tmp_path: Path) -> None:
    file = reference.database(tmp_path / "memory.sqlite")
    with closing(sqlite3.connect(file)) as theirs:
        theirs.execute("UPDATE learnings SET content = 'Tea is at six.' WHERE content = 'Tea is at four.'")
        theirs.commit()
        imported(target, str(file))
    assert "Tea is at six." in current(target)


def test_a_damaged_database_is_refused(target: World, tmp_path: Path) -> None:
    file = reference.database(tmp_path / "memory.sqlite")
    with closing(sqlite3.connect(file)) as theirs:
        theirs.execute("UPDATE learnings SET content = CAST(x'ff41' AS TEXT)")
        theirs.commit()
    with pytest.raises(InvalidInput) as raised:
        imported(target, str(file))
    assert raised.value.code == "DATABASE_UNREADABLE"
