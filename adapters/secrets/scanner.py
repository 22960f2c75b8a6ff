"""Secret detection: a maintained library's rules, the shapes it lacks, and passwords in assignments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adapters.secrets import library
from adapters.secrets.assignments import assignments
from adapters.secrets.shapes import SHAPES
from adapters.secrets.values import is_documented, is_filler, is_hash, is_stand_in, is_template
from ports.gates import SecretFinding

_PEM = 4_000
"""Characters behind a key's head in which its end is looked for."""
_OF_ANY_SHAPE = {"Bearer Token", "Basic Authorization"}


class DetectSecretsScanner:
    """Implements ports.gates.SecretScanner. The library is loaded at the first text; nothing else is opened."""

    def find(self, text: str) -> Sequence[SecretFinding]:
        found = sorted((*_tokens(text), *assignments(text)), key=lambda one: (one[1], -one[2]))
        findings: list[SecretFinding] = []
        for rule, start, end in found:
            if not findings or start >= findings[-1].end:
                findings.append(SecretFinding(rule, _masked(text[start:end]), start, end))
        return findings


def _tokens(text: str) -> Iterator[tuple[str, int, int]]:
    for rule, pattern in (*SHAPES, *library.rules()):
        for match in pattern.finditer(text):
            if rule == "Private Key" and is_template(text[match.end() : match.end() + _PEM]):
                continue
            if _stands_alone(text, match.start()) and _is_token(rule, match[0]):
                yield rule, *match.span()


def _stands_alone(text: str, start: int) -> bool:
    """Whether the match is not the tail of a longer word, such as a picture in base64."""
    return start == 0 or not (text[start].isalnum() and text[start - 1].isalnum())


def _is_token(rule: str, token: str) -> bool:
    if is_filler(token) or is_documented(token):
        return False
    if rule == "AWS Access Key":
        return not is_hash(token[-40:])
    if rule == "JSON Web Token":
        return library.is_web_token(token)
    if rule in _OF_ANY_SHAPE:
        return not is_stand_in(token.split()[-1])
    return rule != "Discord Bot Token" or any(character.isdigit() for character in token)


def _masked(secret: str) -> str:
    """The first few characters and how many there are: enough to find it again, too little to use."""
    return f"{secret[: min(4, len(secret) // 4)]}… ({len(secret)} characters)"
