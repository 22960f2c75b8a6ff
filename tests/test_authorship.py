"""Whose words they are, over chains of changes, and that a page of hits asks for all of its authors at once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import apsw
import pytest

from domain import recall, retire, revise, search, undo
from domain.authorship import STEPS_AT_MOST, Authorship, authorship, sole
from domain.context import World
from entrypoints.arguments import parse
from ports.commands import Changes, Get, Retire, Revise, Search, Undo
from ports.records import Provenance, Revision, Step
from ports.vocabulary import ActorKind, RetireReason, Trust, Verb
from tests.cli.shell import shell_in
from tests.making import AGENT, PERSON, learned, make_world

Chain = Sequence[tuple[Verb, str, str]]
"""Verb, who did it, and the words then."""


def of(chain: Chain) -> Authorship:
    steps = [step(number, *told) for number, told in enumerate(chain, start=1)]
    return authorship(revision(steps[-1].revision_id), steps)


def step(number: int, verb: Verb, name: str, words: str) -> Step:
    trust = {Verb.VERIFY: Trust.VERIFIED, Verb.APPROVE: Trust.VERIFIED, Verb.DISPUTE: Trust.DISPUTED}
    return Step(
        revision_id=f"r{number}",
        number=number,
        verb=verb,
        at=f"2026-01-{number % 28 + 1:02}T00:00:00.000000Z",
        words=words,
        tags=(),
        trust=trust.get(verb, Trust.UNVERIFIED),
        confidence=0.7,
        importance=None,
        valid_from="2026-01-01T00:00:00.000000Z",
        valid_to=None,
        reason=RetireReason.OBSOLETE if verb is Verb.RETIRE else None,
        successor_id=None,
        provenance=Provenance(actor=ActorKind.AGENT, actor_name=name),
    )


def revision(revision_id: str) -> Revision:
    return Revision.model_validate(
        {
            "id": revision_id,
            "memoryId": "m",
            "body": {"kind": "learning", "category": "insight", "content": "x"},
            "validFrom": "2026-01-01T00:00:00.000000Z",
            "recordedAt": "2026-01-01T00:00:00.000000Z",
            "verb": "revise",
            "provenance": {"actor": "agent", "actorName": "whoever touched it last"},
        }
    )


def name(one: Step | None) -> str | None:
    return one.provenance.actor_name if one is not None else None


CHAINS: dict[str, tuple[Chain, str, list[str], str | None]] = {
    "written once": ([(Verb.ADD, "a", "x")], "a", [], None),
    "said otherwise": ([(Verb.ADD, "a", "x"), (Verb.REVISE, "b", "y")], "b", [], None),
    "taken back": (
        [(Verb.ADD, "a", "x"), (Verb.REVISE, "b", "y"), (Verb.UNDO, "c", "x")],
        "a",
        ["c"],
        None,
    ),
    "brought back": (
        [(Verb.ADD, "a", "x"), (Verb.REVISE, "b", "y"), (Verb.UNDO, "c", "x"), (Verb.UNDO, "d", "y")],
        "b",
        ["d"],
        None,
    ),
    "said again by another": (
        [(Verb.ADD, "a", "x"), (Verb.REVISE, "b", "y"), (Verb.REVISE, "c", "x")],
        "c",
        [],
        None,
    ),
    "retired and reinstated": (
        [(Verb.ADD, "a", "x"), (Verb.RETIRE, "b", "x"), (Verb.REINSTATE, "c", "x")],
        "a",
        ["c"],
        None,
    ),
    "retired": ([(Verb.ADD, "a", "x"), (Verb.RETIRE, "b", "x")], "a", [], "b"),
    "rejected anew by another": (
        [(Verb.ADD, "a", "x"), (Verb.RETIRE, "b", "x"), (Verb.RETIRE, "c", "x")],
        "a",
        [],
        "c",
    ),
    "verified, disputed, verified by another": (
        [(Verb.ADD, "a", "x"), (Verb.VERIFY, "b", "x"), (Verb.DISPUTE, "c", "x"), (Verb.VERIFY, "d", "x")],
        "a",
        [],
        "d",
    ),
}


@pytest.mark.parametrize("case", CHAINS)
def test_whose_words_they_are(case: str) -> None:
    chain, wrote, changed, ruled = CHAINS[case]
    told = of(chain)
    assert name(told.wrote) == wrote
    assert [name(one.step) for one in told.changed] == changed
    assert name(told.ruled) == ruled


def test_what_came_later_does_not_count() -> None:
    steps = [step(1, Verb.ADD, "a", "x"), step(2, Verb.REVISE, "b", "y"), step(3, Verb.RETIRE, "c", "y")]
    told = authorship(revision("r2"), steps)
    assert (name(told.wrote), told.changed, told.ruled) == ("b", (), None)


def test_where_nothing_is_known_it_is_who_made_the_revision() -> None:
    assert authorship(revision("r1"), []) == sole(revision("r1"))


def test_an_addition_that_was_undone_ended_by_that(world: World) -> None:
    memory_id = learned(world, "The tram is late.")
    undo.undo(world, AGENT, Undo(sequence=1))
    (memory,) = recall.get(world, Get(ids=(memory_id,))).memories
    assert memory.ruled_by is not None
    assert (memory.ruled_by.verb, memory.ruled_by.by) == (Verb.UNDO, "agent: claude")


def test_more_changes_than_are_looked_at_leave_the_first_author(world: World) -> None:
    memory_id = learned(world, "The tram is on time.")
    for number in range(STEPS_AT_MOST + 5):
        revise.revise(world, PERSON, Revise(id=memory_id, tags=(f"t{number}",)))
    (memory,) = recall.get(world, Get(ids=(memory_id,))).memories
    assert memory.written_by.name == "claude"
    assert memory.revisions == STEPS_AT_MOST + 6
    assert [one.by for one in memory.changed_by or ()] == ["person: ada"] * 5


def test_a_page_asks_for_all_of_its_authors_at_once(tmp_path: Path) -> None:
    world = make_world(tmp_path / "memory.sqlite")
    for number in range(10):
        one = learned(world, f"Tram number {number} is late.", tags=[str(number)])
        revise.revise(world, PERSON, Revise(id=one, tags=("late",)))
    asked: list[str] = []

    def trace(cursor: apsw.Cursor, statement: str, bindings: object) -> bool:
        asked.append(statement)
        return True

    lanes = world.store._open()
    for lane in lanes:
        lane.connection.exec_trace = trace
    found = search.search(world, parse(Search, {"query": "tram late"}))
    for lane in lanes:
        lane.connection.exec_trace = None
    assert [one.changed_by for one in found.results] == ["person: ada (revise of tags)"] * 10
    assert len([one for one in asked if "row_number()" in one]) == 1
    assert [one for one in asked if "ORDER BY r.recorded_at, r.seq" in one and "row_number()" not in one] == []
    world.store.close()


def test_the_command_line_tells_them_apart(tmp_path: Path) -> None:
    world = make_world(tmp_path / "memory.sqlite")
    memory_id = learned(world, "The tram is red.")
    revise.revise(world, PERSON, Revise(id=memory_id, changes=Changes(content="The tram is green.")))
    revise.revise(world, AGENT, Revise(id=memory_id, tags=("tram",)))
    retire.retire(world, AGENT, Retire(id=memory_id, reason=RetireReason.OBSOLETE))
    world.store.close()
    shown = shell_in(tmp_path).run("get", memory_id).out
    assert "  written by person ada at " in shown
    assert "  changed by agent: claude at " in shown
    assert "(revise of tags)" in shown
    assert "  ruled on by agent: claude at " in shown
    assert "(retire)" in shown
