"""Long text is cut into overlapping chunks within the window, and none of it is lost."""

from __future__ import annotations

import base64
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.onnx.card import BOX, read_card
from adapters.onnx.tokenizing import load_tokenizer
from domain.chunks import Piece, cut, sentences


def words(text: str) -> int:
    return len(text.split())


def bytes_and_more(text: str) -> int:
    """A measure by which a whole is more than the sum of its parts."""
    return len(text.encode("utf-8", "surrogatepass")) + len(text) // 7


@pytest.fixture(scope="module")
def tokens() -> Callable[[str], int]:
    card = read_card(BOX)
    return load_tokenizer(BOX / card.tokenizer, card.window).count


def assert_covered(pieces: list[Piece], text: str) -> None:
    assert pieces[0].start == 0
    assert pieces[-1].end == len(text)
    for piece, following in pairwise(pieces):
        assert piece.start < following.start <= piece.end < following.end


TEXTS = st.text(max_size=400) | st.lists(
    st.sampled_from(["One. ", "Two words! ", "雨が降る。", "बारिश। ", "\n\n", "x" * 90, " ", "«Go?» ", "e.g. 3.14 "]),
    max_size=60,
).map("".join)


@given(st.text(max_size=40), TEXTS, st.integers(4, 60), st.sampled_from([len, words, bytes_and_more]))
@settings(max_examples=300, deadline=None)
def test_every_character_is_covered_and_every_chunk_fits(
    title: str, text: str, window: int, measure: Callable[[str], int]
) -> None:
    pieces = cut(title, text, window, measure)
    assert_covered(pieces, text)
    assert [piece.text for piece in pieces if measure(piece.text) > window] == []


@given(TEXTS)
@settings(max_examples=50, deadline=None)
def test_cuts_are_the_same_every_time(text: str) -> None:
    assert cut("Title", text, 20, words) == cut("Title", text, 20, words)


def test_a_text_that_fits_is_one_chunk_with_its_title() -> None:
    assert cut("Rain", "It rains. It pours.", 10, words) == [Piece(0, 19, "Rain\nIt rains. It pours.")]


def test_a_title_alone_is_one_chunk() -> None:
    assert cut("Rain", "", 10, words) == [Piece(0, 0, "Rain")]
    assert cut("a title of six words or", "", 3, words) == [Piece(0, 0, "a title of")]


def test_chunks_end_where_sentences_end_and_overlap_by_whole_sentences() -> None:
    text = " ".join(f"Sentence number {number} says something." for number in range(40))
    pieces = cut("", text, 60, words)
    assert len(pieces) > 4
    assert all(text[: piece.end].rstrip().endswith(".") for piece in pieces)
    assert all(text[piece.start :].startswith("Sentence number") for piece in pieces)
    assert all(following.start < piece.end for piece, following in pairwise(pieces))


def test_every_chunk_repeats_the_title() -> None:
    text = "It rains on the plain. " * 40
    pieces = cut("Weather in Spain", text, 40, words)
    assert len(pieces) > 3
    assert all(piece.text.startswith("Weather in Spain\n") for piece in pieces)


def test_without_a_title_every_chunk_repeats_the_first_line_and_the_first_only_once() -> None:
    text = "Weather in Spain\n" + "It rains on the plain. " * 40
    pieces = cut("", text, 40, words)
    assert len(pieces) > 3
    assert all(piece.text.startswith("Weather in Spain\n") for piece in pieces)
    assert [piece.text.count("Weather") for piece in pieces] == [1] * len(pieces)


def test_a_long_title_takes_at_most_a_quarter_of_a_chunk() -> None:
    pieces = cut("word " * 50, "It rains. " * 100, 40, words)
    assert all(words(piece.text.split("\n")[0]) <= 10 for piece in pieces)
    assert pieces[0].text.startswith("word word word")


@pytest.mark.parametrize(
    "text",
    [
        "日本語の文章は空白を使わない" * 1500,
        base64.b64encode(bytes(range(256)) * 150).decode(),
        "x" * 50_000,
        "㎏㎐㌔" * 4_000,
        "🏳️‍🌈" * 5_000,
        "word " * 10_000,
        "\n".join(["a line of a log without an end"] * 1_500),
        "plain words come first " * 100 + "日本語" * 5_000,
        " " * 20_000 + "x" * 20_000,
    ],
    ids=["japanese", "base64", "one letter", "expanding", "emoji", "no stops", "lines", "mixed", "blank"],
)
def test_long_text_of_any_kind_fits_the_model(text: str, tokens: Callable[[str], int]) -> None:
    pieces = cut("A title", text, 499, tokens)
    assert len(pieces) > 1
    assert_covered(pieces, text)
    assert max(tokens(piece.text) for piece in pieces) <= 499


def test_text_without_spaces_overlaps_too(tokens: Callable[[str], int]) -> None:
    pieces = cut("", "日本語の文章は空白を使わない" * 800, 499, tokens)
    assert len(pieces) > 3
    assert all(following.start < piece.end for piece, following in pairwise(pieces))


def test_a_long_text_is_measured_a_few_times_over_and_no_more() -> None:
    text = "A sentence of a middling length is here. " * 1_200
    measured: list[int] = []

    def measure(part: str) -> int:
        measured.append(len(part))
        return -(-len(part) // 4)

    pieces = cut("Title", text, 499, measure)
    assert len(pieces) > 20
    assert sum(measured) < 4 * len(text)


LONG = "The first sentence of this text is long enough to stand for itself, as one can see."


def test_sentences_of_some_length_stand_for_themselves() -> None:
    text = f"{LONG} {LONG}"
    assert sentences(text, 0, len(text)) == [Piece(0, len(LONG) + 1, LONG), Piece(len(LONG) + 1, len(text), LONG)]
    assert sentences(LONG, 0, len(LONG)) == [], "one sentence is the whole"


def test_a_short_sentence_goes_with_its_neighbour() -> None:
    text = f"Yes! Indeed. {LONG} {LONG} No."
    first, last = sentences(text, 0, len(text))
    assert (first.text, last.text) == (f"Yes! Indeed. {LONG}", f"{LONG} No.")
    assert sentences("Yes! Indeed. No.", 0, 16) == []


def test_ideographs_say_more_in_less_room() -> None:
    once = "我们决定在下一个版本中把数据库从旧的服务器迁移到新的集群上来运行。"
    assert len(once) < len(LONG) / 2
    assert [piece.text for piece in sentences(once * 2, 0, 2 * len(once))] == [once, once]


@given(TEXTS, st.integers(0, 50), st.integers(0, 400))
@settings(max_examples=200, deadline=None)
def test_sentences_lie_in_order_inside_their_passage(text: str, start: int, end: int) -> None:
    found = sentences(text, start, min(end, len(text)))
    for piece in found:
        assert piece.text == text[piece.start : piece.end].strip() != ""
    assert all(first.end <= second.start for first, second in pairwise(found))
    assert all(start <= piece.start and piece.end <= min(end, len(text)) for piece in found)
