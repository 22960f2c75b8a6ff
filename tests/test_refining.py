"""Near vectors are told apart from their common centre, and by the best sentence beside the whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import apsw
import numpy as np
import pytest
from numpy.typing import NDArray

from adapters.sqlite.vectors import Near, Passage, VectorIndex, load_extension
from ports.errors import InvalidInput
from ports.store import Refinement

SIZE = 32
SPACE = 1
PLAIN = Refinement(centring=0.0, sentences=0.0)


def unit(*parts: tuple[int, float]) -> NDArray[np.float32]:
    """A vector of norm 1 with the given parts."""
    vector = np.zeros(SIZE, np.float32)
    for place, part in parts:
        vector[place] = part
    return vector / np.linalg.norm(vector)


@pytest.fixture
def index() -> Iterator[VectorIndex]:
    connection = apsw.Connection(":memory:")
    assert load_extension(connection) is None
    made = VectorIndex(connection)
    made.create()
    made.create_sentences()
    made.add_space(SPACE, SIZE)
    with connection:
        yield made
    connection.close()


def put(
    index: VectorIndex, text: int, whole: NDArray[np.float32], sentences: Sequence[NDArray[np.float32]] = ()
) -> None:
    parts = [Passage(10 * place, 10 * place + 9, one.tobytes()) for place, one in enumerate(sentences)]
    index.put(SPACE, text, 0, 0, True, [Passage(0, 100, whole.tobytes(), parts)])


def nearest(index: VectorIndex, query: NDArray[np.float32], refinement: Refinement | None) -> list[Near]:
    return index.nearest(
        SPACE, query.tobytes(), 50, live_only=True, projects=None, kinds=None, texts=None, refinement=refinement
    )


def test_without_shares_nothing_changes(index: VectorIndex) -> None:
    for text in range(1, 9):
        put(index, text, unit((0, 1.0), (text, 0.1 * text)), [unit((text, 1.0)), unit((0, 1.0))])
    query = unit((0, 1.0), (3, 0.5))
    plain, refined = nearest(index, query, None), nearest(index, query, PLAIN)
    assert [near.text_id for near in refined] == [near.text_id for near in plain]
    assert [near.score for near in refined] == pytest.approx([near.cosine for near in plain], abs=1e-6)


def test_what_all_share_does_not_decide(index: VectorIndex) -> None:
    """The first text is near by what all of them share alone; the second shares with the query what the others lack."""
    shared = (0, 1.0)
    put(index, 1, unit(shared))
    put(index, 2, unit(shared, (1, 0.6), (2, 0.5)))
    for text in range(3, 31):
        put(index, text, unit(shared, (text, 0.5)))
    query = unit(shared, (1, 0.4))
    assert nearest(index, query, None)[0].text_id == 1
    assert nearest(index, query, Refinement(centring=0.9, sentences=0.0))[0].text_id == 2


def test_the_best_sentence_counts_and_is_where_the_hit_is(index: VectorIndex) -> None:
    put(index, 1, unit((0, 1.0), (1, 0.6)))
    put(index, 2, unit((0, 1.0), (1, 0.4)), [unit((2, 1.0)), unit((1, 1.0)), unit((3, 1.0))])
    query = unit((1, 1.0))
    assert [near.text_id for near in nearest(index, query, None)] == [1, 2]
    best = nearest(index, query, Refinement(centring=0.0, sentences=0.5))[0]
    assert (best.text_id, best.start, best.end) == (2, 10, 19)
    assert best.cosine == pytest.approx(0.4 / 1.16**0.5, abs=1e-6), "the chunk's own cosine stays readable"
    assert best.score == pytest.approx((best.cosine + 1) / 2, abs=1e-3)


@pytest.mark.parametrize("number", [1, 2])
def test_one_or_two_hits_have_no_centre_to_speak_of(index: VectorIndex, number: int) -> None:
    for text in range(1, number + 1):
        put(index, text, unit((0, 1.0), (text, 0.2)))
    found = nearest(index, unit((0, 1.0), (1, 0.2)), Refinement(centring=1.0, sentences=0.5))
    assert [near.text_id for near in found] == list(range(1, number + 1))
    assert all(np.isfinite(near.score) for near in found)


def test_sentences_go_with_their_text(index: VectorIndex) -> None:
    put(index, 1, unit((0, 1.0)), [unit((1, 1.0)), unit((2, 1.0))])
    put(index, 2, unit((0, 1.0)), [unit((3, 1.0)), unit((4, 1.0))])
    assert index._sql.number("SELECT count(*) FROM vector_sentences") == 2  # pyright: ignore[reportPrivateUsage]
    index.remove(1)
    put(index, 2, unit((0, 1.0)))
    assert index._sql.number("SELECT count(*) FROM vector_sentences") == 0  # pyright: ignore[reportPrivateUsage]


def test_a_sentence_of_another_size_is_refused(index: VectorIndex) -> None:
    with pytest.raises(InvalidInput) as raised:
        put(index, 1, unit((0, 1.0)), [np.ones(4, np.float32)])
    assert raised.value.code == "WRONG_DIMENSIONS"
