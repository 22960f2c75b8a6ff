"""Asking the person through the client, where an assistant may not decide (MCP elicitation, form mode).

https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation

The answer comes from the client's own form, never from a tool's arguments. On the stateless revision the client calls
the tool again with the answer, so each question has a token that is good once, for the very call it was asked for.
What the person agreed to is the revision that the question showed, whatever is current when the answer comes.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from domain.review import Question

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
        self._open: dict[str, tuple[str, Mapping[str, Any], str]] = {}

    async def ask(
        self, context: ServerRequestContext[Any], params: CallToolRequestParams, question: Question
    ) -> str | InputRequiredResult | None:
        """The revision that the person agreed to, None where they did not, or what the client has to ask first."""
        if context.protocol_version not in MODERN_PROTOCOL_VERSIONS:
            answer = await context.session.elicit_form(question.message, _FORM, context.request_id)
            return question.revision_id if _agreed(answer) else None
        shown = self._closed(params)
        if shown is not None:
            answer = (params.input_responses or {}).get(_ANSWER)
            return shown if isinstance(answer, ElicitResult) and _agreed(answer) else None
        form = ElicitRequestFormParams(message=question.message, requested_schema=_FORM)
        return InputRequiredResult(
            input_requests={_ANSWER: ElicitRequest(params=form)}, request_state=self._opened(params, question)
        )

    def _opened(self, params: CallToolRequestParams, question: Question) -> str:
        token = secrets.token_urlsafe(24)
        with self._turn:
            while len(self._open) >= _OPEN_AT_MOST:
                self._open.pop(next(iter(self._open)))
            self._open[token] = (params.name, params.arguments or {}, question.revision_id)
        return token

    def _closed(self, params: CallToolRequestParams) -> str | None:
        """The revision that was shown for this very call, where it carries the token of its question."""
        with self._turn:
            name, arguments, shown = self._open.pop(params.request_state or "", ("", {}, ""))
        return shown if shown and (name, arguments) == (params.name, params.arguments or {}) else None


def _agreed(answer: ElicitResult) -> bool:
    return answer.action == "accept" and (answer.content or {}).get(_ANSWER) is True
