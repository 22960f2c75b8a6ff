"""One bit a dimension: codes small enough to keep in memory, and a cosine estimated from them.

The code is RaBitQ's (Gao and Long, "RaBitQ: Quantizing High-Dimensional Vectors with a Theoretical Error Bound for
Approximate Nearest Neighbor Search", SIGMOD 2024): the signs of the centred and rotated vector, and the factor that
makes the inner product estimated from them unbiased. The rotation spreads what a vector has in few dimensions over
all of them; here it is a random change of signs followed by a discrete Hartley transform, orthogonal at any size.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Words = NDArray[np.uint64]
Bits = NDArray[np.bool_]

QUERY_BITS = 3
_QUERY_LEVELS = 2**QUERY_BITS - 1
_QUERY_CLIP = 2.2
"""In standard deviations: about the least squared error that 8 even levels make on a normal variable."""
_BLOCK = 1 << 15
"""Rows counted at once, so that what is in work stays in the processor's cache."""


def as_rows(vectors: Sequence[bytes]) -> Floats:
    """Vectors of one size as the rows of a matrix."""
    return np.frombuffer(b"".join(vectors), "<f4").reshape(len(vectors), -1)


@dataclass(frozen=True)
class Codes:
    """The codes of n chunks: `words` of shape (words a code, n), `scales` and `offsets` of shape (n)."""

    words: Words
    scales: Floats
    offsets: Floats


@dataclass(frozen=True)
class Coder:
    """Makes and compares the codes of one space. `centre` is the mean of its vectors, of shape (dimensions)."""

    centre: Floats

    @property
    def width(self) -> int:
        """64-bit words in a code."""
        return -(-len(self.centre) // 64)

    def encode(self, vectors: Floats) -> list[bytes]:
        """The code of each row: its signs in whole words, its scale and its offset (little-endian float32)."""
        rotated = self._rotate(vectors - self.centre)
        squares = np.einsum("ij,ij->i", rotated, rotated)
        sums = np.abs(rotated).sum(axis=1)
        scales = np.divide(squares, sums, out=np.zeros_like(squares), where=sums > 0)
        factors = np.stack([scales, squares / 2], axis=1).astype("<f4").view(np.uint8)
        rows = np.concatenate([self._pack(rotated > 0), factors], axis=1)
        return [row.tobytes() for row in rows]

    def decode(self, codes: Sequence[bytes]) -> Codes:
        """What `encode` made, ready to be compared."""
        rows = np.frombuffer(b"".join(codes), np.uint8).reshape(len(codes), -1)
        split = 8 * self.width
        words = np.ascontiguousarray(rows[:, :split]).view("<u8").T
        factors = np.ascontiguousarray(rows[:, split:]).view("<f4")
        return Codes(np.ascontiguousarray(words), factors[:, 0], factors[:, 1])

    def estimate(self, query: Floats, codes: Codes) -> Floats:
        """The estimated cosine of the query with each coded vector; both of norm 1."""
        rotated = self._rotate((query - self.centre)[np.newaxis])[0]
        limit = min(float(np.abs(rotated).max()), _QUERY_CLIP * float(rotated.std()))
        step = max(2 * limit / _QUERY_LEVELS, 1e-12)
        levels = np.rint((np.clip(rotated, -limit, limit) + limit) / step).astype(np.uint8)
        distances = self._distances(levels, codes.words)
        products = (_QUERY_LEVELS * len(self.centre) - 2 * distances.astype(np.float32)) * np.float32(step / 2)
        constant = float(query @ self.centre) + (1 - float(self.centre @ self.centre)) / 2
        return products * codes.scales - codes.offsets + np.float32(constant)

    def _distances(self, levels: NDArray[np.uint8], words: Words) -> NDArray[np.unsignedinteger]:
        """Hamming distances to the query's bit planes, each weighed by its place value."""
        planes = [
            self._pack(((levels >> place) & 1).astype(np.bool_)[np.newaxis]).view("<u8")[0]
            for place in reversed(range(QUERY_BITS))
        ]
        kind = np.uint16 if len(levels) * _QUERY_LEVELS < 1 << 16 else np.uint32
        distances = np.zeros(words.shape[1], kind)
        for start in range(0, len(distances), _BLOCK):
            block, total = words[:, start : start + _BLOCK], distances[start : start + _BLOCK]
            for plane in planes:
                np.left_shift(total, 1, out=total)
                for word, mask in zip(block, plane, strict=True):
                    np.add(total, np.bitwise_count(word ^ mask), out=total)
        return distances

    def _rotate(self, vectors: Floats) -> Floats:
        spectrum = np.fft.fft(vectors * _signs(len(self.centre)), norm="ortho")
        return (spectrum.real - spectrum.imag).astype(np.float32)

    def _pack(self, bits: Bits) -> NDArray[np.uint8]:
        packed = np.packbits(bits, axis=1)
        padded = np.zeros((len(bits), 8 * self.width), np.uint8)
        padded[:, : packed.shape[1]] = packed
        return padded


@cache
def _signs(size: int) -> Floats:
    """A fixed random sign for each dimension, the same on every machine."""
    drawn = hashlib.shake_256(b"palimpsest vector signs").digest(-(-size // 8))
    return np.where(np.unpackbits(np.frombuffer(drawn, np.uint8))[:size], np.float32(1), np.float32(-1))
