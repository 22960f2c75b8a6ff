"""Reading one large JSON object member by member, without ever holding the whole of it (RFC 8259).

The standard library's decoder does the parsing, one value at a time over a buffer that is filled as needed. A
streaming parser with prefixes was tried: nesting 200,000 levels deep made it use all memory there is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TextIO

from ports.archive import Entry
from ports.errors import InvalidInput

VALUE_AT_MOST = 1 << 24
"""Characters of one value, a hundred times what any record of ours can have."""
_CHUNK = 1 << 16
_NUMBER_TAIL = len("e+")
"""What may follow a number's digits and go on with more of them: so close to its end, a window is moved on first."""
_WHITE = " \t\n\r"


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)


def scan(stream: TextIO) -> Iterator[Entry]:
    """The members of the one object in the stream; of an array each element by itself.

    Raises InvalidInput: `NOT_JSON`, `TRUNCATED`, `NOT_UTF8` or `RECORD_TOO_LARGE`, with the place, not the text.
    """
    buffer = _Buffer(stream)
    buffer.take("{")
    if buffer.next() == "}":
        buffer.take("}")
    else:
        yield from _members(buffer)
    if buffer.next():
        raise buffer.broken("something follows the end of the object")


def _members(buffer: _Buffer) -> Iterator[Entry]:
    while True:
        name = buffer.value()
        if not isinstance(name, str):
            raise buffer.broken("a member has no name")
        buffer.take(":")
        if buffer.next() == "[":
            yield from _elements(buffer, name)
        else:
            yield Entry(name, None, buffer.value())
        if buffer.take(",}") == "}":
            return


def _elements(buffer: _Buffer, section: str) -> Iterator[Entry]:
    buffer.take("[")
    if buffer.next() == "]":
        buffer.take("]")
        return
    place = 0
    while True:
        yield Entry(section, place, buffer.value())
        place += 1
        if buffer.take(",]") == "]":
            return


class _Buffer:
    """A window on the stream; what was read is let go of."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._text = ""
        self._at = 0
        self._passed = 0
        self._ended = False

    def next(self) -> str:
        """The next character that is no white space, without taking it; empty at the end."""
        while True:
            while self._at < len(self._text):
                if self._text[self._at] not in _WHITE:
                    return self._text[self._at]
                self._at += 1
            if self._ended:
                return ""
            self._fill()

    def take(self, allowed: str) -> str:
        """Take one of the characters allowed here."""
        found = self.next()
        if not found or found not in allowed:
            raise self.broken(f"expected {' or '.join(allowed)}")
        self._at += 1
        return found

    def value(self) -> Any:
        """The next value, whole."""
        self.next()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
            except RecursionError:
                raise self.broken("it is nested too deeply") from None
            except ValueError as error:
                if self._ended:
                    raise self._unreadable(error) from None
            else:
                if self._ended or end + _NUMBER_TAIL < len(self._text):
                    self._at = end
                    return value
            self._fill()

    def broken(self, what: str) -> InvalidInput:
        """The error for what stands here."""
        if self._ended and self._at >= len(self._text):
            return self._cut_off()
        place = self._passed + self._at
        return InvalidInput("NOT_JSON", f"It is no JSON at character {place}: {what}. Nothing was stored.")

    def _unreadable(self, error: ValueError) -> InvalidInput:
        if isinstance(error, json.JSONDecodeError):
            if error.msg.startswith("Unterminated") or error.pos >= len(self._text):
                return self._cut_off()
            return self.broken(error.msg.lower())
        return self.broken("a value cannot be read")

    def _cut_off(self) -> InvalidInput:
        length = self._passed + len(self._text)
        return InvalidInput(
            "TRUNCATED", f"It ends too early, after {length} characters; take the whole file. Nothing was stored."
        )

    def _fill(self) -> None:
        kept = self._text[self._at :]
        if len(kept) > VALUE_AT_MOST:
            raise InvalidInput(
                "RECORD_TOO_LARGE",
                f"A value at character {self._passed + self._at} has more than {VALUE_AT_MOST:,} characters, or never "
                "ends. Nothing was stored.",
            )
        try:
            more = self._stream.read(max(_CHUNK, len(kept)))
        except UnicodeDecodeError:
            raise InvalidInput("NOT_UTF8", "It is no text in UTF-8; save it as such. Nothing was stored.") from None
        self._passed += self._at
        self._text, self._at = kept + more, 0
        self._ended = not more
