"""Processes that a test does something to from the outside (site/sitecustomize.py)."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from tests.wire.talking import PATIENCE_SECONDS, environment

SITE = Path(__file__).with_name("site")
NOISY, ENDLESS, SLOW = (f"noisy.embedders:{name}" for name in ("Noisy", "Endless", "Slow"))


def guarded(folder: Path, *guards: str, **settings: str) -> dict[str, str]:
    """The environment of a notebook in a folder, with third parties' modules on the path, and guards in force."""
    return {
        **environment(folder, **settings),
        "PYTHONPATH": str(SITE),
        "TEST_GUARDS": " ".join(guards),
        "TEST_NETWORK_LOG": str(folder / "network.log"),
        "TEST_BEGUN": str(folder / "begun"),
    }


def wait_until(happened: Callable[[], bool]) -> None:
    """Return when something has happened. Fails after a minute."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not happened():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.005)
