"""The errors every room of the house may raise: each carries a stable code and says what to do next."""

from __future__ import annotations


class PalimpsestError(Exception):
    """A refusal or failure that a caller can act on.

    `code` is stable across releases and meant for programs; the message is a sentence for people that says
    what to do; `details` are JSON-ready facts (ids, limits, allowed values).
    """

    def __init__(self, code: str, message: str, **details: object) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details


class InvalidInput(PalimpsestError):
    """The caller's input cannot be taken as it is; nothing was stored."""


class NotFound(PalimpsestError):
    """No memory answers to the given reference."""


class Refused(PalimpsestError):
    """A rule of the store forbids it: a rejected value, a secret, or a lack of authority. Nothing was stored."""


class StoreUnavailable(PalimpsestError):
    """The database file cannot be used: foreign, corrupt, too new, unwritable or locked."""


class EmbedderUnavailable(PalimpsestError):
    """No vector can be made now; what needs none goes on."""


class Cancelled(PalimpsestError):
    """Whoever asked waits no longer; what was not committed yet is not stored."""


class BadSettings(PalimpsestError):
    """A setting is wrong; the message names it, where it came from and what is allowed."""
