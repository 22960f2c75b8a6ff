"""Secret detection: what is one, what only looks like one, and what is never shown."""

from __future__ import annotations

import pytest

from adapters.secrets.scanner import DetectSecretsScanner
from domain.context import World
from domain.secrets import refuse_secrets
from ports.bodies import LearningBody
from ports.errors import Refused
from ports.vocabulary import Category

TAIL = "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5"
SECRETS = {
    "GitHub": f"ghp_{TAIL}",
    "GitHub fine-grained": f"github_pat_{TAIL}{TAIL}",
    "AWS": "AKIA" + "IOSFODNN7EXAMPLE",
    "OpenAI": f"sk-proj-{TAIL}",
    "Anthropic": f"sk-ant-api03-{TAIL}",
    "Google": "AIza" + "SyA1bC2dE3fG4hI5jK6lM7nO8pQ9rS0tU1v",
    "Slack": "xoxb" + "-123456789012-123456789012-abcdefghijklmnopqrstuvwx",
    "npm": f"npm_{TAIL}",
    "GitLab": f"glpat-{TAIL[:20]}",
    "Hugging Face": f"hf_{TAIL}",
    "private key": "-----BEGIN OPENSSH PRIVATE KEY-----",
    "JSON Web Token": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9"
    ".eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
    "connection string": "postgres://shop:s3cr3tpassw0rd@db.internal/shop",
    "password": "password = hunter2hunter2",
    "bearer token": "Authorization: Bearer abcdefghij0123456789klmnop",
}
HARMLESS = [
    "The fix is in commit 9fceb02d0ae598e95dc970b74767f19372d61af8.",
    "MD5 d41d8cd98f00b204e9800998ecf8427e, SHA-256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855.",
    "The tenant is 550e8400-e29b-41d4-a716-446655440000.",
    "The password is rotated every month.",
    "Set the API key in the environment, never in the file.",
    "See https://example.com/users/7?page=2 for the list.",
    "The token bucket holds 100 tokens.",
    "password: see the vault",
    "const getUserId = (request) => request.headers['x-user-id']",
    "secret = os.environ['SHOP_SECRET']",
    "Bearer tokens expire after an hour.",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
]


@pytest.fixture(scope="module")
def scanner() -> DetectSecretsScanner:
    return DetectSecretsScanner()


@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
def test_a_secret_is_found_and_masked(scanner: DetectSecretsScanner, secret: str) -> None:
    findings = scanner.find(f"For the record: {secret} is what we use.")
    assert findings
    assert all(secret not in finding.masked for finding in findings)


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_looks_like_one_passes(scanner: DetectSecretsScanner, text: str) -> None:
    assert scanner.find(text) == []


@pytest.mark.parametrize("hide", [lambda secret: secret[:6] + "\u200b" + secret[6:], lambda secret: "ｇ" + secret[1:]])
def test_an_invisible_character_does_not_hide_it(world: World, hide: object) -> None:
    text = hide(SECRETS["GitHub"])  # type: ignore[operator]
    with pytest.raises(Refused) as raised:
        refuse_secrets(world, LearningBody(category=Category.INSIGHT, content=text))
    assert raised.value.code == "SECRET_REFUSED"
    assert TAIL not in raised.value.message


def test_a_tag_or_a_source_can_hold_one_too(world: World) -> None:
    body = LearningBody(category=Category.INSIGHT, content="Harmless.")
    refuse_secrets(world, body, ("tag",), "source")
    for tags, source in (((SECRETS["AWS"],), None), ((), SECRETS["AWS"])):
        with pytest.raises(Refused):
            refuse_secrets(world, body, tags, source)
