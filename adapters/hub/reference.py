"""How a model on a hub is named: `owner/name`, optionally `@revision` and `#file.onnx`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ports.errors import BadSettings

_SHAPE = re.compile(r"(?P<repo>\w[\w.-]*/\w[\w.-]*)(@(?P<revision>[^@#\s]+))?(#(?P<graph>[^@#\s]+\.onnx))?")


@dataclass(frozen=True, slots=True)
class HubReference:
    """A repository, the branch, tag or commit of it, and which of its ONNX files; None leaves the choice to it."""

    repo: str
    revision: str | None = None
    graph: str | None = None

    def __str__(self) -> str:
        revision = f"@{self.revision}" if self.revision else ""
        return f"{self.repo}{revision}" + (f"#{self.graph}" if self.graph else "")


def parse_reference(text: str) -> HubReference:
    """The reference in a text without the `hub:`. Raises BadSettings(`BAD_MODEL_NAME`)."""
    match = _SHAPE.fullmatch(text)
    if match is None:
        raise BadSettings(
            "BAD_MODEL_NAME",
            f"hub:{text} names no model; write hub:OWNER/NAME, and if need be @REVISION or #onnx/FILE.onnx after it.",
        )
    return HubReference(match["repo"], match["revision"], match["graph"])
