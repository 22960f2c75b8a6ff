"""Numbers as callers write them."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError


def _no_flag(value: object) -> object:
    if isinstance(value, bool):
        raise PydanticCustomError("flag_for_number", "is true or false; give a number")
    return value


NotBoolean = BeforeValidator(_no_flag)
"""Python takes true for 1; a caller who writes it means something else."""
Share = Annotated[float, Field(ge=0, le=1), NotBoolean]
"""From 0 to 1."""
