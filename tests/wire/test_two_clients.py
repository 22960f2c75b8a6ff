"""Two real servers over one file, each with a client of its own: neither loses the other's change unseen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.wire.talking import RawServer, environment, problem_of

TOLD = "Another changed it since this connection last read it"


@pytest.fixture
def clients(tmp_path: Path) -> Iterator[tuple[RawServer, RawServer]]:
    with ExitStack() as stack:
        yield (
            stack.enter_context(RawServer(environment(tmp_path))),
            stack.enter_context(RawServer(environment(tmp_path))),
        )


def learned(server: RawServer, content: str) -> str:
    return server.succeed("memory_learn", category="insight", content=content)["id"]


def read(server: RawServer, memory_id: str) -> dict[str, Any]:
    (memory,) = server.succeed("memory_get", ids=[memory_id])["memories"]
    return memory


def revise(server: RawServer, memory_id: str, content: str, **more: Any) -> dict[str, Any]:
    return server.call("memory_revise", id=memory_id, changes={"content": content}, **more)


def test_a_change_based_on_what_is_no_longer_current_is_refused(clients: tuple[RawServer, RawServer]) -> None:
    one, other = clients
    memory_id = learned(one, "The harbour has two cranes.")
    base = read(one, memory_id)["revisionId"]
    assert read(other, memory_id)["revisionId"] == base
    first = revise(other, memory_id, "The harbour has three cranes.", revisionId=base)["structuredContent"]
    for tool, arguments in (
        ("memory_revise", {"id": memory_id, "changes": {"content": "The harbour has four cranes."}}),
        ("memory_learn_update", {"learningId": memory_id, "confidence": 0.1}),
        ("memory_retire", {"id": memory_id, "reason": "wrong"}),
        ("memory_learn_archive", {"learningId": memory_id}),
    ):
        problem = one.fail(tool, **arguments, revisionId=base)
        assert problem["code"] == "STALE", tool
        assert problem["details"]["basedOn"]["revisionId"] == base
        assert problem["details"]["current"]["revisionId"] == first["revisionId"]
        assert problem["details"]["current"]["by"] == "agent: raw"
    memory = read(one, memory_id)
    assert memory["revisionId"] == first["revisionId"]
    assert memory["body"]["content"] == "The harbour has three cranes."
    again = revise(one, memory_id, "The harbour has four cranes.", revisionId=memory["revisionId"])
    assert not again.get("isError"), again


def test_of_two_at_once_one_wins_and_the_other_is_told(clients: tuple[RawServer, RawServer]) -> None:
    one, other = clients
    memory_id = learned(one, "The ferry leaves at six.")
    base = read(one, memory_id)["revisionId"]
    asked = {
        server: server.ask(
            "tools/call",
            {
                "name": "memory_revise",
                "arguments": {"id": memory_id, "revisionId": base, "changes": {"content": f"It leaves at {hour}."}},
            },
        )
        for server, hour in ((one, "seven"), (other, "eight"))
    }
    answers = [server.answer(identity)["result"] for server, identity in asked.items()]
    (won,) = [answer["structuredContent"] for answer in answers if not answer.get("isError")]
    (lost,) = [problem_of(answer) for answer in answers if answer.get("isError")]
    assert lost["code"] == "STALE"
    assert lost["details"]["current"]["revisionId"] == won["revisionId"]


def test_without_a_revision_the_answer_tells(clients: tuple[RawServer, RawServer]) -> None:
    one, other = clients
    memory_id = learned(one, "The tide turns at noon.")
    assert other.succeed("memory_search", query="tide turns noon")["count"] == 1
    assert "notice" not in revise(one, memory_id, "The tide turns at one.")["structuredContent"], "its own words"
    told = revise(other, memory_id, "The tide turns at two.")["structuredContent"]["notice"]
    assert TOLD in told
    assert "revise by agent: raw at " in told
    assert TOLD in one.succeed("memory_retire", id=memory_id, reason="obsolete")["notice"]


def test_an_observation_that_was_opened(clients: tuple[RawServer, RawServer]) -> None:
    one, other = clients
    observed = one.succeed("memory_entity_observe", entityName="Pier", entityType="place", content="It is closed.")
    view = other.succeed("memory_entity_open", name="Pier", detail="full")
    base = view["observations"][0]["revisionId"]
    named = {"observationId": observed["observationId"]}
    one.succeed("memory_revise", id=named["observationId"], changes={"content": "It is open."})
    assert other.fail("memory_observation_supersede", **named, revisionId=base)["code"] == "STALE"
    assert TOLD in other.succeed("memory_observation_supersede", **named)["notice"]


def test_the_beginning_of_a_text_is_not_all_of_it(clients: tuple[RawServer, RawServer]) -> None:
    one, other = clients
    text = "The log of the lighthouse is long. " + "It goes on and on. " * 30
    memory_id = learned(one, text + "It ends in March.")
    read(other, memory_id)
    revise(one, memory_id, text + "It ends in April.")
    (hit,) = other.succeed("memory_search", query="log of the lighthouse")["results"]
    assert hit["cut"] is True
    assert TOLD in revise(other, memory_id, text + "It ends in May.")["structuredContent"]["notice"]
