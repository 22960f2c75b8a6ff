"""Text to a model's token ids, by SentencePiece or by a Hugging Face tokenizer.json."""

# Neither library has complete types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false
from __future__ import annotations

from pathlib import Path
from typing import Protocol

from ports.errors import EmbedderUnavailable


class Tokenizer(Protocol):
    """Makes token ids; `pad_id` fills a batch's shorter rows."""

    pad_id: int
    special: int
    """How many special tokens a text gets."""

    def count(self, text: str) -> int:
        """Tokens of a text, without special ones."""
        ...

    def encode(self, text: str, most: int) -> list[int]:
        """At most `most` ids, with the special ones at both ends."""
        ...


def load_tokenizer(path: Path) -> Tokenizer:
    """The tokenizer in a file. Raises EmbedderUnavailable(`BAD_TOKENIZER`)."""
    try:
        return _HuggingFace(path) if path.suffix == ".json" else _XlmRoberta(path)
    except Exception as error:  # the libraries raise bare exceptions of their own
        raise EmbedderUnavailable("BAD_TOKENIZER", f"{path} is no tokenizer this program can read: {error}.") from error


class _XlmRoberta:
    """XLM-RoBERTa's ids over a SentencePiece model: a piece's id and one, `<s>` 0, `</s>` 2, unknown 3."""

    pad_id = 1
    special = 2

    def __init__(self, path: Path) -> None:
        from sentencepiece import SentencePieceProcessor

        self._pieces = SentencePieceProcessor(model_file=str(path))

    def count(self, text: str) -> int:
        return len(self._pieces.encode(text))

    def encode(self, text: str, most: int) -> list[int]:
        ids = [piece + 1 if piece else 3 for piece in self._pieces.encode(text)]
        return [0, *ids[: most - self.special], 2]


class _HuggingFace:
    """A tokenizer.json (https://huggingface.co/docs/tokenizers)."""

    def __init__(self, path: Path) -> None:
        from tokenizers import Tokenizer as Json

        self._json = Json.from_file(str(path))
        self._json.no_padding()
        self._json.no_truncation()
        pad = next((self._json.token_to_id(name) for name in ("<pad>", "[PAD]", "<|endoftext|>")), None)
        self.pad_id = pad or 0
        self.special = len(self._json.encode("").ids)

    def count(self, text: str) -> int:
        return len(self._json.encode(text, add_special_tokens=False).ids)

    def encode(self, text: str, most: int) -> list[int]:
        ids = list(self._json.encode(text).ids)
        return ids if len(ids) <= most else [*ids[: most - 1], ids[-1]]
