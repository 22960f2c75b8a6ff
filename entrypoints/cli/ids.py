"""Ids as a person types them: a part is enough, as long as it is of one memory alone."""

from __future__ import annotations

from typing import Annotated

import typer

from domain.context import World
from domain.presenting import headline
from entrypoints.cli.context import at_a_terminal
from ports.errors import InvalidInput
from ports.store import Reader

PART = 8
"""Characters that a part of an id has to have."""
_SHOWN = 10

_PARTS = f"or its last (or first) {PART} characters or more"
Id = Annotated[str, typer.Argument(metavar="ID", help=f"The memory's id as search gives it, {_PARTS}.")]
Ids = Annotated[list[str], typer.Argument(metavar="ID...", help=f"Each as search gives it, {_PARTS}.")]
OfOne = Annotated[str | None, typer.Argument(metavar="[ID]", help=f"Only the rows of this memory: its id, {_PARTS}.")]


def whole(world: World, part: str) -> str:
    """The id that is meant; what resembles none is given back as it is, for the rules to say so.

    Raises InvalidInput(`AMBIGUOUS_ID`), which lists the candidates, and InvalidInput(`ID_TOO_SHORT`).
    """
    with world.store.read() as reader:
        if reader.current(part) is not None:
            return part
        candidates = reader.resembling(part, _SHOWN + 1)
        if not candidates:
            return part
        if len(part) < PART:
            raise InvalidInput("ID_TOO_SHORT", f"{part} is too short for an id; give {PART} characters of it or more.")
        if len(candidates) > 1:
            raise InvalidInput("AMBIGUOUS_ID", _told(reader, part, candidates[:_SHOWN], len(candidates) > _SHOWN))
        return candidates[0]


def _told(reader: Reader, part: str, candidates: list[str], more: bool) -> str:
    lines = "\n".join(f"  {_line(reader, one)}" for one in candidates)
    rest = "\n  and more" if more else ""
    return (
        f"Several ids begin or end with {part}; give more of the one you mean, or its end (ids of one hour begin "
        f"alike):\n{lines}{rest}"
    )


def _line(reader: Reader, memory_id: str) -> str:
    memory = reader.current(memory_id)
    if memory is None:
        return memory_id
    # What waits for a person is shown to nobody else.
    said = headline(memory.body) if at_a_terminal() or not memory.trust.withheld else f"({memory.trust})"
    return f"{memory_id}  {memory.kind}  {said}"
