"""Export and import with the files beside the store that is asked, for every entrypoint."""

from __future__ import annotations

from domain import exporting
from domain.context import Caller, World
from domain.importing.run import import_, silent
from domain.importing.work import Progress
from ports.archive import Archive
from ports.transfer import Export, ExportAnswer, Import, ImportAnswer


def export(world: World, command: Export) -> ExportAnswer:
    """domain/exporting.py, with files."""
    return exporting.export(world, beside(world), command)


def bring_in(world: World, caller: Caller, command: Import, progress: Progress = silent) -> ImportAnswer:
    """domain/importing/run.py, with files."""
    return import_(world, caller, beside(world), command, progress)


def beside(world: World) -> Archive:
    """The files beside a store."""
    # A server that has not been asked for anything does not load the composition root.
    from entrypoints.container import Container

    return Container.archive(world.store.status().path)
