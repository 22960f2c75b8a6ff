"""Settings: environment variables with the prefix PALIMPSEST_, then a TOML file, then defaults."""

from __future__ import annotations

import os
import tomllib
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import platformdirs
from pydantic import BeforeValidator, Field, SecretStr, ValidationError, field_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from domain.context import Review, Secrets
from entrypoints.paths import absolute_path
from ports.errors import BadSettings

APP = "palimpsest"
PREFIX = "PALIMPSEST_"


class StoreKind(StrEnum):
    """The stores that can be chosen by name."""

    SQLITE = "sqlite"


class EmbedderKind(StrEnum):
    """Where an embedder comes from; its name follows after a colon, where it needs one."""

    OFF = "off"
    HASHING = "hashing"
    BOX = "box"
    PATH = "path"
    HUB = "hub"
    HTTP = "http"
    CUSTOM = "custom"


EMBEDDERS = (
    "e5-small (or onnx), hashing, off, hub:OWNER/NAME, path:FOLDER, http:URL, or package.module:Class for your own"
)
_IN_THE_BOX = ("e5-small", "onnx")


class ToolSet(StrEnum):
    """How many tools the server offers."""

    ALL = "all"
    CORE = "core"


class LogLevel(StrEnum):
    """How much goes to stderr."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


def config_file() -> Path:
    """The TOML file of settings; PALIMPSEST_CONFIG names another."""
    named = os.environ.get(f"{PREFIX}CONFIG")
    if not named:
        return platformdirs.user_config_path(APP) / "config.toml"
    try:
        return absolute_path(named)
    except ValueError as error:
        raise BadSettings("BAD_SETTING", f"the environment variable {PREFIX}CONFIG is wrong: {error}.") from error


def _file(told: object) -> Path | None:
    """A file that a setting names; None where it is left out."""
    if told is None or told == "":
        return None
    try:
        return absolute_path(str(told))
    except ValueError as error:
        raise PydanticCustomError("no_path", "{why}", {"why": str(error)}) from error


class Settings(BaseSettings):
    """Every setting there is. Field names in upper case with the prefix are the environment's names."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, extra="forbid", frozen=True)

    db: Annotated[Path | None, BeforeValidator(_file), Field(description="the database file")] = None
    store: StoreKind = StoreKind.SQLITE
    embedder: Annotated[str, Field(min_length=1)] = "e5-small"
    review: Review = Review.FLAGGED
    secrets: Secrets = Secrets.REFUSE
    tools: ToolSet = ToolSet.ALL
    log_level: LogLevel = LogLevel.WARNING
    busy_seconds: Annotated[float, Field(ge=0, le=600)] = 10.0
    patience_seconds: Annotated[float, Field(ge=0, le=60)] = 1.0
    idle_seconds: Annotated[float, Field(ge=0, le=1_000_000)] = 300.0
    near_duplicate: Annotated[float, Field(gt=0, le=1)] = 0.95
    threads: Annotated[int, Field(ge=1, le=64)] = 2
    allow_remote: bool = False
    http_model: str | None = None
    http_key: SecretStr = SecretStr("")
    http_window: Annotated[int, Field(ge=32, le=1_000_000)] = 512
    http_query_prefix: str = ""
    http_passage_prefix: str = ""
    http_timeout: Annotated[float, Field(gt=0, le=600)] = 30.0
    config: Annotated[Path | None, BeforeValidator(_file), Field(description="this file of settings")] = None

    @field_validator("embedder")
    @classmethod
    def _known(cls, name: str) -> str:
        if _kind_of(name) is None:
            raise PydanticCustomError(
                "unknown_embedder", "it names no embedder; allowed are {known}", {"known": EMBEDDERS}
            )
        return f"{EmbedderKind.PATH}:{_file(name[5:])}" if name.startswith(f"{EmbedderKind.PATH}:") else name

    @property
    def embedder_kind(self) -> EmbedderKind:
        """Which adapter makes the vectors."""
        kind = _kind_of(self.embedder)
        if kind is None:
            raise ValueError(self.embedder)
        return kind

    @property
    def embedder_name(self) -> str:
        """What the adapter is told: a folder, a repository, an address, or a class."""
        kind, _, name = self.embedder.partition(":")
        return name if kind in (EmbedderKind.PATH, EmbedderKind.HUB) or "://" in name else self.embedder

    @property
    def models_file(self) -> Path:
        """The list of models pulled from a hub, beside the database."""
        return self.database.parent / "models.json"

    @property
    def database(self) -> Path:
        """The database file: as set, or in the platform's folder for user data."""
        return self.db or platformdirs.user_data_path(APP) / "memory.sqlite"

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, config_file())


def _kind_of(name: str) -> EmbedderKind | None:
    """Where the embedder of a name comes from, or None where the name is none."""
    kind, _, rest = name.partition(":")
    if name in _IN_THE_BOX:
        return EmbedderKind.BOX
    if name in (EmbedderKind.OFF, EmbedderKind.HASHING):
        return EmbedderKind(name)
    if kind in (EmbedderKind.PATH, EmbedderKind.HUB, EmbedderKind.HTTP) and rest:
        return EmbedderKind(kind)
    if kind == "https" and rest:
        return EmbedderKind.HTTP
    return EmbedderKind.CUSTOM if rest.isidentifier() and kind.replace(".", "").isidentifier() else None


def check_embedder(name: str) -> None:
    """Raise BadSettings(`BAD_SETTING`) where a name is no embedder's."""
    if _kind_of(name) is None:
        raise BadSettings("BAD_SETTING", f"{name} names no embedder; allowed are {EMBEDDERS}.")


def load_settings() -> Settings:
    """The settings in force.

    Raises BadSettings(`BAD_SETTING`), which names each wrong one, its source and its bounds.
    """
    _refuse_unknown_variables()
    try:
        return Settings()
    except ValidationError as error:
        raise BadSettings("BAD_SETTING", " ".join(_explained(error)), source=str(config_file())) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise BadSettings("BAD_SETTINGS_FILE", f"{config_file()} cannot be read as TOML: {error}.") from error


def _refuse_unknown_variables() -> None:
    """A misspelt variable would otherwise be a setting that silently does nothing."""
    unknown = [name for name in os.environ if _field(name) not in (None, *Settings.model_fields)]
    if unknown:
        raise BadSettings("BAD_SETTING", " ".join(_no_setting(f"the environment variable {name}") for name in unknown))


def _field(variable: str) -> str | None:
    """The setting that an environment variable names, whatever its case; None where it is another program's."""
    name = variable.upper()
    return name.removeprefix(PREFIX).lower() if name.startswith(PREFIX) else None


def _explained(error: ValidationError) -> list[str]:
    return [_one(str(problem["loc"][0]), problem["msg"], problem["type"]) for problem in error.errors()]


def _one(name: str, message: str, kind: str) -> str:
    variable = next((variable for variable, told in os.environ.items() if told and _field(variable) == name), None)
    source = f"the environment variable {variable}" if variable else f"`{name}` in {config_file()}"
    return _no_setting(source) if kind == "extra_forbidden" else f"{source} is wrong: {message}."


def _no_setting(source: str) -> str:
    return f"{source} is no setting; allowed are {', '.join(Settings.model_fields)}."
