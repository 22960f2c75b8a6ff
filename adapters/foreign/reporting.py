"""What became of an import's records: the first ones at hand, all of them in a file where those are not all."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

from ports.transfer import Result

AT_HAND = 20
"""Results that an answer carries: more of them would fill a model's context."""


class FileReport:
    """Implements ports.archive.Report. The file is begun only when there is more than what is kept at hand."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._closing = ExitStack()
        self._stream: TextIO | None = None
        self.first: list[Result] = []

    @property
    def path(self) -> str | None:
        return str(self._file) if self._stream is not None else None

    def add(self, result: Result) -> None:
        if len(self.first) < AT_HAND:
            self.first.append(result)
            return
        if self._stream is None:
            self._stream = self._begin()
        self._stream.write(_line(result))

    def close(self) -> None:
        """Finish the file, if there is one."""
        self._closing.close()

    def _begin(self) -> TextIO:
        self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        stream = self._closing.enter_context(os.fdopen(handle, "w", encoding="utf-8", newline="\n"))
        stream.writelines(map(_line, self.first))
        return stream


def _line(result: Result) -> str:
    return result.model_dump_json(by_alias=True, exclude_none=True) + "\n"
