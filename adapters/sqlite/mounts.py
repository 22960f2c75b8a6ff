"""Whether a file lies on a file system shared between machines, where SQLite's write-ahead log does not work.

https://www.sqlite.org/wal.html (“all processes using a database must be on the same host computer”)
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

_NETWORK = frozenset(
    "afpfs afs beegfs ceph cifs coda davfs drvfs glusterfs gpfs lustre ncpfs nfs nfs4 ocfs2 orangefs prl_fs "
    "smb2 smb3 smbfs vboxsf webdav fuse.ceph fuse.davfs fuse.davfs2 fuse.gcsfuse fuse.glusterfs fuse.gvfsd-fuse "
    "fuse.rclone fuse.s3fs fuse.sshfs fuse.vmhgfs-fuse".split()
)
_SHARED = frozenset("9p fakeowner fuse.grpcfuse fuse.osxfs fuse.virtiofs grpcfuse osxfs virtiofs".split())
"""What a virtual machine (WSL, Docker Desktop and others) sees of its host's disks."""
_PLACEHOLDER = "autofs"
"""Stands in the table beside what it mounts at the same place."""


class Mount(Protocol):
    """One line of the system's table of mounts, as psutil gives it."""

    @property
    def mountpoint(self) -> str: ...
    @property
    def fstype(self) -> str: ...
    @property
    def opts(self) -> str: ...


def network_problem(path: Path, mounts: Iterable[Mount] | None = None) -> str | None:
    """A sentence that names the shared file system under a path; None on a local one.

    `mounts` is the system's own table where it is left out.
    """
    resolved = path.resolve()
    table = _mounts() if mounts is None else mounts
    under = [one for one in table if one.fstype != _PLACEHOLDER and resolved.is_relative_to(one.mountpoint)]
    # Of several mounted at one place the last covers the others.
    mount = max(reversed(under), key=lambda one: len(Path(one.mountpoint).parts), default=None)
    kind = _kind(mount) if mount else None
    if mount is None or kind is None:
        return None
    return (
        f"{path} lies on {mount.mountpoint}, {kind} ({mount.fstype}), where SQLite cannot keep it "
        "sound; set PALIMPSEST_DB to a file on a disk of this machine."
    )


def _kind(mount: Mount) -> str | None:
    name = mount.fstype.lower()
    if name in _SHARED:
        return "a file system shared with the host of this virtual machine"
    # Windows calls the file system of a share by what lies at its other end.
    return "a network file system" if name in _NETWORK or "remote" in mount.opts.split(",") else None


def _mounts() -> Iterable[Mount]:
    import psutil

    try:
        return psutil.disk_partitions(all=True)
    except (OSError, psutil.Error):
        return ()
