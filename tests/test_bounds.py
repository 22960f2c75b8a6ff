"""No answer is longer than its bound, and none hides that there was something."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.bounds import ANSWER_AT_MOST, bounded
from entrypoints.mcp.tools import TOOLS
from ports.answers import (
    Action,
    Answer,
    Found,
    Full,
    GetAnswer,
    HistoryAnswer,
    PastRevision,
    Problem,
    Provenanced,
    SearchAnswer,
    StoredItem,
    StoredMany,
)
from ports.commands import Mode
from ports.graph import EntityFace, EntityView, Fact
from ports.looking_back import InsightsAnswer, ProfileAnswer
from ports.vocabulary import ActorKind, Kind, Trust, Verb

NOW = "2026-12-07T12:00:00.000000Z"
AUTHOR = Provenanced(actor=ActorKind.AGENT, name="claude", client="claude-code 2.1")
SAID = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
TEXTS = st.builds(lambda said, times: said * times + "x", SAID, st.sampled_from([0, 1, 10, 250]))


def identity(number: int) -> str:
    return f"019aface-0000-7000-8000-{number:012d}"


def found(number: int, text: str, tags: tuple[str, ...] = ()) -> Found:
    return Found(id=identity(number), type=Kind.LEARNING, text=text, date=NOW, tags=tags or None, project="shop")


def searched(texts: list[str], query: str = "port") -> SearchAnswer:
    hits = tuple(found(number, text) for number, text in enumerate(texts))
    return SearchAnswer(query=query, results=hits, count=len(hits), mode=Mode.HYBRID, legs={"lexical": 12, "vector": 3})


def in_full(number: int, **body: object) -> Full:
    return Full(
        id=identity(number),
        revision_id=identity(number),
        type=Kind.DECISION,
        body=body,
        trust=Trust.UNVERIFIED,
        confidence=0.7,
        valid_from=NOW,
        recorded_at=NOW,
        written_by=AUTHOR,
        written_at=NOW,
        revisions=1,
    )


def size(answer: Answer) -> int:
    return len(answer.model_dump_json(by_alias=True, exclude_none=True))


@pytest.mark.parametrize("most", [500, 1_000, 6_000, 8_000, ANSWER_AT_MOST])
def test_twelve_long_hits(most: int) -> None:
    """578 characters for 500, and no hit of 9,500 characters under 8,000, is what was answered before."""
    whole = searched([f"{number} " + "harbour " * 1_187 for number in range(12)])
    told = bounded(whole, most)
    assert size(told) <= most
    assert told.count == len(told.results) >= 1
    assert told.count + (told.left_out or 0) == 12
    assert [hit.id for hit in told.results] == [hit.id for hit in whole.results[: told.count]]
    assert size(told) > most * 0.6
    for hit, before in zip(told.results, whole.results, strict=False):
        assert hit == before or hit.cut


def test_an_answer_that_fits_is_not_touched() -> None:
    answer = searched(["The payment service listens on port 8443."] * 3)
    assert bounded(answer, size(answer)) is answer
    assert bounded(answer, size(answer) - 1) != answer
    assert bounded(answer, None) is answer


def test_whole_items_come_before_cut_ones() -> None:
    told = bounded(searched(["a " * 1_000, "b " * 1_000, "c " * 5_000, "d " * 50, "e " * 5_000]), 8_000)
    assert [hit.cut for hit in told.results] == [None, None, True, None, True]
    assert told.results[3].text == "d " * 50
    assert told.left_out is None


def test_one_memory_that_is_too_long_gets_all_the_room() -> None:
    answer = GetAnswer(memories=(in_full(1, decision="a " * 5_000, reasoning="b " * 5_000, alternatives="c " * 5_000),))
    told = bounded(answer, ANSWER_AT_MOST)
    assert ANSWER_AT_MOST - 100 < size(told) <= ANSWER_AT_MOST
    assert told.memories[0].cut
    assert set(told.memories[0].body) == {"decision", "reasoning", "alternatives"}


def test_a_long_question_does_not_crowd_out_its_hits() -> None:
    told = bounded(searched(["The payment service listens on port 8443."], query="why " * 2_500), 500)
    assert told.results[0].text == "The payment service listens on port 8443."
    assert told.cut


def test_lists_take_turns() -> None:
    facts = tuple(
        Fact(id=identity(n), content="tea " * 100, confidence=0.7, valid_from=NOW, recorded_at=NOW) for n in range(60)
    )
    face = EntityFace(
        revision_id=identity(98),
        id=identity(99),
        name="Ada",
        entity_type="person",
        confidence=0.7,
        valid_from=NOW,
        recorded_at=NOW,
    )
    answer = EntityView(entity=face, observations=facts, relations=(), observations_left_out=7)
    told = bounded(answer, 4_000)
    assert told.entity == face
    assert (told.observations_left_out or 0) + len(told.observations) == 67
    assert told.left_out is None


def test_the_newest_revisions_are_kept() -> None:
    revisions = tuple(
        PastRevision(
            revision_id=identity(n),
            verb=Verb.REVISE,
            trust=Trust.UNVERIFIED,
            valid_from=NOW,
            recorded_at=NOW,
            by=AUTHOR,
            note="why " * 300,
        )
        for n in range(20)
    )
    told = bounded(HistoryAnswer(id=identity(0), type=Kind.LEARNING, revisions=revisions), 5_000)
    assert told.revisions[-1].revision_id == revisions[-1].revision_id
    assert (told.left_out or 0) + len(told.revisions) == 20


def test_what_was_refused_is_told_before_what_was_stored() -> None:
    items = [StoredItem(index=n, id=identity(n), action=Action.ADDED) for n in range(400)]
    problem = Problem(code="SECRET_REFUSED", message="It holds a key.")
    items[390] = StoredItem(index=390, action=Action.REFUSED, problem=problem)
    told = bounded(StoredMany(total=400, added=399, skipped=0, refused=1, results=tuple(items)), 5_000)
    assert [one.problem for one in told.results if one.index == 390] == [problem]
    assert told.added == 399
    assert (told.left_out or 0) + len(told.results) == 400
    assert [one.index for one in told.results] == sorted(one.index for one in told.results)


def test_objects_are_told_entry_by_entry() -> None:
    told = bounded(ProfileAnswer(profile={f"field{n}": "tea " * 2_000 for n in range(10)}), 12_000)
    assert told.profile is not None
    assert (told.left_out or 0) + len(told.profile) == 10
    breakdown = {f"type {n}": n for n in range(3_000)}
    many = InsightsAnswer(
        days_of_memory=1,
        total_sessions=1,
        total_learnings=1,
        total_decisions=0,
        total_entities=3_000,
        total_observations=0,
        total_relations=0,
        retired={},
        pending={},
        category_breakdown={},
        entity_type_breakdown=breakdown,
    )
    few = bounded(many, 2_000)
    assert (few.left_out or 0) + len(few.entity_type_breakdown) == 3_000


@settings(deadline=None, max_examples=60)
@given(st.lists(TEXTS, min_size=1, max_size=30), TEXTS, st.integers(500, 5_000))
def test_any_text_stays_within_any_bound(texts: list[str], query: str, most: int) -> None:
    told = bounded(searched(texts, query), most)
    assert size(told) <= most
    assert told.count == len(told.results) >= 1
    assert told.count + (told.left_out or 0) == len(texts)
    assert SearchAnswer.model_validate_json(told.model_dump_json(by_alias=True, exclude_none=True)) == told


@settings(deadline=None, max_examples=60)
@given(st.lists(st.lists(TEXTS, min_size=1, max_size=3), min_size=1, max_size=20), st.integers(1_000, 5_000))
def test_any_memory_in_full_stays_within_any_bound(bodies: list[list[str]], most: int) -> None:
    names = ("decision", "reasoning", "alternatives")
    memories = tuple(in_full(n, **dict(zip(names, body, strict=False))) for n, body in enumerate(bodies))
    told = bounded(GetAnswer(memories=memories), most)
    assert size(told) <= most
    assert len(told.memories) >= 1
    assert len(told.memories) + (told.left_out or 0) == len(bodies)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_every_answer_can_count_what_it_leaves_out(tool: Any) -> None:
    assert issubclass(tool.answer, Answer)
    assert {"cut", "left_out"} <= set(tool.answer.model_fields)
