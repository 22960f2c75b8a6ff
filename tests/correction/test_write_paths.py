"""A rejected value, and a secret, is refused on every path by which text enters the store."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domain import retire
from domain.context import World
from ports.commands import Retire
from ports.errors import PalimpsestError
from ports.vocabulary import RetireReason
from tests.correction.paths import WRITE_PATHS, WritePath, call
from tests.making import PERSON, learned

REJECTED = "The harbour crane lifts forty tonnes."
FINE = "The harbour crane lifts sixty tonnes."
SECRET = "Deploys use ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5"
PATHS = pytest.mark.parametrize("path", WRITE_PATHS, ids=lambda path: path.tool)
TAKING_TEXT = pytest.mark.parametrize(
    "path", [one for one in WRITE_PATHS if one.tool != "memory_reinstate"], ids=lambda path: path.tool
)


@pytest.fixture
def ids(world: World) -> dict[str, str]:
    """A learning, an entity and a session to write to, and a rejected value."""
    rejected = learned(world, REJECTED)
    retire.retire(world, PERSON, Retire(id=rejected, reason=RetireReason.WRONG))
    return {
        "rejected": rejected,
        "learning": learned(world, "Something else altogether."),
        "entity": call(world, "memory_entity_create", {"name": "Lighthouse", "entityType": "place"})["id"],
        "session": call(world, "memory_session_start", {})["sessionId"],
    }


def codes(world: World, path: WritePath, text: str, ids: dict[str, str]) -> list[str]:
    """The codes with which a path refuses a text; empty where it takes it."""
    try:
        answer: Any = call(world, path.tool, path.arguments(text, ids))
    except PalimpsestError as error:
        return [error.code]
    return [item["problem"]["code"] for item in answer.get("results", []) if item.get("action") == "refused"]


def holds(world: World, text: str) -> bool:
    """Whether anything that is believed now says the text."""
    with world.store.read() as reader:
        hits = reader.lexical(text, _live(world), 100)
        told = [one.body.model_dump_json() for one in reader.load(hit.revision_id for hit in hits).values()]
    return any(text in one for one in told)


def _live(world: World) -> Any:
    from ports.store import Filter

    return Filter(now=world.clock.now())


@PATHS
def test_a_rejected_value_is_refused(world: World, ids: dict[str, str], path: WritePath) -> None:
    assert codes(world, path, REJECTED, ids) == ["VALUE_REJECTED"]
    assert not holds(world, REJECTED)
    with world.store.read() as reader:
        refused = [row for row in reader.audit(0, 1_000) if row.outcome == "refused"]
    assert [row.reason for row in refused] == ["VALUE_REJECTED"], "the refusal leaves one row"


@PATHS
@pytest.mark.parametrize(
    "written",
    [
        "THE HARBOUR CRANE LIFTS FORTY TONNES.",
        "The harb\u200bour  crane lifts forty tonnes.",
        "The hаrbour crane lifts forty tonnes.",
    ],
    ids=["capitals", "invisible", "lookalike"],
)
def test_it_is_refused_however_it_is_written(world: World, ids: dict[str, str], path: WritePath, written: str) -> None:
    assert codes(world, path, written, ids) == ["VALUE_REJECTED"]


@TAKING_TEXT
def test_another_value_is_taken(world: World, ids: dict[str, str], path: WritePath) -> None:
    """The positive control: the same path, with a text that nobody rejected."""
    assert codes(world, path, FINE, ids) == []


@TAKING_TEXT
def test_a_secret_is_refused_and_never_shown(world: World, ids: dict[str, str], path: WritePath) -> None:
    assert codes(world, path, SECRET, ids) == ["SECRET_REFUSED"]
    try:
        told = json.dumps(call(world, path.tool, path.arguments(SECRET, ids)))
    except PalimpsestError as error:
        told = str(error) + json.dumps(error.details, default=str)
    assert "aB3dE5gH7jK9" not in told
    assert not holds(world, "Deploys use")
