"""The vocabulary as a SentencePiece model, which loads and encodes faster than a tokenizer.json.

XLM-RoBERTa's ids begin with `<s>`, `<pad>`, `</s>` and `<unk>`, SentencePiece's with `<unk>`, `<s>` and `</s>`: a
piece's SentencePiece id and one is the model's id.
"""

from __future__ import annotations

import io
from collections.abc import Sequence

from sentencepiece import SentencePieceTrainer, sentencepiece_model_pb2

from tools.e5.packed import Piece

_FIRST = 4
"""The model's id of the first piece that is a text's."""
_PIECES = 250_001
"""The id after the last of them; then comes `<mask>`."""
_NORMALISATION = "nmt_nfkc"


def sentencepiece_model(pieces: Sequence[Piece]) -> bytes:
    """A serialised ModelProto (https://github.com/google/sentencepiece/blob/master/src/sentencepiece_model.proto)."""
    model = sentencepiece_model_pb2.ModelProto()
    kinds = model.SentencePiece
    for text, kind in (("<unk>", kinds.UNKNOWN), ("<s>", kinds.CONTROL), ("</s>", kinds.CONTROL)):
        model.pieces.add(piece=text, score=0, type=kind)
    for piece in pieces[_FIRST:_PIECES]:
        model.pieces.add(piece=piece.text, score=piece.score, type=kinds.NORMAL)
    trainer = model.trainer_spec
    trainer.model_type = trainer.UNIGRAM
    trainer.unk_id, trainer.bos_id, trainer.eos_id, trainer.pad_id = 0, 1, 2, -1
    trainer.vocab_size = len(model.pieces)
    normaliser = model.normalizer_spec
    normaliser.name = _NORMALISATION
    normaliser.precompiled_charsmap = _character_map()
    normaliser.add_dummy_prefix = normaliser.remove_extra_whitespaces = normaliser.escape_whitespaces = True
    return model.SerializeToString()


def _character_map() -> bytes:
    """SentencePiece's own table for its standard normalisation; it compiles one into every model that it trains."""
    written = io.BytesIO()
    SentencePieceTrainer.train(
        sentence_iterator=iter(["any text will do to train a model on"] * 10),
        model_writer=written,
        vocab_size=20,
        hard_vocab_limit=False,
        normalization_rule_name=_NORMALISATION,
        minloglevel=2,
    )
    trained = sentencepiece_model_pb2.ModelProto()
    trained.ParseFromString(written.getvalue())
    return trained.normalizer_spec.precompiled_charsmap
