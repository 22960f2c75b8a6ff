"""Arguments are parsed once, at the boundary: whatever comes, it is a command or an error that says what to do."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entrypoints.arguments import parse
from entrypoints.mcp.tools import TOOLS
from entrypoints.schemas import input_schema
from ports.bodies import Shape
from ports.commands import Get, Learn, LearnBulk, Revise, Search
from ports.errors import InvalidInput
from ports.graph import EntityObserve

COMMANDS = {tool.name: tool.command for tool in TOOLS}
LEARN: dict[str, Any] = {"category": "insight", "content": "A fact."}
INTEGERS = [
    (name, field)
    for name, command in COMMANDS.items()
    for field, schema in input_schema(command).get("properties", {}).items()
    if schema.get("type") == "integer"
]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3),
    max_leaves=5,
)


def refusal(command: type[Shape], arguments: dict[str, Any]) -> InvalidInput:
    with pytest.raises(InvalidInput) as raised:
        parse(command, arguments)
    return raised.value


def test_both_spellings_and_both_at_once() -> None:
    assert parse(Learn, {**LEARN, "validFrom": "2026-01-01"}) == parse(Learn, {**LEARN, "valid_from": "2026-01-01"})
    both = {**LEARN, "validFrom": "2026-01-01", "valid_from": "2025-01-01"}
    assert refusal(Learn, both).code == "INVALID_ARGUMENT"
    assert "validFrom and valid_from are one argument" in refusal(Learn, both).message
    assert parse(Learn, {**both, "valid_from": "2026-01-01"}).valid_from == "2026-01-01T00:00:00.000000Z"


def test_lists_and_objects_as_json_strings() -> None:
    assert parse(Get, {"ids": '["a", "b"]'}) == parse(Get, {"ids": ["a", "b"]})
    assert parse(Search, {"query": "x", "ranking": '{"recencyWeight": 1}'}).ranking is not None
    assert parse(LearnBulk, {"items": json.dumps([LEARN])}) == parse(LearnBulk, {"items": [LEARN]})
    assert parse(Revise, {"id": "a", "changes": '{"content": "New."}'}).changes is not None


def test_text_stays_text_whatever_it_looks_like() -> None:
    for content in ('["a"]', '{"a": 1}', "null", "5", '"quoted"'):
        assert parse(Learn, {**LEARN, "content": content}).content == content


def test_every_problem_is_named_at_once() -> None:
    error = refusal(Learn, {"category": "gossip", "content": " ", "tags": [""], "colour": "red"})
    for name in ("category", "content", "tags.0", "colour"):
        assert name in error.message


def test_a_tag_may_be_as_long_as_it_says() -> None:
    assert parse(Learn, {**LEARN, "tags": ["x" * 200]}).tags == ("x" * 200,)
    assert refusal(Learn, {**LEARN, "tags": ["x" * 201]}).code == "TEXT_TOO_LONG"
    assert refusal(Learn, {**LEARN, "tags": ["x"] * 101}).code == "TOO_MANY"


@pytest.mark.parametrize(("length", "fits"), [(5_000, True), (5_001, False)])
def test_the_bound_of_an_observation(length: int, fits: bool) -> None:
    arguments = {"entityId": "a", "content": "x" * length}
    if fits:
        assert len(parse(EntityObserve, arguments).content) == length
    else:
        assert refusal(EntityObserve, arguments).code == "TEXT_TOO_LONG"


@pytest.mark.parametrize(("name", "field"), INTEGERS, ids=str)
def test_no_integer_is_too_large_for_the_store(name: str, field: str) -> None:
    assert f"{field}" in refusal(COMMANDS[name], {field: 2**63}).message
    assert f"{field}" in refusal(COMMANDS[name], {field: -(2**63) - 1}).message


@pytest.mark.parametrize("name", COMMANDS)
def test_an_unknown_argument_is_named_with_those_allowed(name: str) -> None:
    message = refusal(COMMANDS[name], {"noSuchArgument": 1}).message
    assert "noSuchArgument is no argument of this tool" in message
    for allowed in input_schema(COMMANDS[name]).get("properties", {}):
        assert allowed in message


@pytest.mark.parametrize("name", COMMANDS)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_whatever_comes_is_a_command_or_an_error_in_words(name: str, data: st.DataObject) -> None:
    command = COMMANDS[name]
    names = st.sampled_from([*input_schema(command).get("properties", {}), "other"])
    arguments = data.draw(st.dictionaries(names, JSON | JSON.map(json.dumps), max_size=4))
    assert outcome(command, arguments)


def outcome(command: type[Shape], arguments: dict[str, Any]) -> bool:
    """Whether arguments are a command, or an error with a code and a sentence; anything else is raised."""
    try:
        return isinstance(parse(command, arguments), command)
    except InvalidInput as error:
        return error.code.isupper() and error.message.endswith(".")
