"""Recalled text among words for a model: fenced, on one line, escaped, with its id, trust and provenance.

Text that was stored may try to speak as an instruction. Nothing in it can close the fence or look like markup.
"""

from __future__ import annotations

from collections.abc import Iterable

from domain.authorship import Authorship
from domain.presenting import headline, name_of, shortened
from ports.records import Revision

_MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "`": "'"})


def quoted(text: str, width: int) -> str:
    """The text on one line of at most `width` characters (before escaping), without markup."""
    return shortened(text, width).translate(_MARKUP)


def line(revision: Revision, authorship: Authorship, width: int) -> str:
    """A memory as one line of a fence, with who wrote its words."""
    origin = authorship.wrote.provenance
    by = quoted(f"{origin.actor} {name_of(origin)}", 60)
    return f"{revision.memory_id} [{revision.kind}, {revision.trust}, by {by}] {quoted(headline(revision.body), width)}"


def fenced(lines: Iterable[str]) -> str:
    """Lines of `line` or `quoted` as a block of data."""
    return "\n".join(("```text", *lines, "```"))
