"""One store with everything in it, filled once and only read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from domain.context import World
from tests.transfer.stores import exported, fill, new_store


@dataclass(frozen=True)
class Filled:
    """The store, the ids of what is in it, and an export of it."""

    world: World
    ids: dict[str, str]
    path: str


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Filled]:
    world = new_store(tmp_path_factory.mktemp("transfer"), "filled")
    ids = fill(world)
    yield Filled(world, ids, exported(world).path or "")
    world.store.close()


@pytest.fixture
def target(tmp_path: Path) -> Iterator[World]:
    """An empty store to import into."""
    world = new_store(tmp_path, "target")
    yield world
    world.store.close()
