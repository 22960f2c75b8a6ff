"""Paths as they stand in settings: written by people, and handed over by clients that expand nothing."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

_VARIABLE = re.compile(r"\$\{(\w+)\}|\$(\w+)|%(\w+)%")
_HOME = ("HOME", "USERPROFILE")
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
_QUOTES = "\"'"


def absolute_path(told: str) -> Path:
    """The file that a setting names, with its variables put in.

    Raises ValueError with a sentence where it is none, or one that would lie wherever the client was started.
    """
    bare = _unquoted(told)
    text = _VARIABLE.sub(_value, bare)
    if bare.startswith(("%", "~\\")) and os.sep == "/":
        text = text.replace("\\", "/")
    if "${" in text:
        raise ValueError(f"{bare} holds a variable that nothing has put in; write the whole path")
    if "\0" in text or text.startswith(":") or _URL.match(text):
        raise ValueError(f"{bare} is no path of a file; write one, such as ~/memory.sqlite")
    expanded = Path(text)
    with suppress(RuntimeError):  # of a user that there is not
        expanded = expanded.expanduser()
    if not expanded.is_absolute():
        raise ValueError(
            f"{bare} is relative, and would lie wherever the client was started; write the whole path, "
            "or one that begins with ~"
        )
    return expanded


def _unquoted(told: str) -> str:
    bare = told.strip()
    while len(bare) > 1 and bare[0] == bare[-1] and bare[0] in _QUOTES:
        bare = bare[1:-1].strip()
    return bare


def _value(match: re.Match[str]) -> str:
    name = match[1] or match[2] or match[3]
    value = os.environ.get(name)
    if value is None and name in _HOME:
        return str(Path.home())
    if value is None:
        raise ValueError(f"the variable {match[0]} in it is not set; write the whole path")
    return value
