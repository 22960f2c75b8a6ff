"""Real vectors to measure with: conversation turns, the sentences of paragraphs in four languages, and questions.

    uv run python -m benchmarks.vectors.embed --data FOLDER vectors.npz

Embeds about 7,800 passages and 1,450 questions with the model in the box (three minutes on two cores).
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from adapters.onnx.card import BOX, read_card
from adapters.onnx.embedder import OnnxEmbedder
from benchmarks.retrieval.sets import load
from ports.embedder import Role

_LANGUAGES = ("en", "de", "zh", "hi")
_SENTENCE_ENDS = re.compile(r"(?<=[.!?।])\s+|(?<=。)")
_SHORTEST = 8
_QUESTIONS_EACH = 100
_BATCH = 32


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder with locomo/ and xquad/")
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    embedder = OnnxEmbedder(read_card(BOX))
    np.savez(
        options.out,
        passages=_embedded(embedder, list(_passages(options.data)), Role.PASSAGE),
        queries=_embedded(embedder, list(_queries(options.data)), Role.QUERY),
    )


def _passages(data: Path) -> Iterator[str]:
    for conversation in load("locomo-turns", data):
        yield from conversation.texts.values()
    for language in _LANGUAGES:
        for collection in load(f"xquad-{language}", data):
            for paragraph in collection.texts.values():
                yield from (one for one in _SENTENCE_ENDS.split(paragraph) if len(one) > _SHORTEST)


def _queries(data: Path) -> Iterator[str]:
    for conversation in load("locomo-turns", data):
        yield from (question.text for question in conversation.questions[:_QUESTIONS_EACH])
    for language in _LANGUAGES:
        for collection in load(f"xquad-{language}", data):
            yield from (question.text for question in collection.questions[::5])


def _embedded(embedder: OnnxEmbedder, texts: Sequence[str], role: Role) -> NDArray[np.float32]:
    """In order of length, so that little of a batch is padding."""
    order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    rows: dict[int, Sequence[float]] = {}
    for start in range(0, len(order), _BATCH):
        batch = order[start : start + _BATCH]
        rows |= dict(zip(batch, embedder.embed([texts[place] for place in batch], role), strict=True))
        print(f"\r{len(rows)} of {len(texts)} {role}", end="", flush=True)
    print()
    return np.array([rows[place] for place in range(len(texts))], np.float32)


if __name__ == "__main__":
    main()
