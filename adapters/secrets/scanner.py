"""Secret detection by bc-detect-secrets' token rules (https://github.com/bridgecrewio/detect-secrets).

Only its rules for tokens of a known shape are used. Those that go by entropy or by the word `password` near a value
take hashes, UUIDs and prose for secrets; their verification, which would call out, is never run.
"""

# The library has no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false
from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from ports.gates import SecretFinding

_BEYOND = {
    "Private Key": re.compile(r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----"),
    "AWS Access Key": re.compile(r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"),
    "GitHub Fine-Grained Token": re.compile(r"\bgithub_pat_[A-Za-z0-9_]{40,}"),
    "GitLab Token": re.compile(r"\bglpat-[A-Za-z0-9_-]{20,}"),
    "OpenAI Key": re.compile(r"\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{32,}"),
    "Anthropic Key": re.compile(r"\bsk-ant-[A-Za-z0-9_-]{20,}"),
    "Google API Key": re.compile(r"\bAIza[0-9A-Za-z_-]{35}"),
    "Hugging Face Token": re.compile(r"\bhf_[A-Za-z0-9]{30,}"),
    "npm Token": re.compile(r"\bnpm_[A-Za-z0-9]{36}"),
    "PyPI Token": re.compile(r"\bpypi-[A-Za-z0-9_-]{50,}"),
    "Bearer Token": re.compile(r"\bBearer\s+(?=[A-Za-z0-9._~+/-]*\d)[A-Za-z0-9._~+/-]{24,}=*"),
    "Password Assignment": re.compile(
        r"(?i)\b(?:password|passwd|pwd|secret|api[_-]?key|access[_-]?token|auth[_-]?token)\b[\"']?\s*(?:=|:|:=)\s*[\"']?"
        r"(?=[^\s\"']*\d)(?=[^\s\"']*[a-z])(?![^\s\"']*[(){}<>$])[^\s\"',;]{8,}"
    ),
}
"""Shapes that the library does not know."""


class DetectSecretsScanner:
    """Implements ports.gates.SecretScanner. The library is loaded at the first text."""

    def find(self, text: str) -> Sequence[SecretFinding]:
        return [SecretFinding(rule, _masked(secret)) for rule, secret in _found(text)]


def _found(text: str) -> Iterator[tuple[str, str]]:
    for rule, pattern in _BEYOND.items():
        for match in pattern.finditer(text):
            yield rule, match.group()
    for detector in _detectors():
        for secret in detector.analyze_string(text):
            yield str(detector.secret_type), str(secret)


@cache
def _detectors() -> tuple[Any, ...]:
    from detect_secrets.plugins.aws import AWSKeyDetector
    from detect_secrets.plugins.azure_storage_key import AzureStorageKeyDetector
    from detect_secrets.plugins.basic_auth import BasicAuthDetector
    from detect_secrets.plugins.discord import DiscordBotTokenDetector
    from detect_secrets.plugins.github_token import GitHubTokenDetector
    from detect_secrets.plugins.jwt import JwtTokenDetector
    from detect_secrets.plugins.mailchimp import MailchimpDetector
    from detect_secrets.plugins.npm import NpmDetector
    from detect_secrets.plugins.sendgrid import SendGridDetector
    from detect_secrets.plugins.slack import SlackDetector
    from detect_secrets.plugins.square_oauth import SquareOAuthDetector
    from detect_secrets.plugins.stripe import StripeDetector

    return tuple(
        kind()
        for kind in (
            AWSKeyDetector,
            AzureStorageKeyDetector,
            BasicAuthDetector,
            DiscordBotTokenDetector,
            GitHubTokenDetector,
            JwtTokenDetector,
            MailchimpDetector,
            NpmDetector,
            SendGridDetector,
            SlackDetector,
            SquareOAuthDetector,
            StripeDetector,
        )
    )


def _masked(secret: str) -> str:
    """The first few characters and how many there are: enough to find it again, too little to use."""
    return f"{secret[: min(4, len(secret) // 4)]}… ({len(secret)} characters)"
