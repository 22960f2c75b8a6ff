"""Export, import into an empty store, export: the same bytes, but for the line that tells the time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import jsonschema
import pytest

from domain.context import World
from domain.doctor import chain_problems
from domain.search import search
from ports.bodies import Body
from ports.commands import Search
from ports.envelope import envelope_schema
from ports.transfer import Way
from ports.vocabulary import Kind, RetireReason, Trust, Verb
from tests.making import PERSON, learned
from tests.transfer.conftest import Filled
from tests.transfer.stores import document, exported, imported, new_store, records, text_of

TRAVELLING = set(Verb) - {Verb.READ_FORGOTTEN, Verb.IMPORT, Verb.REINDEX}


def test_a_restored_store_exports_the_same_bytes(filled: Filled, target: World) -> None:
    answer = imported(target, filled.path, PERSON)
    assert answer.way is Way.RESTORED
    assert answer.results == ()
    assert text_of(target) == text_of(filled.world)
    assert chain_problems(target.store) == []
    assert target.store.check() == []


def test_the_fixture_has_every_value_that_a_writer_can_produce(filled: Filled) -> None:
    """The round trip above is worth what it carries."""
    held = document(filled.world)
    revisions = held["revisions"]
    assert {one["body"]["kind"] for one in revisions} == set(Kind)
    assert len(get_args(get_args(Body)[0])) == len(Kind)
    assert {one["trust"] for one in revisions} == set(Trust)
    assert {one["closing"]["reason"] for one in revisions if "closing" in one} == set(RetireReason)
    assert {row["verb"] for row in held["audit"]} >= TRAVELLING
    assert any("liftedAt" in one for one in held["rejections"])
    assert any("subjectKey" not in one for one in held["rejections"])
    assert any(one["recalledCount"] for one in held["uses"])
    assert any(one["corroboratedCount"] for one in held["uses"])
    assert any(one["provenance"].get("sessionId") for one in revisions)


def test_an_export_meets_the_published_schema(filled: Filled) -> None:
    schema = envelope_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    envelope = document(filled.world)
    jsonschema.validate(envelope, schema)
    envelope["revisions"][0]["trust"] = "believed"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(envelope, schema)


def test_an_empty_store_makes_the_round_trip(tmp_path: Path, target: World) -> None:
    source = new_store(tmp_path, "source")
    assert imported(target, exported(source).path or "").way is Way.RESTORED
    assert text_of(target) == text_of(source)


def test_what_is_restored_is_found_and_goes_on(filled: Filled, target: World) -> None:
    """The words are indexed, and the audit log is continued where it ended."""
    imported(target, filled.path)
    found = search(target, Search(query="Deploys go out on Tuesdays", limit=3))
    assert filled.ids["plain"] in [hit.id for hit in found.results]
    rows = len(records(filled.world, "audit"))
    learned(target, "Something new.")
    assert [row["sequence"] for row in records(target, "audit")] == list(range(1, rows + 2))
    assert chain_problems(target.store) == []


def test_the_layout_does_not_matter(filled: Filled, target: World, tmp_path: Path) -> None:
    """Another program may sort the members and break the lines as it likes."""
    envelope = document(filled.world)
    envelope["revisions"].sort(key=lambda one: (one["body"]["kind"] != "relation", one["memoryId"]))
    rewritten = tmp_path / "sorted.json"
    rewritten.write_text(json.dumps(envelope, sort_keys=True, indent=3, ensure_ascii=True), encoding="utf-8-sig")
    assert imported(target, str(rewritten), PERSON).way is Way.RESTORED
    assert text_of(target) == text_of(filled.world)


def test_a_document_restores_as_a_file_does(filled: Filled, target: World) -> None:
    assert imported(target, document(filled.world), PERSON).way is Way.RESTORED
    assert text_of(target) == text_of(filled.world)


@pytest.mark.parametrize("left_out", ["sessions", "archived"])
def test_a_part_of_a_store_says_that_it_is_one(filled: Filled, target: World, left_out: str) -> None:
    answer = exported(filled.world, **{f"include{left_out.capitalize()}": False})
    part = json.loads(Path(answer.path or "").read_text(encoding="utf-8"))
    held = {one["memoryId"] for one in part["revisions"]}
    gone = filled.ids["session"] if left_out == "sessions" else filled.ids["obsolete"]
    assert held >= {filled.ids["plain"], filled.ids["Ada lived in Linz."]}
    assert gone not in held
    assert (answer.complete, part["complete"], part["audit"]) == (False, False, [])
    jsonschema.validate(part, envelope_schema())
    assert imported(target, answer.path or "").way is Way.MERGED


def test_nothing_left_out_is_the_whole(target: World) -> None:
    """A store without sessions, asked for without its sessions, is whole."""
    learned(target, "No sitting is needed for this.")
    assert exported(target, includeSessions=False).complete


def test_each_record_stands_on_a_line_of_its_own(filled: Filled) -> None:
    """Two exports can be compared line by line, and one of a thousand lines differs in one."""
    lines = Path(filled.path).read_text(encoding="utf-8").splitlines()
    held = document(filled.world)
    records_in_all = sum(len(held[section]) for section in ("revisions", "uses", "rejections", "audit"))
    assert sum(line.startswith('{"') for line in lines) == records_in_all + 1
