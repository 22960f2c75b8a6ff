"""Every text that a memory, or a note about one, brings in: what the gates have to look at."""

from __future__ import annotations

from typing import Any, cast

from ports.bodies import Body


def texts_of(body: Body) -> list[str]:
    """Every text of a body, whatever field it stands in."""
    fields: list[Any] = [value for value in body.model_dump().values() if value is not None]
    return [
        str(text)
        for value in fields
        for text in (cast("tuple[Any, ...]", value) if isinstance(value, tuple) else (value,))
    ]
