"""Text as it may enter the store: the one place where its shape is checked."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, StringConstraints
from pydantic_core import PydanticCustomError

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def plain(text: str) -> str:
    """The text itself, if it is Unicode without NUL. Raises PydanticCustomError of type `invalid_text`."""
    if _UNSTORABLE.search(text):
        raise PydanticCustomError("invalid_text", "holds a NUL character or a lone surrogate; send plain Unicode text")
    return text


def storable(text: str) -> str:
    """The text itself, if a UTF-8 SQLite column can hold it and it says something.

    Raises PydanticCustomError of type `invalid_text` (NUL or a lone surrogate) or `empty_text` (white space only).
    """
    if not plain(text).strip():
        raise PydanticCustomError("empty_text", "is empty; say something, or leave the argument out")
    return text


Stored = AfterValidator(storable)
Name = Annotated[str, StringConstraints(max_length=200), Stored]
Tag = Annotated[str, StringConstraints(max_length=200), Stored]
ShortText = Annotated[str, StringConstraints(max_length=2_000), Stored]
MediumText = Annotated[str, StringConstraints(max_length=5_000), Stored]
LongText = Annotated[str, StringConstraints(max_length=10_000), Stored]
Query = Annotated[str, StringConstraints(max_length=10_000), AfterValidator(plain)]
"""What is looked for; it may be empty where an empty one means everything."""
