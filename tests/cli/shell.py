"""The real command, run by a script and by a person at a terminal, on a notebook of its own."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from domain.context import World
from tests.making import make_world
from tests.wire.talking import LAUNCHER, PATIENCE_SECONDS, environment

COMMAND = (sys.executable, LAUNCHER)


@dataclass(frozen=True)
class Told:
    """What a command showed, and its status. At a terminal everything is shown in one place."""

    status: int
    out: str
    err: str = ""

    @property
    def json(self) -> dict[str, Any]:
        return json.loads(self.out[self.out.index("{") : self.out.rindex("}") + 1])


@dataclass(frozen=True)
class Shell:
    """Runs commands on the notebook in a folder."""

    folder: Path
    environment: dict[str, str]

    def with_settings(self, **more: str) -> Shell:
        return replace(self, environment={**self.environment, **more})

    def run(self, *arguments: str) -> Told:
        """As a script or an assistant's shell does: no terminal, so no authority."""
        done = subprocess.run(
            (*COMMAND, *arguments),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=self.environment,
            timeout=PATIENCE_SECONDS,
            check=False,
        )
        return Told(done.returncode, done.stdout.decode(), done.stderr.decode())

    def type(self, *arguments: str, keys: str = "") -> Told:
        """As a person at a terminal does; `keys` are typed at once."""
        ours, theirs = pty.openpty()
        with subprocess.Popen(
            (*COMMAND, *arguments), stdin=theirs, stdout=theirs, stderr=theirs, env=self.environment
        ) as process:
            os.close(theirs)
            os.write(ours, keys.encode())
            shown = b"".join(_parts(ours))
        os.close(ours)
        return Told(process.returncode, shown.decode().replace("\r\n", "\n"))

    def world(self) -> World:
        """The same notebook from inside, for arranging and for looking."""
        return make_world(self.folder / "memory.sqlite")


def shell_in(folder: Path) -> Shell:
    return Shell(folder, environment(folder) | {"NO_COLOR": "", "COLUMNS": "200"})


def _parts(descriptor: int) -> Iterator[bytes]:
    # The end of a terminal whose programs have all left reads as an error on Linux.
    with suppress(OSError):
        while part := os.read(descriptor, 65_536):
            yield part
