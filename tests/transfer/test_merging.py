"""Two stores that each remember something become one that remembers both."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from domain import entities, observations, profile, relations, retire, review, revise
from domain.context import World
from domain.doctor import chain_problems
from domain.forgetting import forget
from entrypoints.arguments import parse
from ports import commands, graph, looking_back
from ports.transfer import Fate, Way
from ports.vocabulary import ActorKind, AuditOutcome, Kind, Trust, Verb
from tests.making import AGENT, PERSON, learned
from tests.transfer.conftest import Filled
from tests.transfer.stores import believed, codes, document, exported, imported, knows, new_store, records, text_of


@pytest.fixture
def source(tmp_path: Path) -> Any:
    """Another store."""
    world = new_store(tmp_path, "source")
    yield world
    world.store.close()


def observe(world: World, content: str, **fields: Any) -> str:
    told = {"entityName": "Ada", "entityType": "person", "content": content, **fields}
    return observations.observe(world, AGENT, parse(graph.EntityObserve, told)).observation_id


def entity(world: World, name: str, **fields: Any) -> str:
    told = {"name": name, "entityType": "person", **fields}
    return entities.create(world, AGENT, parse(graph.EntityCreate, told)).id


def retired(world: World, memory_id: str, reason: str, **fields: Any) -> None:
    retire.retire(world, AGENT, parse(commands.Retire, {"id": memory_id, "reason": reason, **fields}))


def merge(source: World, target: World, **fields: Any) -> Any:
    answer = imported(target, exported(source).path or "", **fields)
    assert answer.way is Way.MERGED
    return answer


def test_entities_of_the_same_name_and_type_become_one(source: World, target: World) -> None:
    """Neither their observations nor their relations are lost."""
    there, here = entity(source, "Ada", summary="Engineer"), entity(target, "ada")
    entity(source, "Bob")
    fact = observe(source, "Ada drinks tea.")
    link = {"fromName": "Ada", "toName": "Bob", "relationType": "knows"}
    relation = relations.relate(source, AGENT, parse(graph.EntityRelate, link)).id
    answer = merge(source, target)
    assert believed(target, fact).body.entity_id == here
    assert believed(target, relation).body.from_entity_id == here
    assert not knows(target, there)
    assert [(one.action, one.id, one.into) for one in answer.results] == [(Fate.MERGED, there, here)]
    assert "summary" in answer.results[0].problem.message
    seen = parse(graph.EntityOpen, {"name": "Ada"})
    from domain.graph import open_entity

    assert [one.content for one in open_entity(target, seen).observations] == ["Ada drinks tea."]


def test_the_same_name_of_another_type_or_project_stays_another(source: World, target: World) -> None:
    mine = entity(target, "Ada", project="shop")
    theirs = entity(source, "Ada", project="ship")
    merge(source, target)
    assert believed(target, mine).project == "shop"
    assert believed(target, theirs).project == "ship"


def test_what_is_there_twice_is_kept_once(source: World, target: World) -> None:
    mine, theirs = learned(target, "Tea is at four."), learned(source, "Tea  is at FOUR.")
    answer = merge(source, target)
    assert not knows(target, theirs)
    assert [(one.problem.code, one.into) for one in answer.results] == [("KNOWN_ALREADY", mine)]


def test_links_lead_to_what_stands_here_for_what_they_named(source: World, target: World) -> None:
    mine = learned(target, "Tea is at five.")
    successor, old = (
        learned(source, "Tea is at five.", validFrom="2026-01-01"),
        learned(source, "Tea is at four.", validFrom="2020-01-01"),
    )
    retired(source, old, "superseded", successorId=successor)
    drawn = learned(source, "Tea moves with the sun.", source=successor)
    merge(source, target)
    assert believed(target, old).closing.successor_id == mine
    assert believed(target, drawn).provenance.source == mine


def test_every_revision_comes_along_with_its_times_and_its_author(source: World, target: World) -> None:
    learned(target, "Something of our own.")
    memory_id = learned(source, "Tea is at four.")
    revise.revise(source, PERSON, parse(commands.Revise, {"id": memory_id, "changes": {"content": "Tea is at five."}}))
    merge(source, target)
    of = [one for one in records(target) if one["memoryId"] == memory_id]
    there = [one for one in records(source) if one["memoryId"] == memory_id]
    assert [{**one, "provenance": {}} for one in of] == [{**one, "provenance": {}} for one in there]
    assert [(one["provenance"]["actor"], one["provenance"]["actorName"]) for one in of] == [
        ("import", "import of agent: claude"),
        ("import", "import of person: ada"),
    ]


def test_each_revision_taken_leaves_a_row_and_the_other_log_stays_away(source: World, target: World) -> None:
    learned(target, "Something of our own.")
    memory_id = learned(source, "Tea is at four.")
    before = len(records(target, "audit"))
    answer = merge(source, target)
    with target.store.read() as reader:
        rows = reader.audit(before, 100)
    assert [(row.verb, row.actor, row.actor_name, row.memory_id, row.after_id) for row in rows] == [
        (Verb.IMPORT, ActorKind.IMPORT, "claude", memory_id, believed(target, memory_id).id)
    ]
    assert answer.audit_rows == 1
    assert chain_problems(target.store) == []


def test_a_memory_that_both_know_goes_on_where_the_other_has_gone_on(filled: Filled, target: World) -> None:
    imported(target, filled.path)
    memory_id = filled.ids["plain"]
    envelope = document(filled.world)
    chain = [one for one in envelope["revisions"] if one["memoryId"] == memory_id]
    newer = {
        **chain[-1],
        "id": "01a00000-0000-7000-8000-000000000001",
        "body": {**chain[-1]["body"], "content": "Deploys go out on Wednesdays."},
        "recordedAt": envelope["exportedAt"],
        "verb": "revise",
    }
    chain[-1]["expiredAt"] = newer["recordedAt"]
    envelope["revisions"].insert(envelope["revisions"].index(chain[-1]) + 1, newer)
    answer = imported(target, envelope)
    assert answer.updated == {Kind.LEARNING: 1}
    assert believed(target, memory_id).body.text == "Deploys go out on Wednesdays."
    with target.store.read() as reader:
        assert [one.current for one in reader.history(memory_id)] == [False, True]


def test_what_was_changed_in_both_stays_as_it_is_here(filled: Filled, target: World, tmp_path: Path) -> None:
    imported(target, filled.path)
    other = new_store(tmp_path, "other")
    imported(other, filled.path)
    for world, text in ((target, "Mine."), (other, "Theirs.")):
        revise.revise(world, AGENT, parse(commands.Revise, {"id": filled.ids["plain"], "changes": {"content": text}}))
    answer = imported(target, exported(other).path or "")
    assert codes(answer)[filled.ids["plain"]] == "DIVERGED"
    assert believed(target, filled.ids["plain"]).body.text == "Mine."


def test_what_a_person_verified_here_is_changed_by_a_persons_import_only(filled: Filled, target: World) -> None:
    imported(target, filled.path, PERSON)
    memory_id = filled.ids["verified"]
    envelope = document(filled.world)
    chain = [one for one in envelope["revisions"] if one["memoryId"] == memory_id]
    at = envelope["exportedAt"]
    newer = {**chain[-1], "id": "01a00000-0000-7000-8000-000000000002", "recordedAt": at, "trust": "disputed"}
    chain[-1]["expiredAt"] = at
    envelope["revisions"].insert(envelope["revisions"].index(chain[-1]) + 1, newer)
    assert codes(imported(target, envelope))[memory_id] == "VERIFIED_BY_PERSON"
    assert believed(target, memory_id).trust is Trust.VERIFIED
    assert codes(imported(target, envelope, PERSON)) == {}
    assert believed(target, memory_id).trust is Trust.DISPUTED


@pytest.mark.parametrize(("caller", "trust"), [(AGENT, Trust.UNVERIFIED), (PERSON, Trust.VERIFIED)])
def test_verified_there_is_verified_here_only_by_a_person(
    source: World, target: World, caller: Any, trust: Trust
) -> None:
    learned(target, "Something of our own.")
    memory_id = learned(source, "Tea is at four.")
    review.review(source, PERSON, parse(commands.Review, {"action": "verify", "id": memory_id}))
    answer = imported(target, exported(source).path or "", caller)
    assert believed(target, memory_id).trust is trust
    lowered = [one.id for one in answer.results if one.action is Fate.LOWERED]
    assert lowered == ([memory_id] if caller is AGENT else [])


def test_a_value_rejected_here_stays_out_and_is_named(source: World, target: World) -> None:
    retired(target, learned(target, "The moon is cheese."), "wrong")
    theirs = learned(source, "THE MOON is cheese.")
    fine = learned(source, "The moon is rock.")
    answer = merge(source, target)
    assert codes(answer) == {theirs: "VALUE_REJECTED"}
    assert not knows(target, theirs)
    assert knows(target, fine)
    with target.store.read() as reader:
        last = reader.last_audit()
    assert last is not None
    refused = [row for row in records(target, "audit") if row["outcome"] == AuditOutcome.REFUSED]
    assert [(row["memoryId"], row["reason"]) for row in refused] == [(theirs, "VALUE_REJECTED")]


def test_a_value_rejected_there_is_refused_here_from_then_on(source: World, target: World) -> None:
    mine = learned(target, "The moon is cheese.")
    theirs = learned(source, "The moon is cheese.")
    retired(source, theirs, "wrong")
    answer = merge(source, target)
    assert answer.rejections == 1
    assert codes(answer) == {theirs: "STILL_ASSERTED"}
    assert mine in answer.results[0].problem.message
    assert believed(target, mine).trust is Trust.UNVERIFIED, "an import retires nothing by itself"
    from ports.errors import Refused

    with pytest.raises(Refused, match="rejected"):
        learned(target, "the moon is CHEESE.", project="shop")


def test_a_rejection_here_is_not_lifted_by_an_import(filled: Filled, target: World) -> None:
    envelope = document(filled.world)
    lifted = next(one for one in envelope["rejections"] if "liftedAt" in one)
    standing = {name: value for name, value in lifted.items() if not name.startswith("lifted")}
    imported(target, {**envelope, "rejections": [standing], "counts": {}})
    answer = imported(target, envelope)
    assert codes(answer)[lifted["memoryId"]] == "LIFTED_THERE"
    assert standing["id"] in [one["id"] for one in records(target, "rejections") if "liftedAt" not in one]


@pytest.mark.parametrize("same_id", [True, False], ids=["the same memory", "the same words"])
def test_what_was_forgotten_here_does_not_come_back(source: World, target: World, same_id: bool) -> None:
    theirs = learned(source, "The door code is kestrel.")
    path = exported(source).path or ""
    learned(target, "Something of our own.")
    mine = theirs if same_id else learned(target, "The door code is kestrel.")
    if same_id:
        imported(target, path)
    assert forget(target, PERSON, commands.Forget(id=mine)).forgotten == (mine,)
    assert codes(imported(target, path)) == {theirs: "FORGOTTEN"}
    assert not knows(target, theirs)


def test_what_was_forgotten_before_a_restore_does_not_come_back_after_it(source: World, target: World) -> None:
    memory_id = learned(source, "The door code is kestrel.")
    learned(source, "The kettle is blue.")
    older = exported(source).path or ""
    forget(source, PERSON, commands.Forget(id=memory_id))
    assert imported(target, exported(source).path or "").way is Way.RESTORED
    assert codes(imported(target, older)) == {memory_id: "FORGOTTEN"}


def test_what_was_retired_here_comes_in_with_a_note(source: World, target: World) -> None:
    retired(target, learned(target, "Tea is at four."), "obsolete")
    theirs = learned(source, "Tea is at four.")
    assert codes(merge(source, target)) == {theirs: "RETIRED_BEFORE"}
    assert believed(target, theirs).valid_to is None


def test_a_goal_and_a_profile_field_are_not_written_over(source: World, target: World) -> None:
    for world, text in ((target, "Mine"), (source, "Theirs")):
        profile.goal(world, AGENT, parse(looking_back.Goal, {"action": "set", "goal": text}))
        profile.profile(world, AGENT, parse(looking_back.Profile, {"action": "set", "field": "name", "value": text}))
    answer = merge(source, target)
    assert [(one.type, one.problem.code) for one in answer.results] == [
        (Kind.PROFILE, "KNOWN_ALREADY"),
        (Kind.GOAL, "KNOWN_ALREADY"),
    ]
    assert "value" in answer.results[0].problem.message
    held = {one["body"]["kind"]: one["body"] for one in records(target)}
    assert (held["goal"]["goal"], held["profile"]["value"]) == ("Mine", "Mine")


def test_counters_of_use_are_not_added_up(source: World, target: World) -> None:
    mine, theirs = learned(target, "Tea is at four."), learned(source, "Tea is at four.")
    for world, times in ((target, 1), (source, 3)):
        for _ in range(times):
            learned(world, "Tea is at four.")
    merge(source, target)
    merge(source, target)
    uses = {one["memoryId"]: one["corroboratedCount"] for one in records(target, "uses")}
    assert uses == {mine: 3}
    assert theirs not in uses


@pytest.mark.parametrize("caller", [AGENT, PERSON], ids=["agent", "person"])
def test_importing_twice_changes_nothing(filled: Filled, target: World, caller: Any) -> None:
    learned(target, "Deploys go out on Tuesdays — 火曜日に。", project="shop")
    retired(target, learned(target, "Backups are kept for a year."), "wrong")
    first = imported(target, filled.path, caller)
    assert first.totals.keys() >= {Fate.MERGED, Fate.REFUSED}
    once = text_of(target)
    again = imported(target, filled.path, caller)
    assert text_of(target) == once
    assert (again.added, again.updated, again.audit_rows) == ({}, {}, 0)
    assert again.unchanged == first.revisions + first.unchanged


def test_a_restored_store_is_unchanged_by_the_same_file(filled: Filled, target: World) -> None:
    imported(target, filled.path, PERSON)
    answer = imported(target, filled.path)
    assert (answer.unchanged, answer.results) == (len(records(filled.world)), ())
    assert text_of(target) == text_of(filled.world)
