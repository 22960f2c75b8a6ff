"""A vector as the bytes that sqlite-vec reads: little-endian float32."""

from __future__ import annotations

import sys
from array import array

from ports.embedder import Vector


def packed(vector: Vector) -> bytes:
    """The bytes of one vector, 4 for each dimension."""
    floats = array("f", vector)
    if sys.byteorder == "big":
        floats.byteswap()
    return floats.tobytes()
