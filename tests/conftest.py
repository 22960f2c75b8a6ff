"""A world for each test, over a file of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.context import World
from tests.making import make_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = make_world(tmp_path / "memory.sqlite")
    yield made
    made.store.close()
