"""The token rules of bc-detect-secrets (https://github.com/bridgecrewio/detect-secrets), as patterns.

Only its rules for tokens of a known shape are taken. Those that go by entropy or by a word near a value take hashes,
UUIDs and prose for secrets. Its verification, which would call the issuer, is never run: nothing but its compiled
patterns and its check of a web token's form is used.
"""

# The library leaves the type of its patterns open.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache


@cache
def rules() -> Sequence[tuple[str, re.Pattern[str]]]:
    """The name and pattern of every rule. The first call loads the library, which takes 0.1 to 0.2 seconds."""
    from detect_secrets.plugins.aws import AWSKeyDetector
    from detect_secrets.plugins.base import RegexBasedDetector
    from detect_secrets.plugins.discord import DiscordBotTokenDetector
    from detect_secrets.plugins.github_token import GitHubTokenDetector
    from detect_secrets.plugins.mailchimp import MailchimpDetector
    from detect_secrets.plugins.npm import NpmDetector
    from detect_secrets.plugins.private_key import PrivateKeyDetector
    from detect_secrets.plugins.sendgrid import SendGridDetector
    from detect_secrets.plugins.slack import SlackDetector
    from detect_secrets.plugins.square_oauth import SquareOAuthDetector
    from detect_secrets.plugins.stripe import StripeDetector
    from detect_secrets.plugins.twilio import TwilioKeyDetector

    detectors: tuple[RegexBasedDetector, ...] = (
        AWSKeyDetector(),
        DiscordBotTokenDetector(),
        GitHubTokenDetector(),
        MailchimpDetector(),
        NpmDetector(),
        PrivateKeyDetector(),
        SendGridDetector(),
        SlackDetector(),
        SquareOAuthDetector(),
        StripeDetector(),
        TwilioKeyDetector(),
    )
    return tuple((detector.secret_type, pattern) for detector in detectors for pattern in detector.denylist)


def is_web_token(token: str) -> bool:
    """Whether something that looks like a JSON Web Token decodes as one."""
    from detect_secrets.plugins.jwt import JwtTokenDetector

    return JwtTokenDetector.is_formally_valid(token)
