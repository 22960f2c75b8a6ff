"""The port of the secret scanner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class SecretFinding:
    """A key or token found in a text: the rule that knows it, and what may be shown of it."""

    rule: str
    masked: str


class SecretScanner(Protocol):
    """Finds keys, tokens and private keys. Opens no file and no connection."""

    def find(self, text: str) -> Sequence[SecretFinding]:
        """Every secret in the text; hashes and UUIDs are none."""
        ...
