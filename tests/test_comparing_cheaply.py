"""Comparing costs what two texts are long, not that squared; and of many statements no more than an effort allows."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.context import stopping
from domain.contradictions import Conflict, Effort, Statement, comparing, conflicts, values
from ports.errors import Cancelled

FORMS = "contain contains containing deploy deploys deployed deployer Chef Chefin server serve served 8080 port".split()


def said_alone(one: str, other: str) -> tuple[list[str], list[str]]:
    left, right = values.sides(one, other)
    return [left.told[place].shown for place in left.own], [right.told[place].shown for place in right.own]


@given(st.lists(st.sampled_from(FORMS), max_size=12), st.lists(st.sampled_from(FORMS), max_size=12))
def test_the_forms_of_a_word_are_found_as_if_all_were_compared_with_all(one: list[str], other: list[str]) -> None:
    left, right = " ".join(one), " ".join(other)
    assert said_alone(left, right) == _all_with_all(left, right)


def _all_with_all(one: str, other: str) -> tuple[list[str], list[str]]:
    read = [values._read(text) for text in (one, other)]  # pyright: ignore[reportPrivateUsage]
    left, right = (list(values._own(*pair)) for pair in (read, read[::-1]))  # pyright: ignore[reportPrivateUsage]
    for place in list(left):
        alike = values._alike  # pyright: ignore[reportPrivateUsage]
        twin = next((at for at in right if alike(read[0].told[place], read[1].told[at])), None)
        if twin is not None:
            left.remove(place)
            right.remove(twin)
    return _shown(read[0], left), _shown(read[1], right)


def _shown(text: values._Read, places: list[int]) -> list[str]:  # pyright: ignore[reportPrivateUsage]
    return [text.told[place].shown for place in places if place not in text.bland]


def made_words(number: int, seed: int) -> list[str]:
    digests = [sha256(f"{seed} {place}".encode()).hexdigest()[:7] for place in range(number)]
    return ["con" + "".join(chr(ord("a") + int(digit, 16)) for digit in digest) for digest in digests]


def test_two_long_texts_are_not_compared_word_with_word(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    rule = values._alike  # pyright: ignore[reportPrivateUsage]

    def counted(*arguments: Any) -> bool:
        calls.append(1)
        return rule(*arguments)

    monkeypatch.setattr(values, "_alike", counted)
    one, other = made_words(300, 1), made_words(300, 2)
    assert said_alone(" ".join([*one, "deploy"]), " ".join([*other, "deployed"])) == (one, other)
    assert 0 < len(calls) < 1_000, "300 words with 300 would be 90,000"


def notes(number: int) -> list[Statement]:
    return [
        Statement(f"n{place:03}", f"The worker of queue {place * 7 % 30} retries twice.", "2026", f"{place:03}")
        for place in range(number)
    ]


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    rule = comparing._compared  # pyright: ignore[reportPrivateUsage]

    def seen(one: Statement, other: Statement, *others: Any) -> Conflict | None:
        pairs.append((one.id, other.id))
        return rule(one, other, *others)

    monkeypatch.setattr(comparing, "_compared", seen)
    return pairs


def nothing(one: str, other: str) -> None:
    del one, other


def test_no_more_pairs_are_compared_than_the_effort_allows(compared: list[tuple[str, str]]) -> None:
    effort = Effort(pairs=500)
    conflicts(notes(100), nothing, effort=effort)
    assert (len(compared), effort.pairs) == (500, 0)
    assert effort.left_out > 0
    enough = Effort(pairs=5_000)
    conflicts(notes(100), nothing, effort=enough)
    assert enough.left_out == 0


def test_the_same_pairs_are_compared_each_time(compared: list[tuple[str, str]]) -> None:
    conflicts(notes(100), nothing, effort=Effort(pairs=200))
    first = list(compared)
    compared.clear()
    conflicts(notes(100), nothing, effort=Effort(pairs=200))
    assert compared == first


def test_the_likeliest_pair_is_compared_first(compared: list[tuple[str, str]]) -> None:
    rare = [
        Statement("old", "The worker of queue zebra retries twice.", "2025", "2025"),
        Statement("new", "The worker of queue zebra never retries twice.", "2026", "2026"),
    ]
    (found,) = conflicts([*notes(100), *rare], nothing, effort=Effort(pairs=1))
    assert (found.older.id, found.newer.id) == ("old", "new")
    assert compared == [("old", "new")]


def test_groups_share_an_effort() -> None:
    effort = Effort(pairs=6_000)
    conflicts(notes(100), nothing, effort=effort)
    left = effort.pairs
    assert 0 < left < 6_000
    conflicts(notes(100), nothing, effort=effort)
    assert effort.pairs < left


def test_statements_of_two_scopes_do_not_meet() -> None:
    texts = {"one": "Backups are encrypted.", "two": "Backups are not encrypted."}
    for scopes, met in ((("shop", "shop"), 1), (("shop", "blog"), 0), (("shop", None), 1), ((None, None), 1)):
        pair = [
            Statement(name, text, "2026", name, scope=scope)
            for (name, text), scope in zip(texts.items(), scopes, strict=True)
        ]
        assert len(conflicts(pair, nothing)) == met, scopes


def test_of_a_long_text_the_beginning_is_compared() -> None:
    long = Statement("long", "Backups are encrypted. " + "Nothing else is known. " * 400, "2026", "1")
    assert len(long.compared) <= 2_000
    assert long.compared.endswith((".", "else", "is", "Nothing"))
    short = replace(long, text="Backups are encrypted.")
    assert short.compared == short.text


def test_a_cancelled_comparison_stops(compared: list[tuple[str, str]]) -> None:
    with pytest.raises(Cancelled):
        conflicts(notes(100), nothing, effort=Effort(checkpoint=stopping(lambda: len(compared) >= 10)))
    assert len(compared) == 10
