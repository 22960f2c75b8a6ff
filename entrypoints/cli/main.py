"""The command line's front door. A server start goes straight to the server, past everything else."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from io import TextIOWrapper

_NOT_TAKEN = (errno.EPIPE, errno.ENOSPC, errno.EIO)


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
    with _shown():
        app(arguments or ["--help"], prog_name="palimpsest")


@contextmanager
def _shown() -> Generator[None]:
    """Where nobody takes what is shown, leave with a status and a line on stderr; what was stored stays stored."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except OSError as error:
        if error.errno not in _NOT_TAKEN or error.filename is not None:
            raise
        # What is still in the buffer would be tried again, and told of, at the very end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if error.errno != errno.EPIPE:
            with suppress(OSError):
                sys.stderr.write(f"Error OUTPUT_FAILED: what was to be shown could not be written: {error.strerror}.\n")
        sys.exit(1)


def _write_utf_8() -> None:
    """What a script reads is UTF-8 whatever the locale; a terminal is told what it can show."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            if stream.isatty():
                stream.reconfigure(errors="replace")
            else:
                stream.reconfigure(encoding="utf-8", errors="replace")
