"""A model loads beside the work, is waited for only so long, and leaves memory when nobody needs it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence

import pytest

from adapters.background import BackgroundEmbedder
from adapters.hashing.embedder import HashingEmbedder
from adapters.no_embedder import NoEmbedder
from ports.embedder import Embedder, Role, Space, Vector
from ports.errors import EmbedderUnavailable

PATIENT = 30.0
HASTY = 0.02


class SlowEmbedder(HashingEmbedder):
    """Token hashes that cannot be had before `loaded` is set, and not at all while there is `trouble`."""

    def __init__(self) -> None:
        super().__init__(quiet=True)
        self.loaded = threading.Event()
        self.closed = threading.Event()
        self.trouble: Exception | None = None
        self.loads = 0
        self._here = False

    def embed(self, texts: Sequence[str], role: Role) -> Sequence[Vector]:
        if not self._here:
            assert self.loaded.wait(PATIENT)
            self.loads += 1
            if self.trouble:
                raise self.trouble
            self._here = True
        return super().embed(texts, role)

    def close(self) -> None:
        self._here = False
        self.closed.set()


class SlowToDescribe(SlowEmbedder):
    """Its space is not known before `loaded` is set either, like a served model's."""

    @property
    def space(self) -> Space:
        assert self.loaded.wait(PATIENT)
        return super().space


@pytest.fixture
def slow() -> Iterator[SlowEmbedder]:
    embedder = SlowEmbedder()
    yield embedder
    embedder.loaded.set()


def refusal(call: Callable[[], object]) -> str:
    """The code with which a call is refused."""
    with pytest.raises(EmbedderUnavailable) as raised:
        call()
    return raised.value.code


def test_a_call_does_not_wait_longer_than_its_patience(slow: SlowEmbedder) -> None:
    embedder = BackgroundEmbedder(slow, patience_seconds=HASTY)
    embedder.start()
    assert refusal(lambda: embedder.embed(["Rain."], Role.QUERY)) == "MODEL_LOADING"
    assert refusal(lambda: embedder.count_tokens("Rain.")) == "MODEL_LOADING"
    slow.loaded.set()
    embedder.wait()
    assert embedder.embed(["Rain."], Role.QUERY) == slow.embed(["Rain."], Role.QUERY)
    assert slow.loads == 1


def test_a_call_loads_the_model_without_a_start(slow: SlowEmbedder) -> None:
    embedder = BackgroundEmbedder(slow, patience_seconds=HASTY)
    assert refusal(lambda: embedder.embed(["Rain."], Role.QUERY)) == "MODEL_LOADING"
    slow.loaded.set()
    embedder.wait()
    assert slow.loads == 1


def test_several_callers_wait_for_one_load(slow: SlowEmbedder) -> None:
    embedder = BackgroundEmbedder(slow, patience_seconds=PATIENT)
    answers: list[Sequence[Vector]] = []
    callers = [threading.Thread(target=lambda: answers.append(embedder.embed(["Rain."], Role.QUERY))) for _ in range(5)]
    for caller in callers:
        caller.start()
    slow.loaded.set()
    for caller in callers:
        caller.join(PATIENT)
    assert len(answers) == 5
    assert slow.loads == 1


def test_without_end_to_its_patience_a_call_waits(slow: SlowEmbedder) -> None:
    embedder = BackgroundEmbedder(slow, patience_seconds=None)
    threading.Timer(HASTY, slow.loaded.set).start()
    assert len(embedder.embed(["Rain."], Role.QUERY)) == 1


def test_the_space_is_known_while_the_model_loads(slow: SlowEmbedder) -> None:
    embedder = BackgroundEmbedder(slow, patience_seconds=PATIENT)
    embedder.start()
    assert (embedder.space, embedder.window, embedder.semantic) == (slow.space, slow.window, False)
    assert slow.loads == 0


