"""No vectors at all: `PALIMPSEST_EMBEDDER=off` searches by words alone."""

from __future__ import annotations

from collections.abc import Sequence

from ports.embedder import Role, Vector
from ports.errors import EmbedderUnavailable


class NoEmbedder:
    """Implements ports.embedder.Embedder without a space."""

    @property
    def space(self) -> None:
        return None

    @property
    def semantic(self) -> bool:
        return False

    @property
    def window(self) -> int:
        return 510

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def embed(self, texts: Sequence[str], role: Role) -> Sequence[Vector]:
        del texts, role
        raise EmbedderUnavailable("EMBEDDER_OFF", "The embedder is off; the search was by words alone.")

    def close(self) -> None:
        """There is nothing to let go of."""
