"""One loaded model: ids in, pooled vectors out, by onnxruntime."""

# onnxruntime has no complete types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adapters.onnx.card import ModelCard
from adapters.onnx.tokenizing import load_tokenizer
from ports.errors import EmbedderUnavailable

_POOLED = "sentence_embedding"
_TOKENS_A_BATCH = 2_048


class Session:
    """A model and its tokenizer in memory. Not for several threads at once."""

    def __init__(self, card: ModelCard, threads: int) -> None:
        card.check()
        self._card = card
        self.tokenizer = load_tokenizer(card.folder / card.tokenizer)
        self._graph = _load(card, threads)
        self._inputs = {one.name for one in self._graph.get_inputs()}
        self._outputs = [one.name for one in self._graph.get_outputs()]
        self._try_out()

    def embed(self, texts: Sequence[str]) -> list[NDArray[np.float32]]:
        """One vector a text, in order; texts of like length run together, which saves the work on padding."""
        rows = [self.tokenizer.encode(text, self._card.window) for text in texts]
        order = sorted(range(len(rows)), key=lambda place: len(rows[place]))
        vectors: list[NDArray[np.float32] | None] = [None] * len(rows)
        for batch in _batches(order, rows):
            for place, vector in zip(batch, self._run([rows[place] for place in batch]), strict=True):
                vectors[place] = vector
        return [vector for vector in vectors if vector is not None]

    def _run(self, rows: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        width = max(len(row) for row in rows)
        ids = np.full((len(rows), width), self.tokenizer.pad_id, dtype=np.int64)
        mask = np.zeros((len(rows), width), dtype=np.int64)
        for number, row in enumerate(rows):
            ids[number, : len(row)] = row
            mask[number, : len(row)] = 1
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        feeds = {name: given[name] for name in self._inputs}
        wanted = _POOLED if _POOLED in self._outputs else self._outputs[0]
        (output,) = self._graph.run([wanted], feeds)
        return self._normalised(output if output.ndim == 2 else self._pooled(output, mask))

    def _pooled(self, tokens: NDArray[np.float32], mask: NDArray[np.int64]) -> NDArray[np.float32]:
        match self._card.pooling:
            case "cls":
                return tokens[:, 0]
            case "last":
                return tokens[np.arange(len(tokens)), mask.sum(axis=1) - 1]
            case _:
                weights = mask[:, :, None].astype(np.float32)
                return (tokens * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1)

    def _normalised(self, vectors: NDArray[np.float32]) -> NDArray[np.float32]:
        # The store compares by cosine alone, so vectors are always brought to length one.
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return (vectors / np.maximum(lengths, 1e-12)).astype(np.float32)

    def _try_out(self) -> None:
        """Raise EmbedderUnavailable where the graph does not take what is given to it or gives another shape."""
        try:
            shape = self._run([self.tokenizer.encode("try", self._card.window)]).shape
        except EmbedderUnavailable:
            raise
        except Exception as error:
            raise EmbedderUnavailable("BAD_MODEL", f"{self._card.model} does not run: {error}.") from error
        if shape != (1, self._card.dimensions):
            raise EmbedderUnavailable(
                "BAD_MODEL",
                f"{self._card.model} gives vectors of {shape[1]} dimensions, its card says {self._card.dimensions}.",
            )


def _load(card: ModelCard, threads: int) -> Any:
    try:
        import onnxruntime
    except ImportError as error:
        raise EmbedderUnavailable(
            "NO_ONNXRUNTIME", f"onnxruntime is not to be had here ({error}); set PALIMPSEST_EMBEDDER=off or http:."
        ) from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Threads that spin while they wait take the cores from everything else on a busy machine.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(str(card.folder / card.graph), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises bare exceptions of its own
        raise EmbedderUnavailable("BAD_MODEL", f"{card.folder / card.graph} cannot be loaded: {error}.") from error


def _batches(order: Sequence[int], rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """Runs of the order, shortest rows first, of at most so many tokens with their padding."""
    batches: list[list[int]] = []
    for place in order:
        if batches and len(rows[place]) * (len(batches[-1]) + 1) <= _TOKENS_A_BATCH:
            batches[-1].append(place)
        else:
            batches.append([place])
    return batches
