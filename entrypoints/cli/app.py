"""The commands, gathered."""

from __future__ import annotations

from typing import Annotated

import typer

from entrypoints.cli import correct, doctor, find, index, model, past, remember, review, transfer
from entrypoints.version import program_version

app = typer.Typer(
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Local memory for AI assistants that can be corrected. Without a command, and with a client on stdin, "
    "it serves MCP.",
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"palimpsest {program_version()}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", "-V", callback=_show_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    """Local memory for AI assistants."""


@app.command()
def serve() -> None:
    """Serve MCP on stdin and stdout (what an MCP client starts)."""
    from entrypoints.mcp.process import serve as serve_stdio

    serve_stdio()


app.command()(remember.learn)
app.command()(find.search)
app.command()(find.get)
app.command()(doctor.doctor)
app.command("revise")(correct.revise_command)
app.command("retire")(correct.retire_command)
app.command("reinstate")(correct.reinstate_command)
app.command()(correct.verify)
app.command()(correct.dispute)
app.command()(correct.lift)
app.command()(correct.forget)
app.command("undo")(correct.undo_command)
app.command()(correct.redo)
app.command("review")(review.review_command)
app.command("history")(past.history_command)
app.command()(past.log)
app.command("as-of")(past.as_of)
app.command()(index.reindex)
app.add_typer(model.app, name="model")
app.command("export")(transfer.export_command)
app.command("import")(transfer.import_command)
