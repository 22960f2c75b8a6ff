"""The composition root: the one place that names adapters and wires them to the domain."""

from __future__ import annotations

from dependency_injector import containers, providers

from domain.context import Policy, World
from entrypoints.settings import Settings, load_settings
from ports.clock import Clock, Ids
from ports.embedder import Embedder
from ports.gates import SecretScanner
from ports.store import Store

# Adapters are imported inside these factories: a server that has not been asked for anything loads none of them.


def _clock() -> Clock:
    from adapters.system import SystemClock

    return SystemClock()


def _ids() -> Ids:
    from adapters.system import Uuid7Ids

    return Uuid7Ids()


def _sqlite(settings: Settings) -> Store:
    from adapters.sqlite.store import SqliteStore

    return SqliteStore(settings.database, settings.busy_seconds)


def _embedder(settings: Settings) -> Embedder:
    from entrypoints.embedders import embedder_of

    return embedder_of(settings)


def _secrets() -> SecretScanner:
    from adapters.secrets.scanner import DetectSecretsScanner

    return DetectSecretsScanner()


def _policy(settings: Settings) -> Policy:
    return Policy(review=settings.review, secrets=settings.secrets, near_duplicate=settings.near_duplicate)


class Container(containers.DeclarativeContainer):
    """Override a provider to put another part in its place: `container.embedder.override(...)`."""

    settings: providers.Provider[Settings] = providers.Singleton(load_settings)
    clock: providers.Provider[Clock] = providers.Singleton(_clock)
    ids: providers.Provider[Ids] = providers.Singleton(_ids)
    store: providers.Provider[Store] = providers.Selector(
        settings.provided.store,
        sqlite=providers.Singleton(_sqlite, settings),
    )
    embedder: providers.Provider[Embedder] = providers.Singleton(_embedder, settings)
    secrets: providers.Provider[SecretScanner] = providers.Singleton(_secrets)
    policy: providers.Provider[Policy] = providers.Singleton(_policy, settings)
    world: providers.Provider[World] = providers.Singleton(
        World, store=store, embedder=embedder, clock=clock, ids=ids, secrets=secrets, policy=policy
    )
