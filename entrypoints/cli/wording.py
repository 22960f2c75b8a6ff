"""What the rules say, in the words of the command line: they name tools, which a person at a shell does not call."""

from __future__ import annotations

import re
from typing import TypeVar

from ports.bodies import Shape

Answer = TypeVar("Answer", bound=Shape)

COMMANDS = {
    "memory_learn": "learn",
    "memory_search": "search",
    "memory_recall": "search",
    "memory_get": "get",
    "memory_revise": "revise",
    "memory_learn_update": "revise",
    "memory_retire": "retire",
    "memory_learn_archive": "retire",
    "memory_observation_supersede": "retire",
    "memory_reinstate": "reinstate",
    "memory_history": "history",
    "memory_review": "review",
    "memory_review action=verify": "verify",
    "memory_review action=dispute": "dispute",
    "memory_review action=lift": "lift",
    "memory_forget": "forget",
    "memory_undo": "undo",
    "memory_export": "export",
    "memory_import": "import",
    "memory_health": "doctor",
}
"""The command that does what a tool does; the other tools have none."""
_NAMED = re.compile(r"\bmemory_\w+(?: action=\w+)?")
_GIVEN = re.compile(r"\bgive a later validTo\b")
_SENTENCES = ("notice", "message")
"""The fields of answers that hold sentences of ours, and never a person's text."""


def in_commands(sentence: str) -> str:
    """A sentence with commands in the place of tools."""
    return _NAMED.sub(_command, _GIVEN.sub("give a later --valid-to", sentence))


def _command(found: re.Match[str]) -> str:
    named = found[0]
    command = COMMANDS.get(named) or COMMANDS.get(named.partition(" ")[0])
    return f"`palimpsest {command}`" if command else named


def worded(answer: Answer) -> Answer:
    """An answer whose sentences name commands; what is remembered stays as it is."""
    changed = {name: _worded(name, getattr(answer, name)) for name in type(answer).model_fields}
    return answer.model_copy(update=changed)


def _worded(name: str, value: object) -> object:
    match value:
        case str() if name in _SENTENCES:
            return in_commands(value)
        case Shape():
            return worded(value)
        case tuple():
            return tuple(_worded(name, one) for one in value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        case _:
            return value
