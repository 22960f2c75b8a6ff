"""A shell for each test, and the same notebook from inside."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.context import World
from tests.cli.shell import Shell, shell_in


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return shell_in(tmp_path)


@pytest.fixture
def world(shell: Shell) -> Iterator[World]:
    made = shell.world()
    yield made
    made.store.close()
