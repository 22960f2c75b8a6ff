"""Texts of like length share a batch, and every text is in one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from adapters.onnx.batching import length_buckets, padded


@given(st.lists(st.integers(1, 600), max_size=80), st.integers(1, 4_000))
def test_every_text_is_in_one_batch_and_no_batch_is_too_large(lengths: list[int], most: int) -> None:
    batches = list(length_buckets(lengths, most))
    assert sorted(place for batch in batches for place in batch) == list(range(len(lengths)))
    sizes = [max(lengths[place] for place in batch) * len(batch) for batch in batches if len(batch) > 1]
    assert [size for size in sizes if size > most] == []


def test_batches_go_from_short_to_long() -> None:
    assert list(length_buckets([500, 3, 500, 4, 5, 5], 1_000)) == [[1, 3, 4, 5], [0, 2]]


def test_padding_is_masked() -> None:
    ids, mask = padded([[5, 6, 7], [8]], pad_id=1)
    assert ids.tolist() == [[5, 6, 7], [8, 1, 1]]
    assert mask.tolist() == [[1, 1, 1], [1, 0, 0]]
