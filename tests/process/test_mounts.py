"""A notebook on a network file system is noticed, and the file system named."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from adapters.sqlite import mounts
from adapters.sqlite.mounts import network_problem
from adapters.sqlite.store import SqliteStore


@dataclass(frozen=True)
class Made:
    """A line of a table of mounts."""

    mountpoint: str
    fstype: str
    opts: str = "rw"


SHARED = ("9p", "virtiofs", "fuse.grpcfuse", "grpcfuse", "osxfs", "fuse.osxfs", "fakeowner")

TABLE = (
    Made("/", "ext4"),
    Made("/home", "nfs4"),
    Made("/home/ada/disk", "ext4"),
    Made("/mnt/box", "fuse.sshfs"),
    Made("/mnt/Share", "NTFS", "rw,remote"),
    Made("/run", "tmpfs"),
    Made("/auto", "autofs"),
    Made("/auto", "nfs"),
    Made("/disk", "autofs"),
    Made("/disk", "ext4"),
    Made("/covered", "nfs"),
    Made("/covered", "ext4"),
    *(Made(f"/host/{kind}", kind) for kind in SHARED),
)


@pytest.mark.parametrize(
    ("place", "named"),
    [
        ("/home/ada/memory.sqlite", "/home, a network file system (nfs4)"),
        ("/mnt/box/a/b/memory.sqlite", "/mnt/box, a network file system (fuse.sshfs)"),
        ("/mnt/Share/memory.sqlite", "/mnt/Share, a network file system (NTFS)"),
        ("/auto/memory.sqlite", "/auto, a network file system (nfs)"),
        *((f"/host/{kind}/x", f"shared with the host of this virtual machine ({kind})") for kind in SHARED),
    ],
)
def test_a_network_file_system_is_named(place: str, named: str) -> None:
    problem = network_problem(Path(place), TABLE)
    assert problem is not None
    assert named in problem
    assert "PALIMPSEST_DB" in problem


@pytest.mark.parametrize(
    "place",
    ["/var/memory.sqlite", "/homes/memory.sqlite", "/home/ada/disk/memory.sqlite", "/run/x", "/disk/x", "/covered/x"],
)
def test_a_local_one_is_not(place: str) -> None:
    assert network_problem(Path(place), TABLE) is None


def test_an_empty_table_is_no_problem() -> None:
    assert network_problem(Path("/var/memory.sqlite"), ()) is None


def test_the_check_of_the_store_asks_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SqliteStore(tmp_path / "memory.sqlite")
    assert store.check() == []
    monkeypatch.setattr(psutil, "disk_partitions", lambda **_: [Made(str(tmp_path), "cifs")])
    (problem,) = store.check()
    assert "cifs" in problem
    store.close()


def test_the_table_of_this_system_is_read() -> None:
    assert list(mounts._mounts())
