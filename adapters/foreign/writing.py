"""Writing a file whole or not at all, for its owner's eyes only."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from ports.envelope import FORMAT
from ports.errors import InvalidInput

_BEGINNING = f'{{"format":"{FORMAT}"'.encode()


def write_whole(path: Path, lines: Iterable[str], *, overwrite: bool) -> int:
    """Write the lines to a new file, or in the place of an earlier export; returns its size in bytes.

    Raises InvalidInput (`FILE_EXISTS`, `NOT_AN_EXPORT`, `DISK`); a file that was there before is then as it was.
    """
    refuse_occupied(path, overwrite=overwrite)
    try:
        with _temporary(path.parent) as (stream, made):
            stream.writelines(lines)
            stream.flush()
            os.fsync(stream.fileno())
            if not overwrite:
                path.touch(mode=0o600, exist_ok=False)
            made.replace(path)
        return path.stat().st_size
    except FileExistsError:
        raise _exists(path) from None
    except OSError as error:
        raise InvalidInput("DISK", f"{path} cannot be written ({error.strerror}); choose another place.") from error


def refuse_occupied(path: Path, *, overwrite: bool) -> None:
    """Raise InvalidInput where a file stands that must stay. Only an earlier export is ever written over."""
    if not path.exists() and not path.is_symlink():
        return
    if not overwrite:
        raise _exists(path)
    if path.is_symlink() or not path.is_file() or not _is_export(path):
        raise InvalidInput("NOT_AN_EXPORT", f"{path} is no earlier export, so it is not written over; name another.")


def _exists(path: Path) -> InvalidInput:
    return InvalidInput("FILE_EXISTS", f"{path} is there already; name another file, or ask to overwrite it.")


def _is_export(path: Path) -> bool:
    with path.open("rb") as stream:
        return stream.read(len(_BEGINNING)) == _BEGINNING


@contextmanager
def _temporary(folder: Path) -> Generator[tuple[TextIO, Path]]:
    """A file beside the one to be, which only its owner can read; gone where it did not take that one's place."""
    handle, name = tempfile.mkstemp(prefix=".palimpsest-", suffix=".part", dir=folder)
    made = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            yield stream, made
    finally:
        made.unlink(missing_ok=True)
