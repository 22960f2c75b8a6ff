"""A person's terminal: a command that runs at one, what is typed, and every byte that is shown."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress

from tests.wire.talking import LAUNCHER, PATIENCE_SECONDS

COMMAND = (sys.executable, LAUNCHER)


def at_a_terminal(
    environment: Mapping[str, str],
    *arguments: str,
    typed: str = "",
    leaves: int = 0,
    before_typing: Callable[[], None] | None = None,
) -> str:
    """What a person sees of a command, which has to leave with a status.

    Each line of `typed` is typed when the command asks for one; `before_typing` is called at the first.
    """
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=dict(environment)
    )
    os.close(theirs)
    shown, lines, seen = b"", typed.splitlines(keepends=True), 0
    # The end of a terminal whose programs have all left reads as an error on Linux.
    with suppress(OSError):
        while part := os.read(ours, 65_536):
            shown += part
            if lines and shown[seen:].endswith(_ASKING):
                if before_typing is not None:
                    before_typing()
                    before_typing = None
                seen = len(shown)
                os.write(ours, lines.pop(0).encode())
    os.close(ours)
    assert process.wait(PATIENCE_SECONDS) == leaves, shown
    return shown.decode()


_ASKING = (b"[q]uit: ", b"Why: ", b"]: ")
