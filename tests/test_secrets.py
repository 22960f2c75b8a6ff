"""Secret detection: what is one, what only looks like one, and what is never shown."""

from __future__ import annotations

import socket
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.secrets.scanner import DetectSecretsScanner
from domain.context import World
from domain.secrets import refuse_secrets
from ports.bodies import LearningBody
from ports.errors import Refused
from ports.vocabulary import Category

TAIL = "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5"
HEX = "0f9e8d7c6b5a4f3e2d1c0b9a8f7e6d5c"
SECRETS = {
    "GitHub": f"ghp_{TAIL}",
    "GitHub fine-grained": f"github_pat_{TAIL}{TAIL}",
    "GitLab": f"glpat-{TAIL[:20]}",
    "AWS": "AKIA" + "IOSFODNN7KQ2WZ4T",
    "Private key behind dots": f"-----BEGIN PRIVATE KEY-----\n...\n{TAIL}\n-----END PRIVATE KEY-----",
    "AWS secret": f"aws_secret_access_key = {TAIL}Zz9/",
    "Azure": f"AccountKey={TAIL}{TAIL}==",
    "OpenAI": f"sk-proj-{TAIL}",
    "OpenAI, older": f"sk-{TAIL}{TAIL[:12]}",
    "Anthropic": f"sk-ant-api03-{TAIL}",
    "Google": "AIza" + "SyA1bC2dE3fG4hI5jK6lM7nO8pQ9rS0tU1v",
    "Google OAuth": f"GOCSPX-{TAIL[:28]}",
    "Slack": "xoxb" + "-123456789012-123456789012-abcdefghijklmnopqrstuvwx",
    "Slack webhook": "https://hooks.slack" + f".com/services/T0AB1CD2E/B0AB1CD2E/{TAIL[:24]}",
    "Slack app": "xapp-1-A0AB1CD2E-1234567890123-" + HEX,
    "Stripe": f"sk_live_{TAIL[:24]}",
    "Stripe test": f"sk_test_{TAIL[:24]}",
    "SendGrid": f"SG.{TAIL[:22]}.{TAIL}{TAIL[:7]}",
    "Mailchimp": f"{HEX}-us12",
    "Twilio": f"SK{HEX}",
    "Discord": f"MT{TAIL[:22]}.G{TAIL[:5]}.{TAIL[:27]}",
    "Telegram": f"1234567890:AA{TAIL[:33]}",
    "npm": f"npm_{TAIL}",
    "npm, older": "//registry.npmjs.org/:_authToken=1a2b3c4d-1a2b-3c4d-5e6f-1a2b3c4d5e6f",
    "PyPI": f"pypi-{TAIL}{TAIL}",
    "Hugging Face": f"hf_{TAIL}",
    "DigitalOcean": f"dop_v1_{HEX}{HEX}",
    "Vault": f"hvs.{TAIL}",
    "private key": "-----BEGIN OPENSSH PRIVATE KEY-----",
    "PGP key": "-----BEGIN PGP PRIVATE KEY BLOCK-----",
    "age key": "AGE-SECRET-KEY-1" + "QWERTYUIOPASDFGHJKLZXCVBNM23456789QWERTYUIOPASDFGHJKLZXCVB",
    "JSON Web Token": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9"
    ".eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
    "connection string": "postgres://shop:s3cr3tpassw0rd@db.internal/shop",
    "connection string, symbols": "amqp://shop:p!ss$w0rd@queue.internal:5672",
    "credentials in an address": "https://ada:correct-horse@git.internal/shop.git",
    "password": "password = hunter2hunter2",
    "password, quoted": '"password": "swordfish99"',
    "password, environment": "DB_PASSWORD=Summer2024",
    "password, sentence": "the admin password is Tr0ub4dor&3, since May",
    "password, German": "Das Passwort ist Sommer2024!",
    "password, Spanish": "la contraseña es Verano2024!",
    "password, Russian": "пароль: Leto2024leto7",
    "password, Chinese": "密码是 Xia2024tian8",
    "password, full stop": "The password is Summer2024",
    "secret": f"SECRET_KEY_BASE={HEX}{HEX}",
    "API key": "api_key: 'k9f8j7d6s5a4'",
    "option": "sshpass -p swordfish99 ssh deploy@host",
    "curl": "curl -s -u ada:swordfish99 https://internal/api",
    "bearer token": "Authorization: Bearer abcdefghij0123456789klmnop",
    "basic authorization": "Authorization: Basic YWRhOnN3b3JkZmlzaDk5",
}
HARMLESS = [
    "The manual shows AKIAIOSFODNN7EXAMPLE as the key id.",
    "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
    "-----BEGIN RSA PRIVATE KEY-----\\n<your key here>\\n-----END RSA PRIVATE KEY-----",
    "The compose file starts mysql with --password=foo.",
    "Run `mysql --password=foobar` against the fixture.",
    "The fix is in commit 9fceb02d0ae598e95dc970b74767f19372d61af8.",
    "The AWS key rotation went out with commit 9fceb02d0ae598e95dc970b74767f19372d61af8.",
    "MD5 d41d8cd98f00b204e9800998ecf8427e, SHA-256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855.",
    "integrity sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
    "sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824 is the image's digest.",
    "The tenant is 550e8400-e29b-41d4-a716-446655440000.",
    "The session token: 550e8400-e29b-41d4-a716-446655440000 is an identifier only.",
    "Trace 4bf92f3577b34da6a3ce929d0e0e4736, span 00f067aa0ba902b7.",
    "ULID 01ARZ3NDEKTSV4RRFFQ69G5FAV, nanoid V1StGXR8_Z5jdHi6B-myT.",
    "The password is rotated every month.",
    "Password: at least 12 characters, one digit.",
    "The password is correcthorsebatterystaple in every example.",
    "password: <your-password-1234>",
    "password = ${DB_PASSWORD_1}",
    "password: {{ vault_db_password_2 }}",
    "PASSWORD=$PROD_DB_PASSWORD1",
    "password = get_secret('db/prod/1')",
    "password=changeme123",
    "password_hash = $2b$12$eImiTXuWVxfM37uY4JANjQ",
    "password: $2b$12$eImiTXuWVxfM37uY4JANjQ is what the seed stores.",
    "The password_reset_token expires after 24h.",
    "password: see the vault",
    "secret: my-service-v2-credentials",
    "secret: k8s-secret-name-1",
    "secret_name: projects/123/secrets/db/versions/5",
    "secret = os.environ['SHOP_SECRET']",
    "secret = settings.jwt_secret_v2",
    "The secret is base64url encoded, then signed with HS256.",
    "token: base64url",
    "token: argon2id",
    "token = tokenizer.encode(text)[0]",
    "max_tokens = 4096",
    "The token is v2.3.1-rc1.",
    "The token bucket holds 100 tokens.",
    "The api_key is read from ~/.config/shop/key1.",
    "api_key = config.api_key_v2",
    "API_KEY=abc123",
    "access_token: string2",
    "pwd: /home/user1/project2",
    "cd $(pwd)/build2 && make",
    "Set the API key in the environment, never in the file.",
    "Bearer tokens expire after an hour.",
    "Authorization: Bearer <token>",
    "Authorization: Bearer your-access-token-goes-here-0001",
    "Authorization: Basic authentication is off.",
    "See https://example.com/users/7?page=2 for the list.",
    "See https://user@host.internal:8443/path and ssh://git@github.com:22/shop.git.",
    "DATABASE_URL=postgres://postgres:postgres@localhost:5432/test",
    "DATABASE_URL=postgres://user:password@localhost/db",
    "DATABASE_URL=postgres://app:${PGPASSWORD}@db/app",
    "redis://:{{password}}@cache:6379/0",
    "http://localhost:8080/@scope/package and mailto:ada@shop.internal",
    "const getUserId = (request) => request.headers['x-user-id']",
    "ModuleNotFoundErrorHandler.handle.withRetryAndExponentialBackoff",
    "NotificationServiceFactoryX.create.forEveryTenantOfTheWholeShop",
    "class sk-folding-cube-spinner-container-wrapper-inner",
    "The risk-adjusted-weighting-function-for-portfolio-9 module.",
    "task_live_migration_of_the_inventory_service_2 is done.",
    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx is where the token goes.",
    "AKIAXXXXXXXXXXXXXXXX stands for the key.",
    "npm_config_registry and npm_lifecycle_event are set.",
    "hf_hub_download and hf_transfer are used.",
    "ACKNOWLEDGEMENTS and AKCENTERPRISEEDITION are names.",
    "eyJhbGciOi is how every web token begins.",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJl3dIeudNqd0DPMRD6OIh65tjkkWNu5yEVmkFkUv8wx ada@host",
    "-----BEGIN PUBLIC KEY-----",
    "-----BEGIN CERTIFICATE-----",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "пароль хранится в сейфе",
    "密码存在保险库里",
    "Das Passwort ist im Tresor.",
]
HIDDEN: dict[str, Callable[[str], str]] = {
    "zero width": lambda secret: secret[:6] + "\u200b" + secret[6:],
    "soft hyphen": lambda secret: secret[:9] + "\u00ad" + secret[9:],
    "tag": lambda secret: secret[:2] + "\U000e0041" + secret[2:],
    "a control character": lambda secret: secret[:6] + "\x01" + secret[6:],
    "delete": lambda secret: secret[:6] + "\x7f" + secret[6:],
    "empty braille": lambda secret: secret[:6] + "\u2800" + secret[6:],
    "an object's place": lambda secret: secret[:6] + "\ufffc" + secret[6:],
    "private use": lambda secret: secret[:6] + "\ue000" + secret[6:],
    "a line's end": lambda secret: secret[:20] + "\n" + secret[20:],
    "a line's end and a margin": lambda secret: secret[:20] + "\r\n    " + secret[20:],
    "a Cyrillic letter in front": lambda secret: "а" + secret,
    "a Cyrillic letter inside": lambda secret: secret.replace("gh", "gһ"),
    "a Chinese word in front": lambda secret: "密码" + secret,
    "full width": lambda secret: "".join(chr(ord(character) + 0xFEE0) for character in secret),
    "mathematical": lambda secret: secret.replace("g", "𝗀").replace("B", "𝐁"),
}


