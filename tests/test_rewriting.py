"""The differences of a history: right for any text, and computed for what is shown alone."""

from __future__ import annotations

import difflib
import re
from typing import Any

import pytest

from domain import history as histories
from domain.context import World
from domain.history import history
from domain.revise import revise
from domain.rewriting import word_diff
from entrypoints.arguments import parse
from ports.commands import HistoryOf, Revise
from tests.making import AGENT, learned

ROWS = [f"| row {number} | open | 3 |" for number in range(200)]
WORDS = [f"word{number}" for number in range(3_000)]


def changed(before: str, after: str) -> tuple[list[str], list[str]]:
    """What a diff says is gone, and what is new."""
    told = word_diff(before, after)
    return re.findall(r"\[-(.*?)-\]", told), re.findall(r"\{\+(.*?)\+\}", told)


@pytest.fixture
def sizes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How much was compared at once."""
    seen: list[int] = []
    rule = difflib.SequenceMatcher

    def counted(*, a: Any, b: Any, autojunk: bool) -> Any:
        seen.append(max(len(a), len(b)))
        return rule(a=a, b=b, autojunk=autojunk)

    monkeypatch.setattr(difflib, "SequenceMatcher", counted)
    return seen


def test_words_that_changed_are_shown_where_they_stand() -> None:
    before = "The api listens on port 5432 and answers in English, as every service of the shop does."
    after = "The api listens on port 6543 and answers in English, as each service of the shop does."
    assert changed(before, after) == (["5432", "every"], ["6543", "each"])


def test_of_a_table_the_rows_that_changed_are_shown_by_their_words(sizes: list[int]) -> None:
    after = ROWS.copy()
    after[20], after[150] = "| row 20 | done | 3 |", "| row 150 | open | 7 |"
    assert changed("\n".join(ROWS), "\n".join(after)) == (["open", "3"], ["done", "7"])
    assert max(sizes) <= 400


def test_a_text_without_sentences_is_shown_as_gone_and_new_in_whole(sizes: list[int]) -> None:
    gone, new = changed(" ".join(WORDS), " ".join(reversed(WORDS)))
    assert gone == [" ".join(WORDS)]
    assert new == [" ".join(reversed(WORDS))]
    assert max(sizes, default=0) <= 400


def test_many_lines_are_shown_but_for_those_at_both_ends_that_stayed(sizes: list[int]) -> None:
    lines = [f"line {number}" for number in range(900)]
    gone, new = changed("\n".join(lines), "\n".join([*lines[:450], "something else", *lines[450:]]))
    assert (gone, new) == ([], ["something else"])
    assert max(sizes, default=0) <= 400


def test_one_word_said_over_and_over_costs_nothing(sizes: list[int]) -> None:
    gone, new = changed("no " * 300 + "yes", "no " * 350)
    assert (len(gone), len(new)) == (1, 1)
    assert max(sizes, default=0) == 1


@pytest.mark.parametrize(("before", "after"), [("", "new text"), ("old text", ""), ("same", "same")])
def test_what_is_empty_or_the_same(before: str, after: str) -> None:
    assert changed(before, after) == (
        [before] if before and before != after else [],
        [after] if after and before != after else [],
    )


def test_only_the_revisions_that_are_shown_are_compared(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    diffs: list[str] = []

    def counted(before: str, after: str) -> str:
        diffs.append(after)
        return word_diff(before, after)

    text = "The api of the shop listens on port {} and answers every request in English alone."
    memory = learned(world, text.format(0))
    for number in range(1, 12):
        revise(world, AGENT, parse(Revise, {"id": memory, "changes": {"content": text.format(number)}}))
    monkeypatch.setattr(histories, "word_diff", counted)
    told = history(world, AGENT, parse(HistoryOf, {"id": memory, "limit": 3}))
    assert (len(told.revisions), told.left_out) == (3, 9)
    assert diffs == [text.format(number) for number in (9, 10, 11)]
    assert [one.changes[0].diff for one in told.revisions if one.changes] == [
        word_diff(text.format(number - 1), text.format(number)) for number in (9, 10, 11)
    ]