def test_a_space_that_must_be_asked_for_is_not_waited_for_either() -> None:
    slow = SlowToDescribe()
    embedder = BackgroundEmbedder(slow, patience_seconds=HASTY)
    assert refusal(lambda: embedder.space) == "MODEL_LOADING"
    assert refusal(lambda: embedder.window) == "MODEL_LOADING"
    assert not embedder.semantic
    slow.loaded.set()
    embedder.wait()
    assert BackgroundEmbedder(slow, patience_seconds=PATIENT).space == slow.space


def test_a_failure_is_told_to_everyone_without_a_new_load(slow: SlowEmbedder) -> None:
    slow.trouble = EmbedderUnavailable("MODEL_TAMPERED", "The file is not what it was.")
    slow.loaded.set()
    embedder = BackgroundEmbedder(slow, patience_seconds=PATIENT, retry_seconds=PATIENT)
    codes = [refusal(lambda: embedder.embed(["Rain."], Role.QUERY)) for _ in range(3)]
    assert codes == ["MODEL_TAMPERED"] * 3
    assert slow.loads == 1


def test_what_was_put_right_is_tried_again(slow: SlowEmbedder) -> None:
    slow.trouble = EmbedderUnavailable("MODEL_MISSING", "There is no file.")
    slow.loaded.set()
    embedder = BackgroundEmbedder(slow, patience_seconds=PATIENT, retry_seconds=0.0)
    assert refusal(lambda: embedder.embed(["Rain."], Role.QUERY)) == "MODEL_MISSING"
    slow.trouble = None
    assert len(embedder.embed(["Rain."], Role.QUERY)) == 1


def test_an_error_of_any_kind_is_no_vectors(slow: SlowEmbedder) -> None:
    slow.trouble = ZeroDivisionError("the sum of nothing")
    slow.loaded.set()
    embedder = BackgroundEmbedder(slow, patience_seconds=PATIENT)
    with pytest.raises(EmbedderUnavailable) as raised:
        embedder.wait()
    assert raised.value.code == "EMBEDDER_FAILED"
    assert "the sum of nothing" in raised.value.message


def test_an_idle_model_leaves_memory_and_comes_back(slow: SlowEmbedder) -> None:
    slow.loaded.set()
    embedder = BackgroundEmbedder(slow, patience_seconds=PATIENT, idle_seconds=0.05)
    embedder.embed(["Rain."], Role.QUERY)
    assert slow.closed.wait(PATIENT)
    assert len(embedder.embed(["Rain."], Role.QUERY)) == 1
    assert slow.loads == 2


def test_a_model_at_work_is_not_idle() -> None:
    released, entered = threading.Event(), threading.Event()

    class LongAtWork(SlowEmbedder):
        def count_tokens(self, text: str) -> int:
            entered.set()
            assert released.wait(PATIENT)
            return 1

    slow = LongAtWork()
    slow.loaded.set()
    embedder = BackgroundEmbedder(slow, patience_seconds=PATIENT, idle_seconds=0.02)
    worker = threading.Thread(target=embedder.count_tokens, args=["Rain."])
    worker.start()
    assert entered.wait(PATIENT)
    assert not slow.closed.wait(0.2)
    released.set()
    worker.join(PATIENT)
    assert slow.closed.wait(PATIENT)


def test_zero_keeps_the_model(slow: SlowEmbedder) -> None:
    slow.loaded.set()
    embedder = BackgroundEmbedder(slow, patience_seconds=PATIENT, idle_seconds=0)
    embedder.embed(["Rain."], Role.QUERY)
    assert not slow.closed.wait(0.2)


def test_an_embedder_without_a_space_stays_one() -> None:
    embedder: Embedder = BackgroundEmbedder(NoEmbedder(), patience_seconds=PATIENT)
    assert embedder.space is None
    assert refusal(lambda: embedder.embed(["Rain."], Role.QUERY)) == "EMBEDDER_OFF"
