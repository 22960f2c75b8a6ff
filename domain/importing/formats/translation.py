"""What every format's translation offers: memories, counters and rejections, as the ledger has them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from domain.importing.chains import Chain, Flawed
from ports.envelope import ExportedRejection, ExportedUse
from ports.records import Instant


@dataclass(frozen=True, slots=True)
class Stage:
    """Which memories come when: entities before what is about them, successors before what they took the place of."""

    entities: bool
    succeeded: bool


STAGES = (Stage(True, False), Stage(True, True), Stage(False, False), Stage(False, True))


@dataclass(frozen=True, slots=True)
class Origin:
    """What a format that does not tell leaves open: who imports, and the instant of the import."""

    actor_name: str
    now: Instant


class Translation(Protocol):
    """Reads a source as often as it is asked to; what cannot be translated comes out as flawed, once."""

    def memories(self, stage: Stage | None) -> Iterator[Chain | Flawed]:
        """The memories of one stage, or of all in the order of the file."""
        ...

    def uses(self) -> Iterator[ExportedUse | Flawed]:
        """How often memories were recalled or stored again."""
        ...

    def rejections(self) -> Iterator[ExportedRejection | Flawed]:
        """Values that may not be stored again."""
        ...
