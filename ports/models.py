"""The port of the shelf of models: what was pulled from a hub, and the one way to pull more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

Progress = Callable[[str, int, int], None]
"""Called with a file's name, the bytes that are here and the bytes there are in all."""


@dataclass(frozen=True, slots=True)
class PulledModel:
    """A model that is here: its name as a setting, the commit it is pinned to, and its dimensions."""

    name: str
    commit: str
    dimensions: int


class ModelShelf(Protocol):
    """Models of a hub. Only `pull` opens a connection."""

    def pulled(self) -> Sequence[PulledModel]:
        """What is here. Raises EmbedderUnavailable where the list cannot be read."""
        ...

    def pull(self, name: str, progress: Progress, *, update: bool = False) -> PulledModel:
        """Bring a model here, or its newest commit with `update`. Raises EmbedderUnavailable or BadSettings."""
        ...
