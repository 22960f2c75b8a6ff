"""Models from the command line. `pull` and `use` are the only commands that open a connection."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import tomlkit
import typer

from entrypoints.cli.context import container, explained
from entrypoints.cli.printing import say
from entrypoints.cli.terminal import console
from entrypoints.settings import PREFIX, Settings, check_embedder, config_file
from ports.models import ModelShelf, PulledModel

app = typer.Typer(no_args_is_help=True, help="List, pull, choose and measure embedding models.")
Name = Annotated[str, typer.Argument(help="hub:OWNER/NAME, or any name PALIMPSEST_EMBEDDER takes.")]


@app.command("list")
def list_models() -> None:
    """Show the model in use, the one in the box, and those pulled from a hub."""
    with explained():
        wired = container()
        settings = wired.settings()
        _line("e5-small", "multilingual-e5-small, in the package", settings)
        for one in wired.models().pulled():
            _line(one.name, f"{one.dimensions} dimensions, commit {one.commit[:12]}", settings)
        if settings.embedder not in ("e5-small", *(one.name for one in wired.models().pulled())):
            _line(settings.embedder, "as set", settings)


@app.command()
def pull(
    name: Annotated[str, typer.Argument(help="hub:OWNER/NAME, if need be with @REVISION or #onnx/FILE.onnx.")],
    update: Annotated[bool, typer.Option("--update", help="Take the newest commit.")] = False,
) -> None:
    """Fetch a model from a hub, with its commit and its files' SHA-256 on record. Resumes where it was interrupted."""
    with explained():
        _tell(_pulled(container().models(), name, update=update))


@app.command()
def use(name: Name) -> None:
    """Choose the model: fetch it where it has to be fetched, and write it into the file of settings."""
    with explained():
        check_embedder(name)
        if name.startswith("path:"):
            # A person's shell stands in a folder; the server that reads the setting stands elsewhere.
            name = f"path:{Path(name.removeprefix('path:')).expanduser().absolute()}"
        if name.startswith("hub:"):
            _tell(_pulled(container().models(), name, update=False))
        path = _write_setting(name)
    say(f"{path} now says embedder = {name!r}. `palimpsest reindex` makes its vectors; a server does it by itself.")


@app.command()
def bench() -> None:
    """Measure the configured model here: time to load, to embed, memory, and a small retrieval check."""
    from entrypoints.cli.bench import measure

    with explained():
        wired = container()
        for what, told in measure(wired.embedder()):
            say(f"{what:<28} {told}")


def _pulled(shelf: ModelShelf, name: str, *, update: bool) -> PulledModel:
    from rich.progress import DownloadColumn, Progress, TaskID, TextColumn, TransferSpeedColumn

    columns = (TextColumn("{task.description}"), *Progress.get_default_columns()[1:2], DownloadColumn())
    shown = console(error=True)
    with Progress(*columns, TransferSpeedColumn(), console=shown, disable=not shown.is_terminal) as bars:
        tasks: dict[str, TaskID] = {}

        def show(file: str, done: int, total: int) -> None:
            if file not in tasks:
                tasks[file] = bars.add_task(file, total=total)
            bars.update(tasks[file], completed=done, total=total)

        return shelf.pull(name, show, update=update)


def _tell(one: PulledModel) -> None:
    say(f"{one.name} is here: {one.dimensions} dimensions, commit {one.commit}.")


def _line(name: str, what: str, settings: Settings) -> None:
    mark = "*" if settings.embedder == name else " "
    say(f"{mark} {name:<40} {what}")


def _write_setting(name: str) -> str:
    """Set the embedder in the file of settings, and leave everything else in it as it is."""
    path = config_file()
    document = tomlkit.parse(path.read_text(encoding="utf-8")) if path.exists() else tomlkit.document()
    document["embedder"] = name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(tomlkit.dumps(document), encoding="utf-8")  # pyright: ignore[reportUnknownMemberType]
    return str(path) + _overruled(name)


def _overruled(name: str) -> str:
    import os

    told = os.environ.get(f"{PREFIX}EMBEDDER")
    return f" (but {PREFIX}EMBEDDER={told} in the environment overrules it)" if told not in (None, name) else ""
