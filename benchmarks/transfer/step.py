"""One step of the benchmark, in a process of its own: prints its seconds and its memory as JSON.

`peak` is everything (getrusage), pages of the mapped database included, which the system drops when it needs to;
`private` is what is the process's own (Linux's RssAnon, looked at twenty times a second).
"""

from __future__ import annotations

import json
import resource
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from adapters.foreign.archive import FileArchive
from adapters.hashing.embedder import HashingEmbedder
from adapters.secrets.scanner import DetectSecretsScanner
from adapters.sqlite.store import SqliteStore
from adapters.system import SystemClock, Uuid7Ids
from domain.context import Caller, World
from domain.exporting import export
from domain.importing.run import import_
from ports.bodies import Shape
from ports.transfer import Export, Import
from ports.vocabulary import ActorKind

CALLER = Caller(actor=ActorKind.AGENT, name="benchmark")


def main(step: str, store: str, file: str) -> None:
    """Run `export`, `import` or `rehearse` on a store and a file."""
    path = Path(store)
    world = World(SqliteStore(path), HashingEmbedder(), SystemClock(), Uuid7Ids(), DetectSecretsScanner())
    memory = PrivateMemory()
    began = time.perf_counter()
    answer = _run(step, world, FileArchive(path), file)
    seconds = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    world.store.close()
    told = {
        "seconds": seconds,
        "peak": peak,
        "private": memory.peak,
        "answer": answer.model_dump(mode="json", exclude={"results"}),
    }
    print(json.dumps(told))


class PrivateMemory:
    """Watches how much memory the process holds for itself, in MB."""

    def __init__(self) -> None:
        self.peak = 0.0
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        status = Path("/proc/self/status")
        with suppress(FileNotFoundError):
            while True:
                line = next(one for one in status.read_text().splitlines() if one.startswith("RssAnon"))
                self.peak = max(self.peak, int(line.split()[1]) / 1024)
                time.sleep(0.05)


def _run(step: str, world: World, archive: FileArchive, file: str) -> Shape:
    match step:
        case "export":
            return export(world, archive, Export(path=file, overwrite=True))
        case "import":
            return import_(world, CALLER, archive, Import(path=file))
        case "rehearse":
            return import_(world, CALLER, archive, Import(path=file, dry_run=True))
        case _:
            raise SystemExit(f"unknown step {step}")


if __name__ == "__main__":
    main(*sys.argv[1:])
