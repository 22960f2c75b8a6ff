"""One loaded model: texts in, unit vectors out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

import numpy as np

from adapters.onnx.card import ModelCard, Pooling
from adapters.onnx.graph import Floats, Graph, Ids
from adapters.onnx.tokenizing import load_tokenizer
from ports.errors import EmbedderUnavailable

_POOLED = "sentence_embedding"
_OUTPUTS = (_POOLED, "last_hidden_state", "token_embeddings")
_TOKENS_A_BATCH = 2_048
_LEAST_VOCABULARY = 0.9
"""Models pad their tables of ids by a few hundred rows; a tokenizer that lacks more is another model's."""


class Session:
    """A model and its tokenizer in memory, tried out. Safe to use from several threads."""

    def __init__(self, card: ModelCard, threads: int) -> None:
        card.check()
        self._card = card
        self.tokenizer = load_tokenizer(card.folder / card.tokenizer, card.window)
        self._check_vocabulary()
        self._graph = Graph(card.folder / card.graph, threads)
        self._output = self._chosen_output()
        self._check_shape()

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text, in order; texts of like length run together, which saves the work on padding."""
        rows = [self.tokenizer.encode(text) for text in texts]
        vectors = np.empty((len(rows), self._card.dimensions), dtype=np.float32)
        for batch in length_buckets([len(row) for row in rows]):
            vectors[batch] = self._run([rows[place] for place in batch])
        return vectors.tolist()

    def _run(self, rows: Sequence[Sequence[int]]) -> Floats:
        ids, mask = _padded(rows, self.tokenizer.pad_id)
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        output = self._graph.run(self._output, {name: given[name] for name in self._graph.inputs & given.keys()})
        return self._unit(output if output.ndim == 2 else _pool(output, mask, self._card.pooling))

    def _unit(self, vectors: Floats) -> Floats:
        # The store compares by cosine alone, so vectors are brought to length one whether or not the model does.
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        if not (np.isfinite(lengths).all() and lengths.all()):
            raise EmbedderUnavailable(
                "BAD_VECTORS", f"{self._card.model} gave a vector that is zero or not finite. {self._card.remedy}"
            )
        return (vectors / lengths).astype(np.float32)

    def _chosen_output(self) -> str:
        known = self._graph.outputs
        if self._card.output is None:
            return next((name for name in _OUTPUTS if name in known), known[0])
        if self._card.output not in known:
            raise self._bad(f"has no output {self._card.output}, only {', '.join(known)}")
        return self._card.output

    def _check_vocabulary(self) -> None:
        known, size = self._card.vocabulary, self.tokenizer.size
        if known is not None and not _LEAST_VOCABULARY * known <= size <= known:
            raise EmbedderUnavailable(
                "BAD_TOKENIZER",
                f"{self._card.tokenizer} has {size} tokens and {self._card.model} knows {known}: they do not belong "
                f"together. {self._card.remedy}",
            )

    def _check_shape(self) -> None:
        """Raise EmbedderUnavailable where the graph does not take what it is given, or gives another shape."""
        shape = self._run([self.tokenizer.encode("try")]).shape
        if shape != (1, self._card.dimensions):
            raise self._bad(f"gives vectors of {shape[1]} dimensions, its card says {self._card.dimensions}")

    def _bad(self, trouble: str) -> EmbedderUnavailable:
        return EmbedderUnavailable("BAD_MODEL", f"{self._card.model} {trouble}. {self._card.remedy}")


def length_buckets(lengths: Sequence[int], tokens_a_batch: int = _TOKENS_A_BATCH) -> Iterator[list[int]]:
    """Places in batches, shortest first, each of at most so many tokens with its padding (or of one place)."""
    batch: list[int] = []
    for place in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and lengths[place] * (len(batch) + 1) > tokens_a_batch:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


def _padded(rows: Sequence[Sequence[int]], pad_id: int) -> tuple[Ids, Ids]:
    """Ids and mask, each of shape (rows, longest row)."""
    shape = len(rows), max(len(row) for row in rows)
    ids, mask = np.full(shape, pad_id, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    for number, row in enumerate(rows):
        ids[number, : len(row)] = row
        mask[number, : len(row)] = 1
    return ids, mask


def _pool(tokens: Floats, mask: Ids, pooling: Pooling) -> Floats:
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
