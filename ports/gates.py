"""The port of the secret scanner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class SecretFinding:
    """A key or token found in a text.

    `rule` names what knows it, `masked` is what may be shown of it, `start` and `end` are its place in characters.
    """

    rule: str
    masked: str
    start: int
    end: int


class SecretScanner(Protocol):
    """Finds keys, tokens, passwords and private keys. Opens no file and no connection."""

    def find(self, text: str) -> Sequence[SecretFinding]:
        """Every secret in the text, in its order and without overlaps; hashes and UUIDs are none."""
        ...
