"""Whether others on this machine can read a database file."""

from __future__ import annotations

import os
import shlex
import stat
from pathlib import Path

_OTHERS = stat.S_IRGRP | stat.S_IWGRP | stat.S_IROTH | stat.S_IWOTH
_ENTER = stat.S_IXGRP | stat.S_IXOTH


def exposure(path: Path) -> str | None:
    """A sentence with the command that mends it where others can read or write the file; None where they cannot.

    Windows keeps what others may do elsewhere, and shows nothing of it in a file's mode.
    """
    if os.name == "nt":
        return None
    try:
        mode = path.stat().st_mode
        reachable = all(folder.stat().st_mode & _ENTER for folder in path.resolve().parents)
    except OSError:
        return None
    if not mode & _OTHERS or not reachable:
        return None
    told = shlex.quote(str(path))
    return f"Others on this machine can read {path}; run `chmod 600 {told}`."
