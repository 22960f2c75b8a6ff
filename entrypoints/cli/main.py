"""The command line's front door. A server start goes straight to the server, past everything else."""

from __future__ import annotations

import sys
from io import TextIOWrapper


def run() -> None:
    """Serve MCP where asked to, or where nothing is asked and stdin is no terminal; else run a command."""
    arguments = sys.argv[1:]
    if arguments == ["serve"] or (not arguments and not sys.stdin.isatty()):
        from entrypoints.mcp.process import serve

        serve()
        return
    from entrypoints.cli.app import app
    from entrypoints.cli.terminal import plain_help

    _write_utf_8()
    plain_help()
    app(arguments or ["--help"], prog_name="palimpsest")


def _write_utf_8() -> None:
    """What a script reads is UTF-8 whatever the locale; a terminal is told what it can show."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            if stream.isatty():
                stream.reconfigure(errors="replace")
            else:
                stream.reconfigure(encoding="utf-8", errors="replace")
