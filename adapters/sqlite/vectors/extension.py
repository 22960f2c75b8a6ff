"""Loading sqlite-vec into a connection, without importing its Python package (that would import NumPy)."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import apsw

from adapters.sqlite.sql import Sql

_ADVICE = "Reinstall palimpsest-memory with its dependencies; search by words goes on without it."


def load_extension(connection: apsw.Connection) -> str | None:
    """Load sqlite-vec into the connection; None when it works, or else the problem in words."""
    spec = importlib.util.find_spec("sqlite_vec")
    places = spec.submodule_search_locations if spec else None
    if not places:
        return f"sqlite-vec is not installed, so vectors cannot be searched. {_ADVICE}"
    try:
        connection.enable_load_extension(True)
        try:
            connection.load_extension(str(Path(places[0]) / "vec0"))
        finally:
            connection.enable_load_extension(False)
    except (AttributeError, apsw.Error) as error:
        return f"sqlite-vec cannot be loaded ({error}), so vectors cannot be searched. {_ADVICE}"
    return None


def is_loaded(sql: Sql) -> bool:
    """Whether the connection knows sqlite-vec's functions."""
    return sql.row("SELECT 1 FROM pragma_function_list WHERE name = 'vec_distance_cosine' LIMIT 1") is not None
