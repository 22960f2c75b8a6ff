"""A world for each test, over a file of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.context import World
from tests.making import make_world


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print what tests measured (`record_property("told", …)`), whichever worker ran them."""
    for report in terminalreporter.stats.get("passed", []):
        for name, told in getattr(report, "user_properties", []):
            if name == "told" and report.when == "call":
                terminalreporter.write_line(str(told))


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = make_world(tmp_path / "memory.sqlite")
    yield made
    made.store.close()
