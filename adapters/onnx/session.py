"""One loaded model: texts in, unit vectors out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from adapters.onnx.batching import length_buckets, padded
from adapters.onnx.card import ModelCard
from adapters.onnx.graph import Floats, Graph
from adapters.onnx.pooling import pool
from adapters.onnx.tokenizing import load_tokenizer
from ports.errors import EmbedderUnavailable

_POOLED = "sentence_embedding"
_OUTPUTS = (_POOLED, "last_hidden_state", "token_embeddings")
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
        ids, mask = padded(rows, self.tokenizer.pad_id)
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        output = self._graph.run(self._output, {name: given[name] for name in self._graph.inputs & given.keys()})
        return self._unit(output if output.ndim == 2 else pool(output, mask, self._card.pooling))

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
