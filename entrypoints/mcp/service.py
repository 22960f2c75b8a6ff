"""One connection's service: it wires the world when it is first needed, and runs tools on it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from entrypoints.mcp.register import Register
from ports.errors import InvalidInput, PalimpsestError

if TYPE_CHECKING:
    from domain.context import Caller, Progress, World
    from domain.review import Question
    from entrypoints.mcp.filling import BackgroundFill
    from entrypoints.mcp.tools import Tool
    from ports.answers import Answer
    from ports.bodies import Shape

log = logging.getLogger(__name__)
_READING = ("get", "list")
"""Actions of writing tools that only look, and so begin no session."""


@dataclass(frozen=True, slots=True)
class Client:
    """Who is at the other end, by its own account.

    `agreed_to` is set by the server alone, for one call that a person agreed to in the client's own form: it is the
    revision that the form showed.
    """

    name: str = "unknown client"
    version: str | None = None
    agreed_to: str | None = None


class Service:
    """Runs tools for one connection. Safe to call from several threads.

    `make_world` builds the composition root; it is called at the first tool call or by `warm`, never before the
    handshake.
    """

    def __init__(self, make_world: Callable[[], World]) -> None:
        self._make_world = make_world
        self._turn = threading.Lock()
        self._world: World | None = None
        self._session_id: str | None = None
        self._register = Register()
        self._warming: threading.Timer | None = None
        self._fill: BackgroundFill | None = None

    def world(self) -> World:
        """The world, wired once. Raises BadSettings where it cannot be."""
        with self._turn:
            if self._world is None:
                self._world = self._make_world()
            return self._world

    def warm_soon(self, seconds: float) -> None:
        """Load the model in the background, once, after the handshake has been answered."""
        with self._turn:
            if self._warming is None:
                self._warming = threading.Timer(seconds, self._warm)
                self._warming.daemon = True
                self._warming.start()

    def call(self, name: str, arguments: Mapping[str, Any], client: Client, progress: Progress | None = None) -> Answer:
        """Run one tool. Raises PalimpsestError with a stable code."""
        from entrypoints.arguments import parse, shown
        from entrypoints.mcp.tools import BY_NAME

        tool = BY_NAME.get(name)
        if tool is None:
            raise InvalidInput("UNKNOWN_TOOL", f"There is no tool {shown(name)}; tools/list names those there are.")
        command = parse(tool.command, arguments)
        if client.agreed_to is not None:
            command = command.model_copy(update={"revision_id": client.agreed_to})
        return self._run(tool, _with_bound(command), client, progress)

    def question(self, name: str, arguments: Mapping[str, Any]) -> Question | None:
        """What a person has to be asked before a call, or None where an assistant may make it."""
        from domain.review import needs_person, question
        from entrypoints.arguments import parse
        from entrypoints.mcp.tools import BY_NAME

        tool = BY_NAME.get(name)
        if tool is None:
            return None
        with suppress(PalimpsestError):
            command = parse(tool.command, arguments)
            deed = needs_person(command)
            return question(self.world(), deed) if deed else None
        return None

    def close(self) -> None:
        """Let go of the store and the model."""
        if self._warming is not None:
            self._warming.cancel()
        if self._fill is not None:
            self._fill.stop()
        if self._world is not None:
            self._world.store.close()

    def _run(self, tool: Tool, command: Shape, client: Client, progress: Progress | None) -> Answer:
        from entrypoints.mcp.sightings import memories_in, shows_memories
        from ports.answers import Started

        world = self.world()
        up_to = _last_row(world) if shows_memories(tool.answer) else None
        if tool.writes and getattr(command, "action", None) not in _READING:
            self._ensure_session(world, client, getattr(command, "project", None))
        caller = replace(self._caller(world, client), sightings=self._register.sightings())
        answer = tool.handler(world, replace(caller, progress=progress) if progress else caller, command)
        answer = _within_bound(answer, command)
        if isinstance(answer, Started):
            self._session_id = answer.session_id
            self._register.begin(answer.session_id)
        # What was believed at another time is not the memory as it stands.
        if up_to is not None and getattr(command, "known_at", None) is None:
            self._register.note(memories_in(answer), up_to)
        if self._fill is not None and not tool.read_only:
            self._fill.wake()
        return answer

    def _ensure_session(self, world: World, client: Client, project: str | None) -> None:
        """What is written links to the connection's session, so the first write begins one."""
        from domain.sessions import open_session

        with self._turn:
            if self._session_id is None:
                self._session_id = open_session(world, self._caller(world, client), project)
                self._register.begin(self._session_id)

    def _caller(self, world: World, client: Client) -> Caller:
        from domain.context import Caller
        from domain.names import named
        from ports.vocabulary import ActorKind

        told = named(world, Caller(ActorKind.AGENT, client.name, client.name, client.version, self._session_id))
        if client.agreed_to is None:
            return told
        return replace(told, actor=ActorKind.PERSON, name=f"user of {told.name}")

    def _warm(self) -> None:
        """Load the model, then fill what was written before there was one."""
        from entrypoints.mcp.filling import BackgroundFill

        with suppress(PalimpsestError):
            world = self.world()
            with suppress(PalimpsestError):
                world.embedder.count_tokens("warm")
            self._fill = BackgroundFill(world)
            self._fill.start()


def _last_row(world: World) -> int | None:
    """Where the audit log ends now; None where the store cannot be read, which the tool itself then tells."""
    with suppress(PalimpsestError), world.store.read() as reader:
        last = reader.last_audit()
        return last.sequence if last else 0
    return None


def _with_bound(command: Shape) -> Shape:
    """The command, with the bound that all answers have where it could name one and does not."""
    from domain.bounds import ANSWER_AT_MOST

    if getattr(command, "max_characters", ANSWER_AT_MOST) is not None:
        return command
    return command.model_copy(update={"max_characters": ANSWER_AT_MOST})


def _within_bound(answer: Answer, command: Shape) -> Answer:
    """The answer, cut to the bound; but an envelope that is cut is none, and has a bound of its own."""
    from domain.bounds import ANSWER_AT_MOST, bounded
    from ports.transfer import ExportAnswer

    if isinstance(answer, ExportAnswer):
        return answer
    return bounded(answer, getattr(command, "max_characters", ANSWER_AT_MOST))
