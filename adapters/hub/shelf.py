"""The shelf over a lock file and the hub's shared cache."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from adapters.hub.lock import read_lock
from adapters.hub.reference import parse_reference
from ports.models import Progress, PulledModel


class HubShelf:
    """Implements ports.models.ModelShelf."""

    def __init__(self, lock: Path) -> None:
        self._lock = lock

    def pulled(self) -> Sequence[PulledModel]:
        return [
            PulledModel(f"hub:{name}", one.commit, one.card.dimensions) for name, one in read_lock(self._lock).items()
        ]

    def pull(self, name: str, progress: Progress, *, update: bool = False) -> PulledModel:
        from adapters.hub.pull import pull

        reference = parse_reference(name.removeprefix("hub:"))
        pull(reference, self._lock, progress, update=update)
        return next(one for one in self.pulled() if one.name == f"hub:{reference}")
