"""What a test does to a process from the outside, as TEST_GUARDS asks: Python runs this file before anything else."""

from __future__ import annotations

import importlib.util
import os
import socket
import sys
from pathlib import Path
from typing import Any, NoReturn

GUARDS = os.environ.get("TEST_GUARDS", "").split()


def without_network() -> None:
    """Any connection is written to the file TEST_NETWORK_LOG, and fails."""

    def refuse(*arguments: Any, **_: Any) -> NoReturn:
        with Path(os.environ["TEST_NETWORK_LOG"]).open("a", encoding="utf-8") as log:
            log.write(f"{arguments!r}\n")
        raise OSError("there is no network in this test")

    for name in ("connect", "connect_ex", "sendto"):
        setattr(socket.socket, name, refuse)
    socket.getaddrinfo = refuse


def without_sqlite_vec() -> None:
    """As if sqlite-vec were not installed."""
    real = importlib.util.find_spec
    importlib.util.find_spec = lambda name, package=None: None if name == "sqlite_vec" else real(name, package)


if "no-network" in GUARDS:
    without_network()
if "no-sqlite-vec" in GUARDS:
    without_sqlite_vec()
if GUARDS:
    print(f"guarded: {' '.join(GUARDS)}", file=sys.stderr)
