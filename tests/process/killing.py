"""A child that does something to a store and is ended by the kernel at one of its statements."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.wire.talking import PATIENCE_SECONDS, ROOT

_SCRIPT = """
import os, signal, sys
from pathlib import Path
from domain.rewording import reword
from tests.making import PERSON, learned, make_world
world = make_world(Path(sys.argv[1]))
{before}
statements = []
def stop(cursor, statement, bindings):
    statements.append(statement)
    if len(statements) == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
    return True
world.store._open()[1].connection.exec_trace = stop
{deed}
print(len(statements))
"""


def killed_at(path: Path, statement: int, before: str, deed: str) -> subprocess.CompletedProcess[str]:
    """Run lines of Python on a store's `world`; 0 lets them end, and say how many statements the deed took."""
    return subprocess.run(
        [sys.executable, "-c", _SCRIPT.format(before=before, deed=deed), str(path), str(statement)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
