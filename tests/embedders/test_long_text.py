"""What stands at the very end of a long text is found by its meaning, in the passage that says it."""

from __future__ import annotations

from adapters.onnx.embedder import OnnxEmbedder
from domain.chunks import cut
from ports.embedder import Role
from tests.embedders.contract import cosine

FILLER = (
    "The orchard was planted in the year of the great flood, and its rows still follow the old bank of the river. ",
    "Each spring the pruning begins with the pears, which mind the frost less than the cherries do. ",
    "Baskets are woven of willow in the long evenings, when there is nothing to pick. ",
)
LAST = "The spare key to the cellar hangs behind the blue clock."


def test_the_last_sentence_of_ten_thousand_characters_is_found_by_a_paraphrase(box: OnnxEmbedder) -> None:
    text = ("".join(FILLER) * 40)[:10_000].rsplit(". ", 1)[0] + ". " + LAST
    pieces = cut("Notes on the orchard", text, box.window, box.count_tokens)
    assert len(pieces) > 3
    (question,) = box.embed(["Where do I find a second key for the basement?"], Role.QUERY)
    near = [cosine(question, vector) for vector in box.embed([piece.text for piece in pieces], Role.PASSAGE)]
    best = pieces[near.index(max(near))]
    assert LAST in text[best.start : best.end]
    (cut_off,) = box.embed([text], Role.PASSAGE)
    assert max(near) > cosine(question, cut_off)
