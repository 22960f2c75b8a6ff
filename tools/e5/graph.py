"""The model as an ONNX graph with 4-bit weights, bit for bit those of the packed file.

The operators of the domain com.microsoft are onnxruntime's
(https://github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md). A node is named after its operator and
its number; names are part of the bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from tools.e5.packed import BLOCK, PackedModel

_MICROSOFT = "com.microsoft"
_INT8_ACTIVATIONS = 4
"""MatMulNBits multiplies in 8-bit integers, quantising activations block by block."""
_PRODUCER = "convert_e5"


def make_model(packed: PackedModel) -> onnx.ModelProto:
    """Inputs `input_ids` and `attention_mask` (batch, tokens); outputs `last_hidden_state` and `sentence_embedding`."""
    graph = _Graph()
    hidden = _embeddings(graph, packed)
    mask = graph.node("Cast", ["attention_mask"], to=TensorProto.INT32)
    for layer in range(packed.sizes.layers):
        hidden = _layer(graph, packed, f"l{layer}.", hidden, mask)
    graph.node("Identity", [hidden], output="last_hidden_state")
    _mean(graph, hidden)
    opsets = [helper.make_opsetid("", 21), helper.make_opsetid(_MICROSOFT, 1)]
    model = helper.make_model(graph.finished(packed.sizes.hidden), opset_imports=opsets, producer_name=_PRODUCER)
    model.ir_version = 10
    return model


def save(model: onnx.ModelProto, path: Path) -> None:
    """Write the graph, and its weights beside it, where they load fastest: a session maps them."""
    onnx.save(model, path, save_as_external_data=True, location=f"{path.stem}.bin", size_threshold=1024)


class _Graph:
    """Collects nodes and constants."""

    def __init__(self) -> None:
        self._nodes: list[onnx.NodeProto] = []
        self._constants: list[onnx.TensorProto] = []

    def constant(self, name: str, value: NDArray[Any]) -> str:
        self._constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def int4(self, name: str, shape: Sequence[int], packed: bytes) -> str:
        tensor = TensorProto(name=name, data_type=TensorProto.INT4, dims=shape, raw_data=packed)
        self._constants.append(tensor)
        return name

    def node(
        self, operator: str, inputs: Sequence[str], *, domain: str = "", output: str = "", **attributes: Any
    ) -> str:
        name = f"{operator}_{len(self._nodes) + 1}"
        output = output or f"{name}_0"
        self._nodes.append(helper.make_node(operator, inputs, [output], name=name, domain=domain, **attributes))
        return output

    def finished(self, hidden: int) -> onnx.GraphProto:
        tokens = ["batch", "seq"]
        inputs = [
            helper.make_tensor_value_info(name, TensorProto.INT64, tokens) for name in ("input_ids", "attention_mask")
        ]
        outputs = [
            helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, [*tokens, hidden]),
            helper.make_tensor_value_info("sentence_embedding", TensorProto.FLOAT, ["batch", hidden]),
        ]
        return helper.make_graph(self._nodes, "multilingual-e5-small", inputs, outputs, self._constants)


def _embeddings(graph: _Graph, packed: PackedModel) -> str:
    """Words and positions; there is one type of token, and its vector is added to every position's."""
    width = packed.sizes.hidden
    table = packed.quantised("emb.word", width)
    signed = table.halves ^ 8  # −8 to 7 in two's complement, where a half is 0 to 15
    packed_table = (signed[:, 0::2] | (signed[:, 1::2] << 4)).astype(np.uint8)
    words = graph.int4("emb_word", table.halves.shape, packed_table.tobytes())
    scales = graph.constant("emb_scale", table.scales)
    looked_up = graph.node(
        "GatherBlockQuantized",
        [words, "input_ids", scales],
        domain=_MICROSOFT,
        block_size=BLOCK,
        gather_axis=0,
        quantize_axis=1,
    )
    summed = graph.node("Add", [graph.node("Cast", [looked_up], to=TensorProto.FLOAT), _positions(graph, packed)])
    norm = [
        graph.constant("eln_w", packed.floats("emb.ln.w")),
        graph.constant("eln_b", packed.floats("emb.ln.b")),
    ]
    return graph.node("LayerNormalization", [summed, *norm], axis=-1, epsilon=packed.sizes.epsilon)


