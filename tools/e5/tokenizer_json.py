"""The vocabulary as a tokenizer.json, for comparing the two libraries: the same ids by the library `tokenizers`."""

from __future__ import annotations

from pathlib import Path

from sentencepiece import sentencepiece_model_pb2
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

_SPECIAL = ("<s>", "<pad>", "</s>", "<unk>")
_MASK = "<mask>"


def write_tokenizer_json(pieces: Path, target: Path) -> None:
    """Write the tokenizer.json of XLM-RoBERTa over a SentencePiece model."""
    model = sentencepiece_model_pb2.ModelProto()
    model.ParseFromString(pieces.read_bytes())
    known = [(piece.piece, piece.score) for piece in model.pieces[3:]]
    vocabulary = [*((name, 0.0) for name in _SPECIAL), *known, (_MASK, 0.0)]
    tokenizer = Tokenizer(models.Unigram(vocabulary, unk_id=_SPECIAL.index("<unk>"), byte_fallback=False))
    tokenizer.normalizer = normalizers.Precompiled(model.normalizer_spec.precompiled_charsmap)
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")]
    )
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    tokenizer.add_special_tokens([*_SPECIAL, _MASK])
    tokenizer.enable_padding(pad_id=1, pad_token=_SPECIAL[1])
    tokenizer.save(str(target), pretty=False)
