"""What every command shares: the world, the caller, and how answers and errors are shown."""

from __future__ import annotations

import getpass
import logging
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import Annotated

import typer

from domain.context import Caller, World
from domain.names import modest
from entrypoints.cli.printing import say, say_json
from entrypoints.cli.wording import Answer, in_commands, worded
from entrypoints.container import Container
from entrypoints.logs import log_to_stderr
from entrypoints.version import program_version
from ports.embedder import Embedder
from ports.errors import EmbedderUnavailable, PalimpsestError
from ports.vocabulary import ActorKind

log = logging.getLogger(__name__)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for scripts.")]
Project = Annotated[str | None, typer.Option("--project", "-p", help="The project it belongs to.")]


def at_a_terminal() -> bool:
    """Whether a person is there: a script, or an assistant's shell, has no terminal to type at."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def caller() -> Caller:
    """Who runs this command. Authority comes from the terminal, never from an option."""
    person = at_a_terminal()
    return Caller(
        actor=ActorKind.PERSON if person else ActorKind.AGENT,
        # A script chooses what it is called by: the name comes from its environment.
        name=_user() if person else modest(_user()),
        client_name="palimpsest cli",
        client_version=program_version(),
    )


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "someone"


def container() -> Container:
    """The parts, wired by the settings in force, which also say how much is logged."""
    wired = Container()
    settings = wired.settings()
    log_to_stderr(settings.log_level)
    log.debug("the store is %s, the embedder %s", settings.database, settings.embedder)
    return wired


def tell(error: PalimpsestError) -> None:
    """Say on stderr what was not done and what to do, in the command line's words."""
    say(f"Error {error.code}: {in_commands(error.message)}", err=True)


@contextmanager
def explained() -> Generator[None]:
    """A failure is told on stderr with its code, and ends the program with status 1."""
    try:
        yield
    except PalimpsestError as error:
        tell(error)
        raise typer.Exit(1) from None


@contextmanager
def opened() -> Generator[World]:
    """The world for one command, which a person waits for: the model is given the time it takes."""
    with explained():
        wired = container()
        world = wired.world()
        _patiently(wired.embedder())
        try:
            yield world
        finally:
            world.store.close()


def _patiently(embedder: Embedder) -> None:
    """Let a model load in the foreground; one that cannot be used is told of by what it would have done."""
    wait: Callable[[], None] | None = getattr(embedder, "wait", None)
    if wait is not None:
        with suppress(EmbedderUnavailable):
            wait()


def show(answer: Answer, as_json: bool, draw: Callable[[Answer], None]) -> None:
    """Print an answer, in the command line's words: as JSON for scripts, or drawn for a person."""
    told = worded(answer)
    if as_json:
        say_json(told)
    else:
        draw(told)
