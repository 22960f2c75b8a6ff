"""The background fill: what landed without vectors gets them, and a store moves to the configured space."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from ports.errors import PalimpsestError

if TYPE_CHECKING:
    from domain.context import World

log = logging.getLogger(__name__)
_RETRY_SECONDS = 2.0
_IDLE_SECONDS = 60.0


class BackgroundFill:
    """A daemon thread that fills pending vectors whenever it is woken, and now and then by itself."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._wake = threading.Event()
        self._thread = threading.Thread(target=self._run, name="palimpsest fill", daemon=True)
        self._stopped = False

    def start(self) -> None:
        """Begin; the first round runs at once."""
        self._wake.set()
        self._thread.start()

    def wake(self) -> None:
        """Something may be pending."""
        self._wake.set()

    def stop(self) -> None:
        """End after the round that is running."""
        self._stopped = True
        self._wake.set()

    def _run(self) -> None:
        wait = _IDLE_SECONDS
        while not self._stopped:
            self._wake.wait(wait)
            self._wake.clear()
            wait = _IDLE_SECONDS if self._round() else _RETRY_SECONDS

    def _round(self) -> bool:
        """Fill what there is; False where it has to be tried again soon, as while the model loads."""
        from domain import spaces
        from domain.context import Caller
        from ports.vocabulary import ActorKind

        if self._stopped:
            return True
        try:
            spaces.maintain(self._world, Caller(actor=ActorKind.AGENT, name="palimpsest server"))
        except PalimpsestError as error:
            log.info("background fill: %s %s", error.code, error.message)
            return error.code != "FILL_INTERRUPTED"
        except Exception:
            log.exception("background fill failed")
        return True
