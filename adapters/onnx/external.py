"""The data files of an ONNX graph: weights that lie beside it.

Only the path to their names is walked (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto): ModelProto.graph,
GraphProto.initializer, TensorProto.external_data, StringStringEntryProto. Weights inside the graph are skipped.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from pathlib import Path

from ports.errors import EmbedderUnavailable

_GRAPH, _INITIALIZER, _EXTERNAL_DATA = 7, 5, 13
_KEY, _VALUE = 1, 2
_BYTES = 2
"""The wire type of strings and messages."""

Span = tuple[int, int]


def external_files(graph: Path) -> list[str]:
    """The names of a graph's data files, relative to its folder. Raises EmbedderUnavailable(`BAD_MODEL`)."""
    try:
        with graph.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            return sorted(set(_locations(data)))
    except (OSError, ValueError, IndexError) as error:
        raise EmbedderUnavailable("BAD_MODEL", f"{graph} is no ONNX graph, or is truncated: {error}.") from error


def _locations(data: mmap.mmap) -> Iterator[str]:
    for graph in _within(data, (0, len(data)), _GRAPH):
        for tensor in _within(data, graph, _INITIALIZER):
            for entry in _within(data, tensor, _EXTERNAL_DATA):
                (key,) = _within(data, entry, _KEY)
                (value,) = _within(data, entry, _VALUE)
                if data[slice(*key)] == b"location":
                    yield data[slice(*value)].decode()


def _within(data: mmap.mmap, message: Span, wanted: int) -> Iterator[Span]:
    """Where the contents of a message's fields of one number lie."""
    place, end = message
    while place < end:
        tag, place = _varint(data, place)
        start, place = _skip(data, place, tag & 7)
        if place > end:
            raise ValueError("a field reaches past its message")
        if tag >> 3 == wanted and tag & 7 == _BYTES:
            yield start, place


def _skip(data: mmap.mmap, place: int, wire_type: int) -> Span:
    match wire_type:
        case 0:
            return place, _varint(data, place)[1]
        case 1:
            return place, place + 8
        case 2:
            length, place = _varint(data, place)
            return place, place + length
        case 5:
            return place, place + 4
        case _:
            raise ValueError(f"wire type {wire_type} is not in use")


def _varint(data: mmap.mmap, place: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[place]
        value |= (byte & 127) << shift
        place, shift = place + 1, shift + 7
        if byte < 128:
            return value, place
