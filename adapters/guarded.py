"""An embedder whose trouble is never more than trouble with vectors."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import fields

from ports.embedder import Embedder, Role, Space, Vector
from ports.errors import EmbedderUnavailable, PalimpsestError


class GuardedEmbedder:
    """Implements ports.embedder.Embedder around one that is made at first use.

    Whatever is raised in making or using it, by a third party's code too, arrives as EmbedderUnavailable: the store
    works on by words alone, and says why.
    """

    def __init__(self, name: str, make: Callable[[], Embedder]) -> None:
        self._name = name
        self._make = make
        self._turn = threading.Lock()
        self._made: Embedder | None = None

    @property
    def space(self) -> Space | None:
        with self._guard():
            return _as_space(self._inner().space)

    @property
    def semantic(self) -> bool:
        with self._guard():
            return self._inner().semantic

    @property
    def window(self) -> int:
        with self._guard():
            return self._inner().window

    def count_tokens(self, text: str) -> int:
        with self._guard():
            return self._inner().count_tokens(text)

    def embed(self, texts: Sequence[str], role: Role) -> Sequence[Vector]:
        with self._guard():
            return self._inner().embed(texts, role)

    def close(self) -> None:
        with self._turn:
            made = self._made
        if made is not None:
            with self._guard():
                made.close()

    def _inner(self) -> Embedder:
        with self._turn:
            if self._made is None:
                self._made = self._make()
            return self._made

    @contextmanager
    def _guard(self) -> Generator[None]:
        try:
            yield
        except EmbedderUnavailable:
            raise
        except PalimpsestError as error:
            raise EmbedderUnavailable(error.code, error.message, **error.details) from error
        except Exception as error:
            raise EmbedderUnavailable(
                "EMBEDDER_FAILED",
                f"The embedder {self._name} failed ({type(error).__name__}: {error}); put it right, or set "
                "PALIMPSEST_EMBEDDER to another.",
            ) from error


def _as_space(space: object) -> Space | None:
    """A space of the port's own type: a third party may describe its own with any object of the same attributes."""
    if space is None or isinstance(space, Space):
        return space
    return Space(**{field.name: getattr(space, field.name) for field in fields(Space)})
