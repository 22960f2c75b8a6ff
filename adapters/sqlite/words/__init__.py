"""The lexical analysis: text to the words it is found by, and queries to FTS5 expressions over them.

Everything that depends on a language happens here, before text reaches the index, so that the index itself needs only
a built-in tokenizer and any sqlite3 shell can read it.
"""

from adapters.sqlite.words.analysis import TOKENIZER, WEIGHTS, Words, analyse
from adapters.sqlite.words.query import each, match, match_all

__all__ = ["TOKENIZER", "WEIGHTS", "Words", "analyse", "each", "match", "match_all"]
