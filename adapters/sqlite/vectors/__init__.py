"""The vector index: exact cosine search over the chunks of texts, with every filter inside the search."""

from adapters.sqlite.vectors.extension import load_extension
from adapters.sqlite.vectors.index import VectorIndex
from adapters.sqlite.vectors.records import Near, Passage

__all__ = ["Near", "Passage", "VectorIndex", "load_extension"]