def _positions(graph: _Graph, packed: PackedModel) -> str:
    width = packed.sizes.hidden
    table = packed.floats("emb.pos").reshape(-1, width)[: packed.sizes.positions]
    graph.constant("emb_pos", table + packed.floats("emb.type").reshape(-1, width)[0])
    length = graph.node("Shape", ["input_ids"], start=1, end=2)
    start = graph.constant("c0", np.array([0], np.int64))
    axis = graph.constant("ax0", np.array([0], np.int64))
    return graph.node("Slice", ["emb_pos", start, length, axis])


def _layer(graph: _Graph, packed: PackedModel, name: str, hidden: str, mask: str) -> str:
    """One layer of BERT: attention and a feed-forward network, each followed by the sum and the norm."""
    width, inner = packed.sizes.hidden, packed.sizes.inner
    heads = [_linear(graph, packed, f"{name}{part}.w", hidden, width) for part in "qkv"]
    biases = np.concatenate([packed.floats(f"{name}{part}.b") for part in "qkv"])
    bias = graph.constant(f"{name}qkv_b", biases)
    attended = graph.node("MultiHeadAttention", [*heads, bias, mask], domain=_MICROSOFT, num_heads=packed.sizes.heads)
    attended = _linear(graph, packed, f"{name}ao.w", attended, width)
    hidden = _add_and_norm(graph, packed, name, attended, hidden, norm="aln", bias="ao")
    wide = _linear(graph, packed, f"{name}fi.w", hidden, width)
    wide = graph.node(
        "BiasGelu", [wide, graph.constant(f"{name}fi_b", packed.floats(f"{name}fi.b"))], domain=_MICROSOFT
    )
    narrow = _linear(graph, packed, f"{name}fo.w", wide, inner)
    return _add_and_norm(graph, packed, name, narrow, hidden, norm="oln", bias="fo")


def _add_and_norm(graph: _Graph, packed: PackedModel, name: str, new: str, old: str, *, norm: str, bias: str) -> str:
    constants = [
        graph.constant(f"{name}{norm}_w", packed.floats(f"{name}{norm}.w")),
        graph.constant(f"{name}{norm}_b", packed.floats(f"{name}{norm}.b")),
        graph.constant(f"{name}{bias}_b", packed.floats(f"{name}{bias}.b")),
    ]
    return graph.node("SkipLayerNormalization", [new, old, *constants], domain=_MICROSOFT, epsilon=packed.sizes.epsilon)


def _linear(graph: _Graph, packed: PackedModel, name: str, given: str, columns: int) -> str:
    matrix = packed.quantised(name, columns)
    rows = len(matrix.halves)
    pairs = (matrix.halves[:, 0::2] | (matrix.halves[:, 1::2] << 4)).astype(np.uint8)
    weights = graph.constant(name, pairs.reshape(rows, columns // BLOCK, BLOCK // 2))
    scales = graph.constant(f"{name}_s", matrix.scales.astype(np.float32).reshape(-1))
    return graph.node(
        "MatMulNBits",
        [given, weights, scales],
        domain=_MICROSOFT,
        K=columns,
        N=rows,
        bits=4,
        block_size=BLOCK,
        accuracy_level=_INT8_ACTIVATIONS,
    )


def _mean(graph: _Graph, hidden: str) -> None:
    """The mean of a text's tokens, of length one: what the mean is divided by cancels out, so the sum will do."""
    mask = graph.node("Cast", ["attention_mask"], to=TensorProto.FLOAT)
    mask = graph.node("Unsqueeze", [mask, graph.constant("axm1", np.array([-1], np.int64))])
    masked = graph.node("Mul", [hidden, mask])
    total = graph.node("ReduceSum", [masked, graph.constant("ax1", np.array([1], np.int64))], keepdims=0)
    graph.node("LpNormalization", [total], axis=-1, p=2, output="sentence_embedding")
