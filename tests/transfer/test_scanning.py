"""A large JSON object is read piece by piece, and reads as the standard library reads it."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.foreign import scanning
from adapters.foreign.scanning import scan
from ports.archive import Entry
from ports.errors import InvalidInput

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
DOCUMENTS = st.dictionaries(st.text(max_size=5), VALUES, max_size=5)


def expected(document: dict[str, Any]) -> list[Entry]:
    entries: list[Entry] = []
    for name, value in document.items():
        if isinstance(value, list):
            entries += [Entry(name, place, one) for place, one in enumerate(value)]
        else:
            entries.append(Entry(name, None, value))
    return entries


class Drip(io.StringIO):
    """A stream that gives a few characters at a time, whatever it is asked for."""

    def read(self, size: int | None = -1, /) -> str:
        return super().read(3)


@given(DOCUMENTS, st.sampled_from([None, 2]), st.booleans())
@settings(max_examples=60, deadline=None)
def test_any_object_reads_the_same(document: dict[str, Any], indent: int | None, dripping: bool) -> None:
    text = json.dumps(document, indent=indent)
    stream = Drip(text) if dripping else io.StringIO(text)
    assert list(scan(stream)) == expected(document)


@given(DOCUMENTS, st.data())
@settings(max_examples=60, deadline=None)
def test_an_object_cut_off_anywhere_is_an_error(document: dict[str, Any], data: st.DataObject) -> None:
    text = json.dumps(document)
    cut = text[: data.draw(st.integers(0, len(text) - 1))]
    with pytest.raises(InvalidInput) as raised:
        list(scan(io.StringIO(cut)))
    assert raised.value.code in ("TRUNCATED", "NOT_JSON")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "TRUNCATED"),
        ("[1]", "NOT_JSON"),
        ("hello", "NOT_JSON"),
        ('{"a":1', "TRUNCATED"),
        ('{"a":[1,2', "TRUNCATED"),
        ('{"a":["b', "TRUNCATED"),
        ('{"a":1} x', "NOT_JSON"),
        ('{"a":1}{"b":2}', "NOT_JSON"),
        ('{"a":NaN}', "NOT_JSON"),
        ('{"a":[1 2]}', "NOT_JSON"),
        ('{"a" 1}', "NOT_JSON"),
        ("{1:1}", "NOT_JSON"),
        ('{"a":1,}', "NOT_JSON"),
        ('{"a":"\n"}', "NOT_JSON"),
        ('{"a":' + "9" * 5_000 + "}", "NOT_JSON"),
        ('{"a":[' + "[" * 200_000 + "]" * 200_000 + "]}", "NOT_JSON"),
    ],
    ids=lambda value: value[:12] if isinstance(value, str) else None,
)
def test_what_is_no_json_is_an_error_and_no_crash(text: str, code: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        list(scan(io.StringIO(text)))
    assert raised.value.code == code


def test_a_value_without_end_is_not_read_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanning, "VALUE_AT_MOST", 1_000)
    endless = io.StringIO('{"a":["' + "x" * 2_000_000)
    with pytest.raises(InvalidInput) as raised:
        list(scan(endless))
    assert raised.value.code == "RECORD_TOO_LARGE"
    assert endless.tell() < 500_000


def test_an_error_shows_the_place_and_not_the_text() -> None:
    with pytest.raises(InvalidInput) as raised:
        list(scan(io.StringIO('{"password": hunter2}')))
    assert "13" in raised.value.message
    assert "hunter2" not in raised.value.message
