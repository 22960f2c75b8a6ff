"""What counts as shown to a connection: every answer's shape is looked at, and what is remembered is bounded."""

from __future__ import annotations

from typing import Any, get_args

from entrypoints.mcp.register import AT_MOST, Register
from entrypoints.mcp.sightings import SHOWN, SHOWN_IN_PART, memories_in, shows_memories
from entrypoints.mcp.tools import BY_NAME, TOOLS
from ports.answers import Found, SearchAnswer
from ports.bodies import Shape
from ports.commands import Mode
from ports.vocabulary import Kind

NAMES = ("id", "memory_id", "observation_id", "relation_id", "session_id")
SHOW_NO_TEXT = {
    "EntityDeleted": "tells what ended",
    "Forgotten": "tells what is gone",
    "HotEntity": "shows a name and a number",
    "Result": "tells what became of an imported record",
    "Provenanced": "names the session of an author",
    "Retired": "tells why a memory ended",
    "Started": "names the new session, which is empty",
    "Waiting": "shows its text to persons only",
}


def shapes_of(answer: type[Shape]) -> set[type[Shape]]:
    pending: list[Any] = [answer]
    found: set[type[Shape]] = set()
    while pending:
        one = pending.pop()
        if isinstance(one, type) and issubclass(one, Shape) and one not in found:
            found.add(one)
            pending += [field.annotation for field in one.model_fields.values()]
        pending += get_args(one)
    return found


def test_every_shape_that_names_a_memory_is_looked_at() -> None:
    shapes = {one for tool in TOOLS for one in shapes_of(tool.answer)}
    naming = {one for one in shapes if set(NAMES) & set(one.model_fields)}
    assert naming - set(SHOWN) - set(SHOWN_IN_PART) == {one for one in naming if one.__name__ in SHOW_NO_TEXT}
    assert {one.__name__ for one in naming} >= set(SHOW_NO_TEXT)
    assert all(name in one.model_fields for one, name in (SHOWN | SHOWN_IN_PART).items())


def test_tools_that_show_no_memory_need_no_store() -> None:
    assert not shows_memories(BY_NAME["memory_guide"].answer)
    assert not shows_memories(BY_NAME["memory_health"].answer)
    assert shows_memories(BY_NAME["memory_search"].answer)


def test_a_hit_that_is_cut_is_shown_in_part() -> None:
    hits = (
        Found(id="whole", type=Kind.LEARNING, text="All of it.", date=""),
        Found(id="cut", type=Kind.LEARNING, text="Some…", cut=True, date=""),
    )
    assert list(memories_in(SearchAnswer(results=hits, count=2, mode=Mode.FTS))) == [("whole", True), ("cut", False)]


def test_what_is_remembered_is_bounded() -> None:
    register = Register()
    register.note([("first", True)], 1)
    register.note([(f"memory {number}", True) for number in range(AT_MOST - 1)], 2)
    register.note([("first", False)], 3)
    register.note([("last", True)], 4)
    shown = register.sightings().shown
    assert len(shown) == AT_MOST
    assert shown["first"] == 1, "met again, so it is not the one that goes"
    assert "memory 0" not in shown
