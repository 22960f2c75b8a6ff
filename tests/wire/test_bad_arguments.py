"""Bad arguments: an error with a stable code and a sentence, nothing stored, and the server goes on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.wire.talking import RawServer

LEARN = {"category": "insight", "content": "Never stored."}
DEEP = "[" * 100_000
BAD: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "empty text": ("memory_learn", {**LEARN, "content": ""}, "EMPTY_TEXT", "content"),
    "white space": ("memory_learn", {**LEARN, "content": " \n\t\u3000"}, "EMPTY_TEXT", "content"),
    "over-long text": ("memory_learn", {**LEARN, "content": "x" * 10_001}, "TEXT_TOO_LONG", "10000"),
    "a NUL": ("memory_learn", {**LEARN, "content": "a\x00b"}, "INVALID_TEXT", "NUL"),
    "a NUL in a tag": ("memory_learn", {**LEARN, "tags": ["a\x00b"]}, "INVALID_TEXT", "tags.0"),
    "a lone surrogate": ("memory_learn", {**LEARN, "content": "a\ud800b"}, "INVALID_TEXT", "surrogate"),
    "a lone surrogate in a query": ("memory_search", {"query": "\udfff"}, "INVALID_TEXT", "query"),
    "an empty query": ("memory_search", {"query": " "}, "EMPTY_TEXT", "query"),
    "an unknown argument": ("memory_learn", {**LEARN, "colour": "red"}, "UNKNOWN_ARGUMENT", "colour"),
    "a missing argument": ("memory_learn", {"category": "insight"}, "MISSING_ARGUMENT", "content"),
    "a number for text": ("memory_learn", {**LEARN, "content": 5}, "INVALID_ARGUMENT", "content"),
    "text for a number": ("memory_learn", {**LEARN, "confidence": "very"}, "INVALID_ARGUMENT", "confidence"),
    "NaN": ("memory_learn", {**LEARN, "confidence": float("nan")}, "INVALID_ARGUMENT", "confidence"),
    "a number out of bounds": ("memory_search", {"query": "x", "limit": 101}, "INVALID_ARGUMENT", "100"),
    "a huge number": ("memory_undo", {"sequence": 10**30}, "INVALID_ARGUMENT", "sequence"),
    "true for a number": ("memory_search", {"query": "x", "limit": True}, "INVALID_ARGUMENT", "limit"),
    "true for a share": ("memory_learn", {**LEARN, "confidence": True}, "INVALID_ARGUMENT", "confidence"),
    "true for an inner number": (
        "memory_search",
        {"query": "x", "ranking": {"recencyWeight": True}},
        "INVALID_ARGUMENT",
        "recencyWeight",
    ),
    "an over-long query": ("memory_recall", {"query": "x" * 10_001}, "TEXT_TOO_LONG", "query"),
    "a NUL in a query": ("memory_recall", {"query": "a\x00b"}, "INVALID_TEXT", "query"),
    "a NUL in an id": ("memory_get", {"ids": ["a\x00b"]}, "INVALID_TEXT", "ids.0"),
    "an unknown category": ("memory_learn", {**LEARN, "category": "gossip"}, "INVALID_ARGUMENT", "'pattern'"),
    "text for a list": ("memory_learn", {**LEARN, "tags": "one, two"}, "INVALID_ARGUMENT", "tags"),
    "deeply nested text for a list": ("memory_learn", {**LEARN, "tags": DEEP}, "INVALID_ARGUMENT", "tags"),
    "an object for a list": ("memory_learn", {**LEARN, "tags": {"a": 1}}, "INVALID_ARGUMENT", "tags"),
    "null for text": ("memory_learn", {**LEARN, "content": None}, "INVALID_ARGUMENT", "content"),
    "no instant": ("memory_learn", {**LEARN, "validFrom": "next week"}, "INVALID_TIME", "validFrom"),
    "a day that is none": ("memory_learn", {**LEARN, "validFrom": "2026-02-30"}, "INVALID_TIME", "validFrom"),
    "an instant before time": (
        "memory_learn",
        {**LEARN, "validFrom": "0001-01-01T00:00:00+14:00"},
        "INVALID_TIME",
        "validFrom",
    ),
    "a period that ends before it begins": (
        "memory_search",
        {"query": "x", "since": "2026-03-02", "until": "2026-03-01"},
        "EMPTY_INTERVAL",
        "is after until",
    ),
    "one bad item of many": (
        "memory_learn_bulk",
        {"items": [LEARN, {**LEARN, "content": ""}]},
        "EMPTY_TEXT",
        "items.1.content",
    ),
    "too many items": ("memory_learn_bulk", {"items": [LEARN] * 501}, "TOO_MANY", "500"),
    "no items": ("memory_learn_bulk", {"items": []}, "TOO_FEW", "items"),
    "an unknown tool": ("memory_gossip", {}, "UNKNOWN_TOOL", "memory_gossip"),
    "an id of nothing": ("memory_retire", {"id": "nobody", "reason": "wrong"}, "NOT_FOUND", "nobody"),
}


@pytest.mark.parametrize(("tool", "arguments", "code", "told"), BAD.values(), ids=BAD)
def test_is_an_error(server: RawServer, tool: str, arguments: dict[str, Any], code: str, told: str) -> None:
    server.succeed("memory_session_start")
    before = server.succeed("memory_insights")
    problem = server.fail(tool, **arguments)
    assert problem["code"] == code
    assert told in problem["message"]
    assert problem["message"].endswith(".")
    assert server.succeed("memory_insights") == before


def test_unknown_arguments_are_told_with_those_allowed(server: RawServer) -> None:
    message = server.fail("memory_get", ids=["x"], colour="red", shape="round")["message"]
    assert message == (
        "colour is no argument of this tool; allowed are ids, project, asOf, knownAt, maxCharacters; "
        "shape is no argument of this tool; allowed are ids, project, asOf, knownAt, maxCharacters."
    )


@pytest.mark.parametrize("params", [{}, {"name": 5}, {"name": "memory_guide", "arguments": [1]}])
def test_a_call_that_is_none_is_refused_by_the_protocol(server: RawServer, params: dict[str, Any]) -> None:
    assert server.request("tools/call", params)["error"]["code"] == -32602
    assert server.succeed("memory_guide")


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("memory_" + "x" * 1_000_000, {}),
        ("memory_guide", {"y" * 1_000_000: 1}),
        ("memory_guide", dict.fromkeys(map(str, range(9_999)), 1)),
    ],
    ids=["tool", "argument", "arguments"],
)
def test_what_is_wrong_is_not_repeated_at_length(server: RawServer, tool: str, arguments: dict[str, Any]) -> None:
    assert len(server.fail(tool, **arguments)["message"]) < 2_000


def test_an_empty_query_recalls_the_newest(server: RawServer) -> None:
    assert "results" in server.succeed("memory_recall", query=" ")
