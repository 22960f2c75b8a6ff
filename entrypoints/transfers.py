"""Export and import with the files beside the store that is asked, for every entrypoint."""

# What does the work is loaded with the first export or import: a server starts without it.
from __future__ import annotations

from typing import TYPE_CHECKING

from ports.transfer import Export, ExportAnswer, Import, ImportAnswer

if TYPE_CHECKING:
    from domain.context import Caller, World
    from domain.importing.work import Progress
    from ports.archive import Archive


def export(world: World, command: Export) -> ExportAnswer:
    """domain/exporting.py, with files."""
    from domain.exporting import export

    return export(world, beside(world), command)


def bring_in(world: World, caller: Caller, command: Import, progress: Progress | None = None) -> ImportAnswer:
    """domain/importing/run.py, with files."""
    from domain.importing.run import import_, silent

    return import_(world, caller, beside(world), command, progress or silent)


def beside(world: World) -> Archive:
    """The files beside a store."""
    from entrypoints.container import Container

    return Container.archive(world.store.status().path)
