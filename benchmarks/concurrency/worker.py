"""One process of the benchmark: writes its facts, or searches until it is told to stop; prints its waits as JSON.

python -m benchmarks.concurrency.worker FOLDER NAME WRITES      # WRITES is 0 for one that searches
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.concurrency.shared import CALLER, DONE, GO, opened
from domain.context import World
from domain.remember import learn
from domain.search import search
from ports.commands import Learn, Search
from ports.errors import PalimpsestError
from ports.vocabulary import Category

_THINGS = "database queue server backup invoice schema router release ticket garden violin harbour".split()


class Watch:
    """Milliseconds of each call that succeeded, and the errors of those that did not."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.errors: list[str] = []

    def call(self, act: Callable[[], object]) -> None:
        """Call, and note how it went."""
        began = time.perf_counter()
        try:
            act()
        except PalimpsestError as error:
            self.errors.append(error.code)
        else:
            self.waits.append((time.perf_counter() - began) * 1e3)


def main(folder: Path, name: str, writes: int) -> None:
    """Wait until all are there, so that they also race to make the store."""
    world, watch = opened(folder), Watch()
    (folder / name).touch()
    while not (folder / GO).exists():
        time.sleep(0.001)
    began = time.time()
    if writes:
        for number in range(writes):
            watch.call(lambda number=number: _learn(world, name, number))
    else:
        searches = 0
        while not (folder / DONE).exists():
            watch.call(lambda searches=searches: search(world, Search(query=_text("", searches))))
            searches += 1
    print(json.dumps({"waits": watch.waits, "errors": watch.errors, "began": began, "ended": time.time()}))
    world.store.close()


def _learn(world: World, name: str, number: int) -> None:
    learn(world, CALLER, Learn(category=Category.INSIGHT, content=_text(name, number), project=name))


def _text(name: str, number: int) -> str:
    thing, other = _THINGS[number % len(_THINGS)], _THINGS[number // len(_THINGS) % len(_THINGS)]
    return f"The {thing} of {name} waits for the {other} since change {number}."


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
