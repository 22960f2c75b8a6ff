"""One damaged record: the others are read and exported, and the damaged one is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.recall import get
from domain.search import search
from entrypoints.health import health
from entrypoints.transfers import export
from ports.commands import Get, Health, Search
from ports.transfer import Export
from tests.making import learned, make_world


@pytest.mark.parametrize(
    ("before", "after"), [(b"w\x6frds five", b"w\xffrds five"), (b'"content":"Some', b'"content":xSome')]
)
def test_the_rest_goes_on(tmp_path: Path, before: bytes, after: bytes) -> None:
    path = tmp_path / "memory.sqlite"
    world = make_world(path)
    bad, good = learned(world, "Some words five."), learned(world, "More words here.")
    world.store.close()
    path.write_bytes(path.read_bytes().replace(before, after))
    world = make_world(path)
    found = search(world, Search(query="words"))
    assert [hit.id for hit in found.results] == [good]
    assert bad in (found.notice or "")
    assert get(world, Get(ids=(bad, good))).missing == (bad,)
    exported = export(world, Export())
    assert not exported.complete
    assert "RECORD_DAMAGED" in (exported.notice or "")
    assert bad in (exported.notice or "")
    assert any(bad in problem for problem in health(world, Health()).problems)
    assert learned(world, "Words go on.")
    world.store.close()
