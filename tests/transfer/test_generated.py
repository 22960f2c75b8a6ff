"""The round trip and the merge, over ledgers that nobody thought of."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain import entities, observations, profile, relations, remember, retire, review, revise
from domain.context import World
from domain.doctor import chain_problems
from entrypoints.arguments import parse
from ports import commands, graph, looking_back
from ports.errors import PalimpsestError
from ports.transfer import ImportAnswer, Way
from ports.vocabulary import Kind
from tests.making import AGENT, PERSON
from tests.transfer.stores import exported, imported, new_store, text_of

WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=20)
TEXTS = WORDS.filter(lambda text: bool(text.strip()))
NAMES = st.sampled_from(["Ada", "ada", "Bob", "Шура", "東京"])
PROJECTS = st.sampled_from([None, "shop", "ship"])
DAYS = st.sampled_from(["2020-01-01", "2024-02-29T12:00:00+02:00", "2030-01-01"])
FIELDS = st.fixed_dictionaries(
    {"project": PROJECTS, "confidence": st.floats(0, 1), "tags": st.lists(TEXTS, max_size=2)}
)
STEP = st.one_of(
    st.tuples(st.just("learn"), TEXTS, FIELDS, st.one_of(st.none(), DAYS)),
    st.tuples(st.just("decide"), TEXTS, TEXTS),
    st.tuples(st.just("create"), NAMES, PROJECTS, st.one_of(st.none(), TEXTS)),
    st.tuples(st.just("observe"), NAMES, TEXTS, DAYS),
    st.tuples(st.just("relate"), NAMES, NAMES, st.floats(0, 1)),
    st.tuples(st.just("profile"), TEXTS),
    st.tuples(st.just("goal"), TEXTS, PROJECTS),
    st.tuples(st.just("retire"), st.integers(0, 9), st.sampled_from(["wrong", "obsolete", "superseded"])),
    st.tuples(st.just("revise"), st.integers(0, 9), TEXTS),
    st.tuples(st.just("review"), st.integers(0, 9), st.sampled_from(["verify", "dispute", "reject", "lift"])),
)
LEDGERS = st.lists(STEP, min_size=1, max_size=12)
GENERATED = settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def play(world: World, steps: list[tuple[Any, ...]]) -> None:
    """Do the steps; one that a rule refuses leaves its refusal in the audit log, and is a step as well."""
    for verb, *details in steps:
        with suppress(PalimpsestError):
            _do(world, verb, details, ids_of(world))


def ids_of(world: World) -> list[str]:
    """The memory of each revision of a store."""
    with world.store.read() as reader:
        return [one.memory_id for kind in Kind for one in reader.ledger(kind)]


def _do(world: World, verb: str, details: list[Any], ids: list[str]) -> None:
    match verb, details:
        case "learn", (text, fields, since):
            told = {"category": "insight", "content": text, **fields, "validFrom": since}
            remember.learn(world, AGENT, parse(commands.Learn, told))
        case "decide", (title, text):
            told = {"title": title, "decision": text, "reasoning": text}
            remember.decide(world, AGENT, parse(commands.Decide, told))
        case "create", (name, project, summary):
            told = {"name": name, "entityType": "person", "project": project, "summary": summary}
            entities.create(world, AGENT, parse(graph.EntityCreate, told))
        case "observe", (name, text, since):
            told = {"entityName": name, "entityType": "person", "content": text, "validFrom": since}
            observations.observe(world, AGENT, parse(graph.EntityObserve, told))
        case "relate", (one, other, weight):
            told = {"fromName": one, "toName": other, "relationType": "knows", "weight": weight}
            relations.relate(world, AGENT, parse(graph.EntityRelate, told))
        case "profile", (text,):
            told = {"action": "set", "field": "motto", "value": text}
            profile.profile(world, AGENT, parse(looking_back.Profile, told))
        case "goal", (text, project):
            told = {"action": "set", "goal": text, "project": project}
            profile.goal(world, AGENT, parse(looking_back.Goal, told))
        case "retire", (pick, reason) if ids:
            retire.retire(world, AGENT, parse(commands.Retire, {"id": ids[pick % len(ids)], "reason": reason}))
        case "revise", (pick, text) if ids:
            told = {"id": ids[pick % len(ids)], "changes": {"content": text}}
            revise.revise(world, AGENT, parse(commands.Revise, told))
        case "review", (pick, action) if ids:
            review.review(world, PERSON, parse(commands.Review, {"action": action, "id": ids[pick % len(ids)]}))


def told_of(answer: ImportAnswer) -> set[str | None]:
    return {result.id for result in answer.results}


@given(LEDGERS)
@GENERATED
def test_any_ledger_makes_the_round_trip(steps: list[tuple[Any, ...]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source, target = new_store(Path(folder), "source"), new_store(Path(folder), "target")
        play(source, steps)
        answer = imported(target, exported(source).path or "", PERSON)
        assert answer.way is Way.RESTORED
        assert text_of(target) == text_of(source)
        assert chain_problems(target.store) == []
        source.store.close()
        target.store.close()


@given(LEDGERS, LEDGERS)
@GENERATED
def test_any_two_ledgers_merge(ours: list[tuple[Any, ...]], theirs: list[tuple[Any, ...]]) -> None:
    """A dry run tells what happens, nothing is lost in silence, and importing again changes nothing."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = new_store(Path(folder), "source"), new_store(Path(folder), "target")
        play(target, ours)
        play(source, theirs)
        path, before = exported(source).path or "", text_of(target)
        rehearsed = imported(target, path, dryRun=True)
        assert text_of(target) == before, "a dry run changes nothing"
        answer = imported(target, path)
        assert rehearsed.model_copy(update={"dry_run": None}) == answer
        assert set(ids_of(source)) <= set(ids_of(target)) | told_of(answer)
        merged = text_of(target)
        again = imported(target, path)
        assert (again.revisions, again.rejections, again.audit_rows) == (0, 0, 0)
        assert text_of(target) == merged
        assert chain_problems(target.store) == []
        source.store.close()
        target.store.close()
