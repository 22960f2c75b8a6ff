"""Answers of a real server stay within their bound, whatever is stored."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.wire.talking import RawServer, environment

AT_MOST = 24_000
LONG = 9_500
ADA = {"entityName": "Ada", "entityType": "person"}


def words(subject: str, number: int, length: int) -> str:
    """A text of a length that no other is a copy of."""
    return " ".join(f"{subject}{number}w{position}" for position in range(length))[:length].strip()


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RawServer, dict[str, Any]]]:
    """A server over a notebook in which everything is as long as it may be."""
    with RawServer(environment(tmp_path_factory.mktemp("bounds"))) as server:
        items = [{"category": "insight", "content": f"Harbour {words('berth', n, LONG)}"} for n in range(12)]
        learned = [one["id"] for one in server.succeed("memory_learn_bulk", items=items)["results"]]
        decided = server.succeed(
            "memory_decide",
            title="Quay",
            decision=words("decided", 0, LONG),
            reasoning=words("because", 0, LONG),
            alternatives=words("instead", 0, LONG),
        )
        for number in range(40):
            server.succeed("memory_entity_observe", **ADA, content=words("saw", number, 4_900))
        revised = server.succeed("memory_learn", category="insight", content=words("first", 0, LONG))["id"]
        for number in range(5):
            server.succeed("memory_revise", id=revised, changes={"content": words("next", number, LONG)})
        for number in range(5):
            server.succeed("memory_profile", action="set", field=f"about.{number}", value=words("me", number, LONG))
        yield server, {"learned": learned, "decided": decided["id"], "revised": revised}


def size(result: dict[str, Any]) -> int:
    assert not result.get("isError"), result
    text = result["content"][0]["text"]
    assert json.loads(text) == result["structuredContent"]
    return len(text)


@pytest.mark.parametrize("most", [500, 6_000, 8_000, None])
def test_a_search_in_full(full: tuple[RawServer, dict[str, Any]], most: int | None) -> None:
    server, _ = full
    bound = {"maxCharacters": most} if most else {}
    result = server.call("memory_search", query="harbour", detail="full", limit=100, mode="fts", **bound)
    assert size(result) <= (most or AT_MOST)
    told = result["structuredContent"]
    assert told["count"] == len(told["results"]) >= 1
    assert told["count"] + told["leftOut"] == 12
    assert told["results"][0]["text"].startswith("Harbour berth")


@pytest.mark.parametrize(
    ("tool", "arguments", "shown"),
    [
        ("memory_recall", {"detail": "full", "limit": 100}, "results"),
        ("memory_entity_open", {"name": "Ada", "detail": "full", "limit": 200}, "observations"),
        ("memory_entity_search", {"query": "Ada", "limit": 100}, "results"),
        ("memory_history", {"id": "$revised", "limit": 200}, "revisions"),
        ("memory_get", {"ids": "$learned"}, "memories"),
        ("memory_get", {"ids": ["$decided"]}, "memories"),
        ("memory_profile", {"action": "get"}, "profile"),
        ("memory_session_start", {"detail": "full", "maxCharacters": 24_000}, "recentLearnings"),
        ("memory_session_end", {"summary": words("done", 0, LONG), "tasks": [words("todo", 0, 900)] * 90}, "tasks"),
    ],
)
def test_every_read_that_can_be_huge(
    full: tuple[RawServer, dict[str, Any]], tool: str, arguments: dict[str, Any], shown: str
) -> None:
    server, ids = full
    named = {name: resolved(value, ids) for name, value in arguments.items()}
    result = server.call(tool, **named)
    assert size(result) <= AT_MOST
    assert len(result["structuredContent"][shown]) >= 1


def resolved(value: Any, ids: dict[str, Any]) -> Any:
    if isinstance(value, list):
        return [resolved(one, ids) for one in value]
    return ids[value[1:]] if isinstance(value, str) and value.startswith("$") else value


def test_a_batch_that_is_large(full: tuple[RawServer, dict[str, Any]]) -> None:
    server, _ = full
    texts = [f"Buoy {number} is {words('hue', number, 30)}." for number in range(300)]
    items = [{"category": "insight", "content": text} for text in texts]
    result = server.call("memory_learn_bulk", items=items)
    assert size(result) <= AT_MOST
    told = result["structuredContent"]
    assert told["added"] == told["total"] == 300
    assert len(told["results"]) + told["leftOut"] == 300


def test_only_what_was_shown_counts_as_recalled(full: tuple[RawServer, dict[str, Any]]) -> None:
    server, ids = full
    before = {one: used(server, one) for one in ids["learned"]}
    told = server.succeed("memory_get", ids=ids["learned"], maxCharacters=2_000)
    after = {one: used(server, one) for one in ids["learned"]}
    shown = {one["id"] for one in told["memories"]}
    assert 1 <= len(shown) < 12
    # Looking at a counter is a use as well.
    assert {one for one in before if after[one] - before[one] == 2} == shown
    assert {one for one in before if after[one] - before[one] == 1} == set(before) - shown


def used(server: RawServer, memory_id: str) -> int:
    return server.succeed("memory_get", ids=[memory_id])["memories"][0]["recalledCount"]


@pytest.mark.parametrize(("tool", "least"), [("memory_search", 500), ("memory_get", 1_000)])
def test_a_bound_that_nothing_fits_into_is_an_error(
    full: tuple[RawServer, dict[str, Any]], tool: str, least: int
) -> None:
    server, ids = full
    arguments = {"memory_search": {"query": "harbour"}, "memory_get": {"ids": ids["learned"]}}[tool]
    problem = server.fail(tool, **arguments, maxCharacters=least - 1)
    assert problem["code"] == "INVALID_ARGUMENT"
    assert str(least) in problem["message"]
    server.succeed(tool, **arguments, maxCharacters=least)
