"""The labelled pairs the rule of contradiction is measured on: their shape, and what the rule reaches on each part."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.judgement.pairs import LANGUAGES, PARTS, pairs
from benchmarks.judgement.run import figures


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_enough_of_both_labels_in_both_parts(language: str) -> None:
    told = [pair for pair in pairs() if pair.language == language]
    assert len(told) >= 150
    assert 0.35 <= sum(pair.contradicts for pair in told) / len(told) <= 0.45
    assert 0.3 <= sum(pair.part == "apart" for pair in told) / len(told) <= 0.36
    assert {(pair.part, pair.contradicts) for pair in told} == {
        (part, contradicts) for part in ("open", "apart") for contradicts in (True, False)
    }
    assert len({pair.kind for pair in told}) >= 20


def test_no_pair_stands_twice_and_none_says_nothing() -> None:
    told = list(pairs())
    assert len(told) >= 600
    counts = Counter(frozenset((pair.first.strip(), pair.second.strip())) for pair in told)
    assert [sorted(pair) for pair, times in counts.items() if times > 1 or len(pair) < 2] == []
    assert all(pair.first and pair.second for pair in told)


@pytest.mark.parametrize("part", PARTS)
def test_the_rule_is_precise_and_finds_most(part: str) -> None:
    precision, recall = figures([pair for pair in pairs() if pair.part == part])
    assert precision >= 0.95
    assert recall >= 0.85
