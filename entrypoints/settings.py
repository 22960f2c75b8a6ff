"""Settings: environment variables with the prefix PALIMPSEST_, then a TOML file, then defaults."""

from __future__ import annotations

import os
import tomllib
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import platformdirs
from pydantic import Field, ValidationError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from domain.context import Review, Secrets
from ports.errors import BadSettings

APP = "palimpsest"
PREFIX = "PALIMPSEST_"


class StoreKind(StrEnum):
    """The stores that can be chosen by name."""

    SQLITE = "sqlite"


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
    return Path(named) if named else platformdirs.user_config_path(APP) / "config.toml"


class Settings(BaseSettings):
    """Every setting there is. Field names in upper case with the prefix are the environment's names."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True)

    db: Annotated[Path | None, Field(description="the database file")] = None
    store: StoreKind = StoreKind.SQLITE
    embedder: Annotated[str, Field(min_length=1)] = "e5-small"
    review: Review = Review.FLAGGED
    secrets: Secrets = Secrets.REFUSE
    tools: ToolSet = ToolSet.ALL
    log_level: LogLevel = LogLevel.WARNING
    busy_seconds: Annotated[float, Field(ge=0, le=600)] = 10.0
    patience_seconds: Annotated[float, Field(ge=0, le=60)] = 1.0
    idle_seconds: Annotated[float, Field(ge=0)] = 300.0
    near_duplicate: Annotated[float, Field(gt=0, le=1)] = 0.95
    threads: Annotated[int, Field(ge=1, le=64)] = 2
    allow_remote: bool = False
    http_model: str | None = None
    http_timeout: Annotated[float, Field(gt=0, le=600)] = 30.0
    config: Annotated[Path | None, Field(description="this file of settings")] = None

    @property
    def database(self) -> Path:
        """The database file: as set, or in the platform's folder for user data."""
        return self.db.expanduser() if self.db else platformdirs.user_data_path(APP) / "memory.sqlite"

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


def load_settings() -> Settings:
    """The settings in force.

    Raises BadSettings(`BAD_SETTING`), which names each wrong one, its source and its bounds.
    """
    try:
        return Settings()
    except ValidationError as error:
        raise BadSettings("BAD_SETTING", " ".join(_explained(error)), source=str(config_file())) from error
    except (tomllib.TOMLDecodeError, OSError) as error:
        raise BadSettings("BAD_SETTINGS_FILE", f"{config_file()} cannot be read as TOML: {error}.") from error


def _explained(error: ValidationError) -> list[str]:
    return [_one(str(problem["loc"][0]), problem["msg"], problem["type"]) for problem in error.errors()]


def _one(name: str, message: str, kind: str) -> str:
    variable = PREFIX + name.upper()
    source = f"the environment variable {variable}" if variable in os.environ else f"`{name}` in {config_file()}"
    if kind == "extra_forbidden":
        return f"{source} is no setting; allowed are {', '.join(Settings.model_fields)}."
    return f"{source} is wrong: {message}."
