"""`undo` after `forget` says that forgetting is for good, and does not reach for the change before it."""

from __future__ import annotations

from domain.context import World
from tests.cli.shell import Shell
from tests.making import PERSON, learned


def test_forgetting_cannot_be_undone(world: World, shell: Shell) -> None:
    memory_id = learned(world, "The lighthouse is red.", PERSON)
    kept = shell.type("learn", "The harbour is blue.", "--json").json["id"]
    assert shell.type("forget", memory_id, "--yes").status == 0
    told = shell.type("undo")
    assert told.status == 1
    assert "forgot a memory for good" in told.out
    assert "row 2" not in shell.type("log").out
    assert shell.run("get", kept).status == 0, "what was done before is not undone in its stead"
    earlier = shell.type("undo", "2")
    assert (earlier.status, "Undone: row 2" in earlier.out) == (0, True), "named, it is"
