"""Making one vector of a text's tokens' vectors."""

from __future__ import annotations

from typing import assert_never

import numpy as np

from adapters.onnx.card import Pooling
from adapters.onnx.graph import Floats, Ids
from ports.errors import EmbedderUnavailable


def pool(tokens: Floats, mask: Ids, pooling: Pooling) -> Floats:
    """Vectors of shape (rows, dimensions) from those of tokens, (rows, tokens, dimensions)."""
    match pooling:
        case Pooling.CLS:
            return tokens[:, 0]
        case Pooling.LAST:
            return tokens[np.arange(len(tokens)), mask.sum(axis=1) - 1]
        case Pooling.MEAN:
            weights = mask[:, :, None].astype(np.float32)
            return (tokens * weights).sum(axis=1) / weights.sum(axis=1)
        case Pooling.NONE:
            raise EmbedderUnavailable(
                "BAD_MODEL", "The model gives a vector a token; its card must say a pooling: mean, cls or last."
            )
        case _:
            assert_never(pooling)
