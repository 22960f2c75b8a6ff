"""Whether the vectors of a space are those of the texts that the ledger holds."""

from __future__ import annotations

from itertools import pairwise

from domain.chunks import RULE, sentences
from ports.embedder import Space
from ports.store import Cuts, Reader


def unfit_texts(reader: Reader, space: Space) -> list[int]:
    """Texts that are to be embedded again: without vectors, with damaged ones, or with ones of other passages."""
    found = reader.unfit(space)
    if space.chunking == RULE:
        found |= {text.text_id for text in reader.cuts(space) if text.text_id not in found and not _is_covered(text)}
    return sorted(found)


def _is_covered(text: Cuts) -> bool:
    """Whether the chunks cover the whole text, and each has its sentences."""
    told = text.body.text
    if not text.chunks or text.chunks[0].start != 0 or text.chunks[-1].end != len(told):
        return False
    if any(after.start > before.end for before, after in pairwise(text.chunks)):
        return False
    return all(
        list(chunk.sentences) == [(one.start, one.end) for one in sentences(told, chunk.start, chunk.end)]
        for chunk in text.chunks
    )
