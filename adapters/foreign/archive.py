"""The archive beside a store: which files may be read and written, and where exports go."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from adapters.foreign.reference_database import MAGIC, ReferenceDatabase, is_reference
from adapters.foreign.reporting import FileReport
from adapters.foreign.sources import file_opening, text_source, value_source
from adapters.foreign.writing import write_whole
from ports.archive import Report, Source, Written
from ports.errors import InvalidInput
from ports.records import Instant

_FOLDER = "exports"


class FileArchive:
    """Implements ports.archive.Archive on the file system, beside the database file of a store."""

    def __init__(self, store: Path) -> None:
        self._store = store

    def read(self, path: str) -> Source:
        file = _absolute(path)
        if not file.is_file():
            raise InvalidInput("NO_SUCH_FILE", f"{file} is no file; name one that can be read.")
        try:
            return self._source(file)
        except OSError as error:
            raise InvalidInput("UNREADABLE", f"{file} cannot be read ({error.strerror}).") from error

    def parse(self, data: Mapping[str, Any] | str) -> Source:
        return value_source(data)

    def write(self, path: str | None, at: Instant, lines: Iterable[str], *, overwrite: bool) -> Written:
        file = self._own_file(f"palimpsest-{_stamp(at)}.json") if path is None else _absolute(path)
        self._refuse_place(file)
        return Written(str(file), write_whole(file, lines, overwrite=overwrite))

    @contextmanager
    def report(self, at: Instant) -> Generator[Report]:
        report = FileReport(self._store.parent / _FOLDER / f"import-{_stamp(at)}.jsonl")
        try:
            yield report
        finally:
            report.close()

    def _source(self, file: Path) -> Source:
        with file.open("rb") as stream:
            beginning = stream.read(len(MAGIC))
        if not beginning:
            raise InvalidInput("EMPTY_FILE", f"{file} is empty.")
        if beginning != MAGIC:
            return text_source(file_opening(file))
        if is_reference(file):
            return ReferenceDatabase(file)
        raise InvalidInput(
            "UNKNOWN_FORMAT",
            f"{file} is a database, but none that can be imported; of a store of ours, import its export.",
        )

    def _own_file(self, name: str) -> Path:
        folder = self._store.absolute().parent / _FOLDER
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return folder / name

    def _refuse_place(self, file: Path) -> None:
        if file.suffix != ".json" or file.resolve() == self._store.resolve():
            raise InvalidInput("BAD_PATH", f"{file} is no place for an export; name a file that ends in .json.")
        if not file.parent.is_dir():
            raise InvalidInput("BAD_PATH", f"The folder {file.parent} is not there; make it first.")


def _absolute(path: str) -> Path:
    """The path itself. A relative one would mean what the server's folder happens to be."""
    with suppress(RuntimeError):
        file = Path(path).expanduser()
        if file.is_absolute() and "\0" not in path:
            return file
    raise InvalidInput("BAD_PATH", "Give an absolute path, or one that begins with ~/.")


def _stamp(at: Instant) -> str:
    """An instant as part of a file's name."""
    return "".join(letter for letter in at if letter.isalnum())
