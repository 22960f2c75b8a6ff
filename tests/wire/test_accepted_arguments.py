"""What is accepted besides the letter of the schema, and what instants mean."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.wire.talking import RawServer


def learned(server: RawServer, content: str, **arguments: Any) -> dict[str, Any]:
    """A learning, stored now, in full."""
    stored = server.succeed("memory_learn", **{"category": "insight", "content": content, **arguments})
    assert stored["action"] == "added", stored
    (memory,) = server.succeed("memory_get", ids=[stored["id"]])["memories"]
    return memory


def test_a_list_may_come_as_a_json_string(server: RawServer) -> None:
    memory = learned(server, "Lists may be strings.", tags=json.dumps(["a", "b, c"]))
    assert memory["tags"] == ["a", "b, c"]
    found = server.succeed("memory_get", ids=json.dumps([memory["id"]]))
    assert [one["id"] for one in found["memories"]] == [memory["id"]]


def test_an_object_may_come_as_a_json_string(server: RawServer) -> None:
    memory = learned(server, "Objects may be strings.")
    changed = server.succeed("memory_revise", id=memory["id"], changes=json.dumps({"content": "So they may."}))
    assert changed["action"] == "updated"
    (now,) = server.succeed("memory_get", ids=[memory["id"]])["memories"]
    assert now["body"]["content"] == "So they may."


def test_items_may_come_as_a_json_string(server: RawServer) -> None:
    items = [{"category": "tool", "content": f"Item {number} came in a string."} for number in range(2)]
    assert server.succeed("memory_learn_bulk", items=json.dumps(items))["added"] == 2


def test_text_that_looks_like_json_stays_text(server: RawServer) -> None:
    assert learned(server, '["not", "a list"]')["body"]["content"] == '["not", "a list"]'


def test_names_may_be_camel_case_or_snake_case(server: RawServer) -> None:
    camel = learned(server, "Camels carry.", memoryType="episodic", validFrom="2025-01-01")
    snake = learned(server, "Snakes carry nothing.", memory_type="episodic", valid_from="2025-01-01")
    assert camel["body"]["memoryType"] == snake["body"]["memoryType"] == "episodic"
    assert camel["validFrom"] == snake["validFrom"]


def test_answers_are_camel_case(server: RawServer) -> None:
    memory = learned(server, "Answers have one spelling.")
    assert {"validFrom", "recordedAt", "writtenBy"} <= set(memory)
    assert [name for name in memory if "_" in name] == []


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2025-03-01", "2025-03-01T00:00:00.000000Z"),
        ("2025-03-01T12:30", "2025-03-01T12:30:00.000000Z"),
        ("2025-03-01 12:30:15", "2025-03-01T12:30:15.000000Z"),
        ("2025-03-01T12:30:00Z", "2025-03-01T12:30:00.000000Z"),
        ("2025-03-01T12:30:00.25+02:00", "2025-03-01T10:30:00.250000Z"),
        ("2025-03-01T00:30:00+01:00", "2025-02-28T23:30:00.000000Z"),
        ("2025-03-01T12:30:00-05:00", "2025-03-01T17:30:00.000000Z"),
        (" 2025-03-01 ", "2025-03-01T00:00:00.000000Z"),
    ],
)
def test_an_instant_means(server: RawServer, written: str, meant: str) -> None:
    assert learned(server, f"True since {written!r}.", validFrom=written)["validFrom"] == meant


def test_text_comes_back_as_it_went(server: RawServer) -> None:
    text = 'Grüße, 緑茶, नमस्ते, e\u0301, 🍵👩‍👩‍👧, a\u2028b\u0085c \\ud800 \\u0000 "quoted" \ufffd \x07'
    assert learned(server, text)["body"]["content"] == text
    assert text in [one["body"]["content"] for one in _all(server, "Grüße")]


def _all(server: RawServer, query: str) -> list[dict[str, Any]]:
    hits = server.succeed("memory_search", query=query)["results"]
    return server.succeed("memory_get", ids=[hit["id"] for hit in hits])["memories"]


def test_who_wrote_it_is_the_client(server: RawServer) -> None:
    by = learned(server, "Written by a raw client.")["writtenBy"]
    assert (by["actor"], by["name"], by["client"]) == ("agent", "raw", "raw 1")
