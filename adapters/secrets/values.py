"""What a value gives away of itself: a secret somebody uses, or something that only stands where one would."""

from __future__ import annotations

import re
from collections import Counter

_STAND_INS = re.compile(
    r"(?i)^(?:user|pass|passw(?:or)?d|passphrase|pwd|secret|token|key|test|dev|demo|root|admin|guest|postgres|mysql|redis"
    r"|rabbitmq|mongo|minio|local|localhost|none|null|true|false|string|required|optional|hidden|redacted|masked)\d{0,4}$"
    r"|^(?:foo|bar|baz|qux|quux|foobar|hunter2)\d{0,4}$|example|change.?me|placeholder|dummy|sample|redacted|your.?|my[_-]|insert|replace|abc123|foobar|x{4,}|\*{3,}|\.{3}"
)
_EXPRESSION = re.compile(r"[(){}\[\]<>]|^\$\w+$|\$[A-Z_]{3,}|%\w+%|^[/~.@]|://|\benv\b|^\w+\.[a-z_]+(?:\.\w+)*$")
_DOCUMENTED = re.compile(r"EXAMPLE(?:KEY)?(?:[\"'`]|$)")
_PEM_END = re.compile(r"-----END ")
_PLACEHOLDER = re.compile(r"(?:\s|\\n)*(?:\.{3}|…|<[^>\n]{1,60}>|\[[^\]\n]{1,60}\]|\{\{|\*{3}|[xX]{4})")
_KEY_MATERIAL = re.compile(r"[A-Za-z\d+/=]{24}")
_CRYPT = re.compile(r"^\$[a-z\d-]+\$")
_UUID = re.compile(r"(?i)[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}")
_HASH = re.compile(r"(?i)(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{56}|[\da-f]{64}|[\da-f]{96}|[\da-f]{128})")
_TECHNICAL = re.compile(
    r"(?i)(?:base\d+(?:url)?|argon2\w*|ed25519\w*|x25519\w*|secp\d+\w*|pbkdf2\w*|[a-z]s\d{3}|o?auth\d\w*|sha\d\w*|x509\w*"
    r"|pkcs\d+\w*|aes\d+\w*|utf\d+\w*|bcrypt\w*|v\d[\w.]*)"
)
_ALNUM = re.compile(r"[A-Za-z\d]+")
_TURN = re.compile(r"(?<=[A-Za-z])\d|(?<=\d)[A-Za-z]")
_CASED = re.compile(r"(?=.*[A-Z])(?=.*[a-z]).*\d\d")
_SYMBOL = re.compile(r"[!#%^&*?+~$|]")


def is_hash(value: str) -> bool:
    """Whether it is as long as a digest and of its digits, or a UUID."""
    return bool(_HASH.fullmatch(value) or _UUID.fullmatch(value) or _CRYPT.match(value))


def is_documented(token: str) -> bool:
    """Whether it ends as the keys in an issuer's manual do, `AKIA…EXAMPLE`: no issuer gives such a key out."""
    return _DOCUMENTED.search(token) is not None


def is_template(body: str) -> bool:
    """Whether what stands behind the head of a private key is no key: dots or a placeholder, and nothing long."""
    inside = _PEM_END.split(body, maxsplit=1)[0]
    return _PLACEHOLDER.match(inside) is not None and _KEY_MATERIAL.search(inside) is None


def is_filler(token: str) -> bool:
    """Whether one character makes up half of it, as in `ghp_xxxxxxxxxxxx`."""
    return Counter(token).most_common(1)[0][1] * 2 >= len(token)


def is_stand_in(value: str) -> bool:
    """Whether it is an expression, a path, a placeholder or a default that every installation has."""
    return bool(_STAND_INS.search(value) or _EXPRESSION.search(value) or is_filler(value))


def is_password(value: str, *, literal: bool) -> bool:
    """Whether it looks made up to be guessed by nobody. A literal, as opposed to a word in prose, needs less for it.

    A password of letters alone is not told from a word.
    """
    if len(value) < 8 or is_stand_in(value) or _TECHNICAL.fullmatch(value) or _CRYPT.match(value):
        return False
    if _UUID.fullmatch(value) or not (re.search(r"\d", value) and re.search(r"[A-Za-z]", value)):
        return False
    runs = _ALNUM.findall(value)
    if _SYMBOL.search(value) or any(len(_TURN.findall(run)) >= 3 or _CASED.match(run) for run in runs):
        return True
    return literal and len(runs) == 1
