"""The command line's front door. A server start goes straight to the server, past everything else."""

from __future__ import annotations

import sys


def run() -> None:
    """Serve MCP where asked to, or where nothing is asked and stdin is no terminal; else run a command."""
    arguments = sys.argv[1:]
    if arguments == ["serve"] or (not arguments and not sys.stdin.isatty()):
        from entrypoints.mcp.process import serve

        serve()
        return
    from entrypoints.cli.app import app

    app(prog_name="palimpsest")
