"""The keys that a store of before gets in place of its old ones."""

from __future__ import annotations

from domain.duplicates import body_key
from domain.rejections import renewed_key
from ports.bodies import Body


class Keys:
    """Implements ports.store.KeyMaker."""

    def key(self, body: Body) -> str:
        return body_key(body)

    def rejection_key(self, body: Body, key: str) -> str | None:
        return renewed_key(body, key)
