"""Logging to stderr, in the same form for every entrypoint."""

from __future__ import annotations

import logging
import sys


def log_to_stderr(level: str = "warning") -> None:
    """Show what is of this level or worse."""
    logging.basicConfig(stream=sys.stderr, format="%(levelname)s %(name)s %(message)s")
    logging.getLogger().setLevel(level.upper())