@pytest.fixture(scope="module")
def scanner() -> DetectSecretsScanner:
    return DetectSecretsScanner()


def _learning(text: str) -> LearningBody:
    return LearningBody(category=Category.INSIGHT, content=text)


@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
def test_a_secret_is_found_and_masked(scanner: DetectSecretsScanner, secret: str) -> None:
    text = f"For the record: {secret} is what we use."
    findings = scanner.find(text)
    assert len(findings) == 1
    (finding,) = findings
    assert text.index(secret) <= finding.start < finding.end
    assert finding.start < text.index(secret) + len(secret)
    assert finding.rule
    assert len(finding.masked.partition("…")[0]) <= 4
    assert secret not in finding.masked


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_looks_like_one_passes(scanner: DetectSecretsScanner, text: str) -> None:
    assert scanner.find(text) == []


def test_several_are_told_in_their_order(scanner: DetectSecretsScanner) -> None:
    text = f"first {SECRETS['GitHub']}\nthen {SECRETS['AWS']}\nthen {SECRETS['Anthropic']}"
    findings = scanner.find(text)
    assert [one.rule for one in findings] == ["GitHub Token", "AWS Access Key", "Anthropic Key"]
    assert [text[one.start : one.end] for one in findings] == [
        SECRETS["GitHub"],
        SECRETS["AWS"],
        SECRETS["Anthropic"],
    ]


