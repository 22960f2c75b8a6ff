"""Parallel arrays that grow and shrink together: one slot a chunk, in no particular order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

_SPARE = 1024


class Columns:
    """The chunks of a cache by column. Each array's last axis is the slot; only the first `size` slots count."""

    def __init__(self, words: int, capacity: int) -> None:
        self.size = 0
        self._arrays: dict[str, NDArray[Any]] = {
            "chunk_id": np.empty(capacity, np.int64),
            "text_id": np.empty(capacity, np.int64),
            "project_id": np.empty(capacity, np.int32),
            "kind": np.empty(capacity, np.int16),
            "live": np.empty(capacity, np.bool_),
            "word": np.empty((words, capacity), np.uint64),
            "scale": np.empty(capacity, np.float32),
            "offset": np.empty(capacity, np.float32),
        }

    def __getitem__(self, name: str) -> NDArray[Any]:
        """A column's slots that are in use."""
        return self._arrays[name][..., : self.size]

    def append(self, columns: Mapping[str, Any], number: int) -> None:
        """Add slots; a column that is not given is left undefined in them."""
        self._make_room(self.size + number)
        for name, values in columns.items():
            self._arrays[name][..., self.size : self.size + number] = values
        self.size += number

    def drop(self, slots: NDArray[np.intp]) -> None:
        """Remove slots; the last ones move into their places."""
        if not len(slots):
            return
        kept = self.size - len(slots)
        holes = slots[slots < kept]
        movers = np.setdiff1d(np.arange(kept, self.size), slots)
        for array in self._arrays.values():
            array[..., holes] = array[..., movers]
        self.size = kept

    def _make_room(self, size: int) -> None:
        capacity = len(self._arrays["chunk_id"])
        if size <= capacity:
            return
        for name, array in self._arrays.items():
            grown = np.empty((*array.shape[:-1], size + size // 8 + _SPARE), array.dtype)
            grown[..., : self.size] = array[..., : self.size]
            self._arrays[name] = grown
