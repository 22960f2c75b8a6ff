"""Passwords that are told from a word by what stands before them: an assignment, a sentence, or a user's name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adapters.secrets.values import is_password, is_stand_in

_NAME = (
    r"(?:pass(?:word|wd|phrase|code)?|pwd|secret(?:[_ -]?(?:access[_ -]?)?key(?:_base)?)?"
    r"|(?:api|access|auth|private|account)[_ -]?key|(?:access|auth|api|refresh|personal[_ -]access)?[_ -]?token"
    r"|credentials?|passwort|kennwort|contraseña|mot de passe|senha|пароль|密码|口令|パスワード)"
)
_ASSIGNED = re.compile(
    rf"(?:(?<![A-Za-z\d])|(?<=[a-z])(?=[A-Z]))(?i:{_NAME})(?![A-Za-z\d_])[\"'`\]]{{0,2}}\s{{0,9}}"
    r"(?P<by>:=|=>|==?|[:：]|\b(?:is|was|ist|lautet|es|est|é|è)\b|это|是|为|は|を)\s{0,9}"
    r"(?P<quote>[\"'`]?)(?P<value>[^\s\"'`,;]{8,200})"
)
_CONNECTION = re.compile(
    r"\b[a-zA-Z][a-zA-Z\d+.-]{1,20}://(?P<user>[^\s/:@\"']{0,64}):(?P<value>[^\s/\"']{3,128})@(?=[\w\[])"
)
_OPTION = re.compile(
    r"(?:\bsshpass\s+-p|\s--password[= ]|\bcurl\b[^\n]{0,80}?\s-u\s*[^\s:]{1,40}:)\s*[\"']?(?P<value>[^\s\"'`]{6,100})"
)


def assignments(text: str) -> Iterator[tuple[str, int, int]]:
    """The rule, the start and the end of every password in a text."""
    for match in _ASSIGNED.finditer(text):
        literal = bool(match["quote"]) or match["by"] in ("=", ":=", "=>")
        value = match["value"].rstrip(".)") if not match["quote"] else match["value"]
        if is_password(value, literal=literal):
            yield "Password Assignment", match.start(), match.start("value") + len(value)
    for match in _CONNECTION.finditer(text):
        if match["value"].lower() != match["user"].lower() and not is_stand_in(match["value"]):
            yield "Connection String", *match.span()
    for match in _OPTION.finditer(text):
        if not is_stand_in(match["value"].rstrip(".,;:)")):
            yield "Password Option", *match.span()
