"""One server a file, over a notebook of its own; each test uses texts of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.wire.talking import RawServer, environment


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RawServer]:
    with RawServer(environment(tmp_path_factory.mktemp("wire"))) as running:
        yield running
