"""Making the indexes anew from the command line."""

from __future__ import annotations

from typing import Annotated

import typer

from domain import rewording, spaces
from domain.context import World
from entrypoints.cli.context import caller, opened
from entrypoints.cli.printing import say
from entrypoints.cli.terminal import bar
from ports.errors import EmbedderUnavailable


def reindex(
    words: Annotated[bool, typer.Option("--words", help="Only the index of words.")] = False,
    vectors: Annotated[bool, typer.Option("--vectors", help="Only the vectors.")] = False,
) -> None:
    """Make both indexes anew: of words from the texts, and the vectors of the configured embedder that are missing.

    Each is made beside the old one, which is searched meanwhile, and switched to in one step.
    """
    both = words == vectors
    with opened() as world:
        if words or both:
            _words(world)
        if vectors or both:
            _vectors(world, may_be_off=both)


def _words(world: World) -> None:
    with bar("Finding words") as progress:
        number = rewording.reword(world, caller(), progress)
    say(f"Words: {number} texts indexed anew.")


def _vectors(world: World, *, may_be_off: bool) -> None:
    try:
        with bar("Embedding") as progress:
            filled = spaces.reindex(world, caller(), progress)
    except EmbedderUnavailable as error:
        if error.code != "EMBEDDER_OFF" or not may_be_off:
            raise
        say("Vectors: none made; the embedder is off.")
        return
    say(f"Vectors: {filled} texts embedded; the store is searched by the configured model.")
