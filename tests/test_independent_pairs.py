"""The pairs by somebody who did not know the rules: enough of them, a third kept apart, and none of the other set."""

from __future__ import annotations

from itertools import groupby

import pytest

from benchmarks.judgement.pairs import INDEPENDENT, LANGUAGES, Pair, pairs

_INDEPENDENT = list(pairs(INDEPENDENT))
_APART_FROM = {"en": 0, "de": 1, "fr": 2, "es": 0}


def _of(language: str) -> list[Pair]:
    return [pair for pair in _INDEPENDENT if pair.language == language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_a_hundred_pairs_about_half_of_them_contradictions(language: str):
    told = _of(language)
    assert len(told) == 100
    assert 45 <= sum(pair.contradicts for pair in told) <= 55


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("contradicts", [True, False])
def test_every_third_of_each_label_is_kept_apart(language: str, contradicts: bool):
    parts = [pair.part for pair in _of(language) if pair.contradicts is contradicts]
    wanted = ["apart" if number % 3 == _APART_FROM[language] else "open" for number in range(len(parts))]
    assert parts == wanted


def test_no_statement_stands_in_both_sets_or_twice():
    statements = sorted(text for pair in _INDEPENDENT for text in (pair.first, pair.second))
    twice = [text for text, same in groupby(statements) if len(list(same)) > 1]
    others = {text for pair in pairs() for text in (pair.first, pair.second)}
    assert twice == []
    assert others.isdisjoint(statements)


def test_a_list_or_a_table_is_read_with_its_lines():
    assert any("\n- " in pair.first for pair in _INDEPENDENT)
    assert not any("\\n" in pair.first + pair.second for pair in _INDEPENDENT)
