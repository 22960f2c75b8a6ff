"""The version of this program, from what is installed."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

DISTRIBUTION = "palimpsest-memory"


def program_version() -> str:
    """The installed version of this program."""
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "0+checkout"
