"""A notebook of any size: texts with the frequencies of real words, vectors shaped like a model's, all made up."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from adapters.secrets.scanner import DetectSecretsScanner
from adapters.sqlite.store import SqliteStore
from adapters.system import SystemClock, Uuid7Ids
from benchmarks.speed.embedder import Known, MadeEmbedder
from benchmarks.vectors.made import Rows, made
from domain.context import Caller, World
from domain.embedding import space_of
from domain.ledger import Draft, add, change, close
from ports.bodies import LearningBody
from ports.records import Closing
from ports.store import Chunk
from ports.vocabulary import ActorKind, Category, Kind, RetireReason, Verb

CALLER = Caller(actor=ActorKind.AGENT, name="benchmark")
PROJECTS = 20
"""Projects, each with a twentieth of the memories."""
_BATCH = 5_000
_VOCABULARY = 20_000
_FREQUENCIES = np.cumsum(1 / (np.arange(_VOCABULARY) + 2.7) ** 1.05)
_FREQUENCIES /= _FREQUENCIES[-1]
_COMMON = "the of and to in is for on with that at it as by from this are when was".split()
_SYLLABLES = [consonant + vowel for consonant in "bdfghklmnprstvz" for vowel in "aeiou"]
_SHORTEST, _LONGEST = 12, 40


@dataclass(frozen=True)
class Material:
    """Texts with their vectors, questions that some of the texts answer, and facts that are none of them."""

    texts: Sequence[str]
    vectors: Rows
    questions: Sequence[str]
    facts: Sequence[str]
    known: Known
    """The vectors of the questions and of the facts."""

    def every(self, step: int) -> Material:
        """The same with only every so many of the texts."""
        return replace(self, texts=self.texts[::step], vectors=np.ascontiguousarray(self.vectors[::step]))


def make(size: int, questions: int, facts: int) -> Material:
    """The same material each time."""
    draw = np.random.default_rng(1)
    vectors, others = made(size, questions + facts)
    texts = _texts(draw, size + facts)
    asked = [_question(draw, texts[int(draw.integers(size))]) for _ in range(questions)]
    known = dict(zip([*asked, *texts[size:]], others.tolist(), strict=True))
    return Material(texts[:size], vectors, asked, texts[size:], known)


def opened(path: Path, known: Known) -> World:
    """The real store at a path, beside an embedder that knows the given vectors."""
    return World(SqliteStore(path), MadeEmbedder(known), SystemClock(), Uuid7Ids(), DetectSecretsScanner())


def fill(world: World, material: Material) -> None:
    """Record every text as a live learning, a batch a transaction, the projects in turn."""
    space = space_of(world.embedder)
    assert space is not None
    for start in range(0, len(material.texts), _BATCH):
        with world.store.write() as writer:
            writer.open_space(space)
            for number in range(start, min(start + _BATCH, len(material.texts))):
                text = material.texts[number]
                draft = Draft(body=LearningBody(category=Category.INSIGHT, content=text), project=project(number))
                chunk = Chunk(0, len(text), array("f", material.vectors[number].tobytes()))
                add(writer, world, CALLER, draft, world.clock.now(), vectors=[chunk], space=space)


def retire_all_but_every(world: World, step: int) -> None:
    """Retire all memories but one in every so many, in the order in which they were recorded."""
    with world.store.read() as reader:
        recorded = sorted((one.recorded_at, one.memory_id) for one in reader.ledger(Kind.LEARNING))
    going = [memory_id for number, (_, memory_id) in enumerate(recorded) if number % step]
    for start in range(0, len(going), _BATCH):
        with world.store.write() as writer:
            for memory_id in going[start : start + _BATCH]:
                before = writer.current(memory_id)
                assert before is not None
                at = world.clock.now()
                closing = close(Closing(reason=RetireReason.OBSOLETE), before, at)
                change(writer, world, CALLER, before, at, Verb.RETIRE, reason=RetireReason.OBSOLETE, **closing)


def project(number: int) -> str:
    """The project of the memory of a number."""
    return f"project {number % PROJECTS}"


def _texts(draw: np.random.Generator, number: int) -> list[str]:
    """Words with the frequencies that Zipf and Mandelbrot found, the commonest of which are real function words."""
    lengths = draw.integers(_SHORTEST, _LONGEST, number)
    ranks = np.searchsorted(_FREQUENCIES, draw.random(int(lengths.sum())))
    words = np.array([_word(rank) for rank in range(_VOCABULARY)], object)[ranks]
    ends = np.cumsum(lengths)
    return [" ".join(words[end - length : end]) for length, end in zip(lengths, ends, strict=True)]


def _question(draw: np.random.Generator, text: str) -> str:
    """Four to eight words of a text, as somebody asks who half remembers it."""
    return "when is the " + " ".join(draw.choice(text.split(), int(draw.integers(4, 9)), replace=False))


def _word(rank: int) -> str:
    if rank < len(_COMMON):
        return _COMMON[rank]
    count = len(_SYLLABLES)
    return "".join(_SYLLABLES[rank // count**place % count] for place in range(3))
