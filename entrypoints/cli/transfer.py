"""Taking the whole memory out, and bringing one in, from the command line."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from domain import spaces
from domain.context import World
from entrypoints.arguments import parse
from entrypoints.cli.context import AsJson, caller, opened, show
from entrypoints.cli.printing import say
from entrypoints.cli.terminal import bar
from entrypoints.transfers import bring_in, export
from ports.envelope import envelope_schema
from ports.errors import PalimpsestError
from ports.transfer import Export, ExportAnswer, Import, ImportAnswer, Result

_FILLED_AT_ONCE = 200
"""Texts that get their vectors before the command ends; more of them are filled by the server, or by reindex."""


def export_command(
    path: Annotated[
        Path | None, typer.Argument(help="The file to write; without one, a new one beside the store.")
    ] = None,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of the envelope instead.")] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Write over an earlier export.")] = False,
    sessions: Annotated[bool, typer.Option(help="With the sessions.")] = True,
    archived: Annotated[bool, typer.Option(help="With what was retired.")] = True,
    as_json: AsJson = False,
) -> None:
    """Write everything the store holds to one file."""
    if schema:
        typer.echo(json.dumps(envelope_schema(), ensure_ascii=False, indent=2))
        return
    with opened() as world:
        command = {
            "path": str(path.expanduser().absolute()) if path else None,
            "overwrite": overwrite,
            "includeSessions": sessions,
            "includeArchived": archived,
        }
        answer = export(world, parse(Export, command))
        show(answer, as_json, _draw_export)


def import_command(
    path: Annotated[str, typer.Argument(help="The file to read, or - for what is piped in.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Tell what would happen, and change nothing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Bring in an export, the reference's export or database, or a memory server's memory.jsonl."""
    with opened() as world, _file(path) as file:
        answer = _with_progress(world, parse(Import, {"path": str(file), "dryRun": dry_run}))
        if not dry_run and 0 < answer.pending_vectors <= _FILLED_AT_ONCE:
            answer = _filled(world, answer)
        show(answer, as_json, _draw_import)


def _with_progress(world: World, command: Import) -> ImportAnswer:
    with bar("Importing") as progress:
        return bring_in(world, caller(), command, progress)


def _filled(world: World, answer: ImportAnswer) -> ImportAnswer:
    """The answer, after the vectors of what came in were made; without a model they are made later."""
    try:
        spaces.maintain(world, caller())
    except PalimpsestError:
        return answer
    return answer.model_copy(update={"pending_vectors": world.store.status().pending})


@contextmanager
def _file(path: str) -> Generator[Path]:
    """The file itself, or one that holds what is piped in: an import reads it more than once."""
    if path != "-":
        yield Path(path).expanduser().absolute()
        return
    with tempfile.TemporaryDirectory(prefix="palimpsest-") as folder:
        piped = Path(folder) / "stdin"
        with piped.open("wb") as stream:
            while chunk := sys.stdin.buffer.read(1 << 20):
                stream.write(chunk)
        yield piped


def _draw_export(answer: ExportAnswer) -> None:
    held = ", ".join(f"{number} {kind}" for kind, number in answer.memories.items()) or "nothing"
    say(f"Wrote {answer.path} ({answer.size_bytes} bytes): {held}.")
    if answer.notice:
        say(answer.notice)


def _draw_import(answer: ImportAnswer) -> None:
    verb = "Would be" if answer.dry_run else "Was"
    say(f"{answer.format} {verb.lower()} {answer.way}.")
    for what, counted in (("Added", answer.added), ("Updated", answer.updated)):
        if counted:
            say(f"{what}: {', '.join(f'{number} {kind}' for kind, number in counted.items())}.")
    say(f"{answer.revisions} revisions and {answer.rejections} rejections; {answer.unchanged} unchanged.")
    for result in answer.results:
        say(_line(result))
    if answer.report:
        say(f"And {answer.results_left_out} more; all of them: {answer.report}")
    if answer.pending_vectors:
        say(f"{answer.pending_vectors} texts wait for vectors: the server makes them, or `palimpsest reindex`.")
    if answer.notice:
        say(answer.notice)


def _line(result: Result) -> str:
    named = " ".join(part for part in (result.type, result.id) if part)
    return f"{result.action.capitalize()}: {result.record} {named} ({result.problem.code}) {result.problem.message}"
