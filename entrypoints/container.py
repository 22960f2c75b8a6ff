"""The composition root: the one place that names adapters and wires them to the domain."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from dependency_injector import containers, providers

from domain.context import Policy, World
from domain.ledger_clock import LedgerClock
from entrypoints.settings import Settings, load_settings
from ports.archive import Archive
from ports.clock import Clock, Ids
from ports.embedder import Embedder
from ports.gates import SecretScanner
from ports.models import ModelShelf
from ports.store import Store

# Adapters are imported inside these factories: a server that has not been asked for anything loads none of them.


def _clock(store: Store) -> Clock:
    from adapters.system import SystemClock

    return LedgerClock(SystemClock(), store)


def _ids() -> Ids:
    from adapters.system import Uuid7Ids

    return Uuid7Ids()


def _sqlite(settings: Settings) -> Store:
    from adapters.sqlite.store import SqliteStore
    from domain.rekeying import Keys

    return SqliteStore(settings.database, settings.busy_seconds, Keys())


def _off() -> Embedder:
    from adapters.no_embedder import NoEmbedder

    return NoEmbedder()


def _hashing() -> Embedder:
    from adapters.hashing.embedder import HashingEmbedder

    return HashingEmbedder()


def _in_background(settings: Settings, make: Callable[[Settings], Embedder]) -> Embedder:
    """A model that loads in the background, leaves memory when idle, and whose trouble is only trouble with vectors."""
    from adapters.background import BackgroundEmbedder
    from adapters.guarded import GuardedEmbedder

    guarded = GuardedEmbedder(settings.embedder, partial(make, settings))
    return BackgroundEmbedder(guarded, settings.patience_seconds, settings.idle_seconds)


def _box(settings: Settings) -> Embedder:
    from adapters.onnx.card import BOX, read_card
    from adapters.onnx.embedder import OnnxEmbedder

    return OnnxEmbedder(read_card(BOX), settings.threads)


def _path(settings: Settings) -> Embedder:
    from adapters.onnx.embedder import OnnxEmbedder
    from adapters.onnx.folder import read_folder

    return OnnxEmbedder(read_folder(Path(settings.embedder_name).expanduser()), settings.threads)


def _hub(settings: Settings) -> Embedder:
    from adapters.hub.lock import pulled_card
    from adapters.hub.reference import parse_reference
    from adapters.onnx.embedder import OnnxEmbedder

    return OnnxEmbedder(pulled_card(settings.models_file, parse_reference(settings.embedder_name)), settings.threads)


def _http(settings: Settings) -> Embedder:
    from adapters.http.embedder import HttpEmbedder
    from adapters.http.endpoint import Endpoint

    endpoint = Endpoint(
        settings.embedder_name,
        settings.http_model or "",
        settings.http_timeout,
        settings.allow_remote,
        settings.http_key.get_secret_value(),
    )
    return HttpEmbedder(endpoint, settings.http_window, settings.http_query_prefix, settings.http_passage_prefix)


def _custom(settings: Settings) -> Embedder:
    from adapters.third_party import load_embedder

    return load_embedder(settings.embedder_name)


def _models(settings: Settings) -> ModelShelf:
    from adapters.hub.shelf import HubShelf

    return HubShelf(settings.models_file)


def _archive(store: str) -> Archive:
    from adapters.foreign.archive import FileArchive

    return FileArchive(Path(store))


def _secrets() -> SecretScanner:
    from adapters.secrets.scanner import DetectSecretsScanner

    return DetectSecretsScanner()


def _policy(settings: Settings) -> Policy:
    return Policy(review=settings.review, secrets=settings.secrets, near_duplicate=settings.near_duplicate)


class Container(containers.DeclarativeContainer):
    """Override a provider to put another part in its place: `container.embedder.override(...)`."""

    settings: providers.Provider[Settings] = providers.Singleton(load_settings)
    ids: providers.Provider[Ids] = providers.Singleton(_ids)
    store: providers.Provider[Store] = providers.Selector(
        settings.provided.store,
        sqlite=providers.Singleton(_sqlite, settings),
    )
    clock: providers.Provider[Clock] = providers.Singleton(_clock, store)
    embedder: providers.Provider[Embedder] = providers.Selector(
        settings.provided.embedder_kind,
        off=providers.Singleton(_off),
        hashing=providers.Singleton(_hashing),
        box=providers.Singleton(_in_background, settings, _box),
        path=providers.Singleton(_in_background, settings, _path),
        hub=providers.Singleton(_in_background, settings, _hub),
        http=providers.Singleton(_in_background, settings, _http),
        custom=providers.Singleton(_in_background, settings, _custom),
    )
    archive: providers.Provider[Archive] = providers.Factory(_archive)
    """Takes the path of the store that it lies beside."""
    models: providers.Provider[ModelShelf] = providers.Singleton(_models, settings)
    secrets: providers.Provider[SecretScanner] = providers.Singleton(_secrets)
    policy: providers.Provider[Policy] = providers.Singleton(_policy, settings)
    world: providers.Provider[World] = providers.Singleton(
        World, store=store, embedder=embedder, clock=clock, ids=ids, secrets=secrets, policy=policy
    )
