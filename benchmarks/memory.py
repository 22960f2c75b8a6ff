"""What a process holds in memory, as Linux tells it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Memory:
    """Megabytes: resident now and at most ever, pages of mapped files included, and what is the process's own."""

    resident: float
    peak: float
    private: float


def memory_of(process: int | str = "self") -> Memory:
    """The memory of a process by its id, or of this one."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    told = {name: value.split() for name, _, value in (line.partition(":") for line in lines)}
    return Memory(*(int(told[name][0]) / 1024 for name in ("VmRSS", "VmHWM", "RssAnon")))