@pytest.mark.parametrize("hide", HIDDEN.values(), ids=HIDDEN)
def test_a_character_that_nobody_sees_does_not_hide_it(world: World, hide: Callable[[str], str]) -> None:
    text = hide(SECRETS["GitHub"])
    with pytest.raises(Refused) as raised:
        refuse_secrets(world, _learning(f"Deploys use {text} now."))
    assert raised.value.code == "SECRET_REFUSED"


def test_the_refusal_names_the_rule_masks_the_match_and_says_what_to_do(world: World) -> None:
    with pytest.raises(Refused) as raised:
        refuse_secrets(world, _learning(SECRETS["GitHub"]))
    assert "GitHub Token" in raised.value.message
    assert "ghp_…" in raised.value.message
    assert "PALIMPSEST_SECRETS=allow" in raised.value.message
    assert raised.value.details["rule"] == "GitHub Token"
    assert TAIL not in raised.value.message + str(raised.value.details)


def test_a_tag_or_a_source_can_hold_one_too(world: World) -> None:
    body = _learning("Harmless.")
    refuse_secrets(world, body, ("tag",), "source")
    for tags, source in (((SECRETS["AWS"],), None), ((), SECRETS["AWS"])):
        with pytest.raises(Refused):
            refuse_secrets(world, body, tags, source)


def test_no_connection_is_opened(scanner: DetectSecretsScanner, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[object] = []
    monkeypatch.setattr(socket, "getaddrinfo", lambda *where, **_: opened.append(where))
    monkeypatch.setattr(socket.socket, "connect", lambda _, where: opened.append(where))
    assert scanner.find("\n".join(SECRETS.values()))
    assert opened == []


@given(st.text(max_size=200))
def test_no_text_breaks_it(text: str) -> None:
    for finding in DetectSecretsScanner().find(text):
        assert 0 <= finding.start < finding.end <= len(text)
