"""Asking the person through the client, where an assistant may not decide (MCP elicitation, form mode).

https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation

The answer comes from the client's own form, never from a tool's arguments. On the stateless revision the client calls
the tool again with the answer, so each question has a token that is good once, for the very call it was asked for.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.types import (
    CallToolRequestParams,
    ElicitationCapability,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    FormElicitationCapability,
    InputRequiredResult,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

_ANSWER = "confirm"
_FORM: dict[str, Any] = {
    "type": "object",
    "properties": {_ANSWER: {"type": "boolean", "title": "Yes, do it", "description": "Nothing changes otherwise."}},
    "required": [_ANSWER],
}
_OPEN_AT_MOST = 100


def can_ask(context: ServerRequestContext[Any]) -> bool:
    """Whether the client shows forms to its user."""
    capabilities = context.session.client_capabilities
    told: ElicitationCapability | None = capabilities.elicitation if capabilities else None
    form: FormElicitationCapability | None = told.form if told else None
    # A client that says no more than `elicitation` shows forms: that was the only mode there was.
    return told is not None and (form is not None or told.url is None)


class Questions:
    """The questions that wait for an answer on the stateless revision."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._open: dict[str, tuple[str, Mapping[str, Any]]] = {}

    async def ask(
        self, context: ServerRequestContext[Any], params: CallToolRequestParams, message: str
    ) -> bool | InputRequiredResult:
        """True where the person agreed, False where they did not, or what the client has to ask first."""
        if context.protocol_version not in MODERN_PROTOCOL_VERSIONS:
            return _agreed(await context.session.elicit_form(message, _FORM, context.request_id))
        if self._closes(params):
            answer = (params.input_responses or {}).get(_ANSWER)
            return isinstance(answer, ElicitResult) and _agreed(answer)
        form = ElicitRequestFormParams(message=message, requested_schema=_FORM)
        return InputRequiredResult(
            input_requests={_ANSWER: ElicitRequest(params=form)}, request_state=self._opened(params)
        )

    def _opened(self, params: CallToolRequestParams) -> str:
        token = secrets.token_urlsafe(24)
        with self._turn:
            while len(self._open) >= _OPEN_AT_MOST:
                self._open.pop(next(iter(self._open)))
            self._open[token] = (params.name, params.arguments or {})
        return token

    def _closes(self, params: CallToolRequestParams) -> bool:
        """Whether a call carries the token of the question that was asked for it."""
        with self._turn:
            return self._open.pop(params.request_state or "", None) == (params.name, params.arguments or {})


def _agreed(answer: ElicitResult) -> bool:
    return answer.action == "accept" and (answer.content or {}).get(_ANSWER) is True
