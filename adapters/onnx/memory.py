"""Giving freed memory back to the system."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys


def give_back() -> None:
    """Return what was freed to the system where the C library would keep it (glibc's malloc_trim(3))."""
    gc.collect()
    if sys.platform == "linux":
        # musl has no malloc_trim, and needs none.
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
