"""What a tool is: name, words, shapes and the rule it calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from domain.context import Caller, World
from ports.answers import Answer
from ports.bodies import Shape

Handler = Callable[[World, Caller, Any], Answer]


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool. `writes` says that it links to the connection's session; the hints are MCP's annotations."""

    name: str
    title: str
    description: str
    command: type[Shape]
    answer: type[Answer]
    handler: Handler
    core: bool = False
    read_only: bool = False
    writes: bool = False
    destructive: bool = False
    idempotent: bool = False


def reading(handler: Callable[[World, Any], Answer]) -> Handler:
    """A handler for a rule that does not ask who calls."""

    def run(world: World, caller: Caller, command: Any) -> Answer:
        return handler(world, command)

    return run
