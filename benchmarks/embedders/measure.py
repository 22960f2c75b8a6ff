"""What is measured, each in a process of its own."""

from __future__ import annotations

import re
import resource
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adapters.onnx.batching import length_buckets, padded
from adapters.onnx.card import BOX, read_card
from adapters.onnx.tokenizing import load_tokenizer
from benchmarks.embedders.texts import QUESTION, memories, passage

WINDOW = 512


@dataclass(frozen=True, slots=True)
class Load:
    """How long a load took, in milliseconds, and how much memory it left in use, in MB."""

    milliseconds: float
    megabytes: float


@dataclass(frozen=True, slots=True)
class TokenizerFigures:
    """A tokenizer's load, and its speed."""

    load: Load
    texts_a_second: float


@dataclass(frozen=True, slots=True)
class Latency:
    """Median milliseconds of one question and of one passage of sixty words."""

    question: float
    passage: float


@dataclass(frozen=True, slots=True)
class Throughput:
    """Texts a second of sixty-four, by how they are put in batches, and the most memory that took in MB."""

    texts_a_second: float
    peak_megabytes: float


@dataclass(frozen=True, slots=True)
class Whole:
    """The embedder from a cold start to its end: milliseconds and MB."""

    check: float
    first_vector: float
    loaded: float
    after_work: float
    unloaded: float
    again: float
    least_cosine: float


def resident() -> float:
    """Resident memory of this process now, in MB (proc(5))."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def peak() -> float:
    """The most memory that was ever resident, in MB. Unlike getrusage's it is not inherited from the parent process."""
    (line,) = re.findall(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    return int(line) / 1e3


def timed(work: Callable[[], object]) -> float:
    """Milliseconds that work takes."""
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1e3


def median_of(times: int, work: Callable[[], object], warm_up: int = 2) -> float:
    """The median of several runs, in milliseconds, after some that are not counted."""
    return statistics.median([timed(work) for _ in range(times + warm_up)][warm_up:])


def tokenizer(path: Path) -> TokenizerFigures:
    """Load a tokenizer, its library's import included, and encode."""
    before = resident()
    begun = time.perf_counter()
    loaded = load_tokenizer(path, WINDOW)
    load = Load((time.perf_counter() - begun) * 1e3, resident() - before)
    texts = memories(256)
    spent = median_of(5, lambda: [loaded.encode(text) for text in texts])
    return TokenizerFigures(load, len(texts) / spent * 1e3)


def session(path: Path) -> Load:
    """Load a graph; the import of onnxruntime is not counted."""
    import onnxruntime

    del onnxruntime
    before = resident()
    begun = time.perf_counter()
    graph = make_session(path, threads=2, spinning=False)
    load = Load((time.perf_counter() - begun) * 1e3, resident() - before)
    del graph
    return load


def latency(path: Path, threads: int, spinning: bool) -> Latency:
    """One text at a time."""
    embed = embedder(path, threads, spinning)
    return Latency(
        median_of(40, lambda: embed(["query: " + QUESTION])), median_of(20, lambda: embed(["passage: " + passage()]))
    )


def throughput(path: Path, threads: int, batches: str) -> Throughput:
    """Sixty-four texts: `one` batch, batches of `eight` as they come, or length buckets of so many tokens."""
    embed, texts = embedder(path, threads, spinning=False), ["passage: " + text for text in memories()]
    encoded = load_tokenizer(BOX / read_card(BOX).tokenizer, WINDOW)
    match batches:
        case "one":
            places = [list(range(64))]
        case "eight":
            places = [list(range(start, start + 8)) for start in range(0, 64, 8)]
        case tokens:
            places = list(length_buckets([len(encoded.encode(text)) for text in texts], int(tokens)))
    spent = median_of(1, lambda: [embed([texts[place] for place in batch]) for batch in places], warm_up=1)
    return Throughput(64 / spent * 1e3, peak())


def whole() -> Whole:
    """The adapter itself: cold, at work, unloaded, and back."""
    import numpy as np

    from adapters.onnx.embedder import OnnxEmbedder
    from ports.embedder import Role

    card = read_card(BOX)
    check = timed(card.check)
    before = resident()
    adapter = OnnxEmbedder(card)
    first = timed(lambda: adapter.embed([QUESTION], Role.QUERY))
    loaded, texts = resident() - before, memories()
    together = np.array(adapter.embed(texts, Role.PASSAGE))
    alone = np.array([adapter.embed([text], Role.PASSAGE)[0] for text in texts])
    worked = resident() - before
    adapter.close()
    closed = resident() - before
    again = timed(lambda: adapter.embed([QUESTION], Role.QUERY))
    return Whole(check, first, loaded, worked, closed, again, float((together * alone).sum(axis=1).min()))


def make_session(path: Path, threads: int, spinning: bool) -> Any:
    """A session as the adapter makes it, but for what is compared."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", str(int(spinning)))
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def embedder(path: Path, threads: int, spinning: bool) -> Callable[[Sequence[str]], object]:
    """Embeds texts in one batch."""
    graph = make_session(path, threads, spinning)
    encoded = load_tokenizer(BOX / read_card(BOX).tokenizer, WINDOW)

    def embed(texts: Sequence[str]) -> object:
        ids, mask = padded([encoded.encode(text) for text in texts], encoded.pad_id)
        return graph.run(["sentence_embedding"], {"input_ids": ids, "attention_mask": mask})

    return embed
