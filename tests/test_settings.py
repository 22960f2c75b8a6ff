"""Settings: where they come from, and what a wrong one is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from domain.context import Review, Secrets
from entrypoints.mcp.service import Client, Service
from entrypoints.settings import PREFIX, LogLevel, Settings, ToolSet, load_settings
from ports.errors import BadSettings

ALLOWED = {
    "store": "'sqlite'",
    "embedder": "hashing, off, hub:OWNER/NAME",
    "review": "'off', 'flagged' or 'all'",
    "secrets": "'refuse' or 'allow'",
    "tools": "'all' or 'core'",
    "log_level": "'debug', 'info', 'warning' or 'error'",
    "busy_seconds": "valid number",
    "patience_seconds": "valid number",
    "idle_seconds": "valid number",
    "near_duplicate": "valid number",
    "threads": "valid integer",
    "allow_remote": "valid boolean",
    "http_window": "valid integer",
    "http_timeout": "valid number",
}
OUT_OF_BOUNDS = [
    ("busy_seconds", "-1", "greater than or equal to 0"),
    ("busy_seconds", "nan", "less than or equal to 600"),
    ("patience_seconds", "61", "less than or equal to 60"),
    ("idle_seconds", "inf", "less than or equal to 1000000"),
    ("near_duplicate", "1.5", "less than or equal to 1"),
    ("threads", "0", "greater than or equal to 1"),
]


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of settings that is not there yet, and nothing set."""
    path = tmp_path / "config.toml"
    for field in Settings.model_fields:
        monkeypatch.delenv(PREFIX + field.upper(), raising=False)
    monkeypatch.setenv(f"{PREFIX}CONFIG", str(path))
    return path


def refusal() -> str:
    with pytest.raises(BadSettings) as raised:
        load_settings()
    assert raised.value.code == "BAD_SETTING"
    return raised.value.message


def test_the_defaults() -> None:
    settings = load_settings()
    assert (settings.embedder, settings.review, settings.secrets) == ("e5-small", Review.FLAGGED, Secrets.REFUSE)
    assert (settings.tools, settings.log_level) == (ToolSet.ALL, LogLevel.WARNING)
    assert settings.database.name == "memory.sqlite"


def test_the_file_is_read_and_the_environment_wins(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text('review = "all"\ntools = "core"\nbusy_seconds = 2.5\n')
    monkeypatch.setenv("PALIMPSEST_REVIEW", "off")
    settings = load_settings()
    assert (settings.review, settings.tools, settings.busy_seconds) == (Review.OFF, ToolSet.CORE, 2.5)


def test_an_empty_variable_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PALIMPSEST_DB", "")
    monkeypatch.setenv("PALIMPSEST_REVIEW", "")
    assert load_settings() == Settings()
    assert load_settings().db is None


def test_the_home_folder_may_be_written_short(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PALIMPSEST_DB", "~/notes.sqlite")
    assert load_settings().database == tmp_path / "notes.sqlite"


@pytest.mark.parametrize(
    "told",
    [
        "~/notes.sqlite",
        "$HOME/notes.sqlite",
        "${HOME}/notes.sqlite",
        "%USERPROFILE%/notes.sqlite",
        "%USERPROFILE%\\notes.sqlite",
        '"~/notes.sqlite"',
        " '$HOME/notes.sqlite' ",
        "$NOTES/notes.sqlite",
    ],
)
def test_a_path_is_read_as_it_was_meant(told: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, file: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("NOTES", str(tmp_path))
    monkeypatch.delenv("USERPROFILE", raising=False)
    monkeypatch.setenv("PALIMPSEST_DB", told)
    assert load_settings().database == tmp_path / "notes.sqlite"
    monkeypatch.delenv("PALIMPSEST_DB")
    file.write_text(f"db = {json.dumps(told)}\n")
    assert load_settings().database == tmp_path / "notes.sqlite"
    monkeypatch.setenv("PALIMPSEST_EMBEDDER", "path:" + told)
    assert load_settings().embedder_name == str(tmp_path / "notes.sqlite")


NO_PATHS = {
    "${workspaceFolder}/notes.sqlite": "${workspaceFolder} in it is not set",
    "/x/${env:HOME}/notes.sqlite": "nothing has put in",
    "$NO_SUCH_VARIABLE/x": "$NO_SUCH_VARIABLE in it is not set",
    "%NO_SUCH_VARIABLE%/x": "%NO_SUCH_VARIABLE% in it is not set",
    ":memory:": "is no path of a file",
    "file:///x/notes.sqlite": "is no path of a file",
    "sqlite:///x/notes.sqlite": "is no path of a file",
    "https://example.org/notes.sqlite": "is no path of a file",
    "notes.sqlite": "is relative",
    "./notes.sqlite": "is relative",
    "../notes.sqlite": "is relative",
    "~nobody-of-this-name/notes.sqlite": "is relative",
    "C:\\notes.sqlite": "is ",
    '""': "is relative",
}


@pytest.mark.parametrize(("told", "why"), NO_PATHS.items())
@pytest.mark.parametrize("name", ["DB", "CONFIG", "EMBEDDER"])
def test_what_would_make_a_stray_file_is_refused(
    name: str, told: str, why: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(PREFIX + name, f"path:{told}" if name == "EMBEDDER" else told)
    message = refusal()
    assert f"the environment variable {PREFIX}{name} is wrong" in message
    assert why in message
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("name", "allowed"), ALLOWED.items())
def test_a_wrong_variable_is_named_with_what_is_allowed(
    name: str, allowed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PREFIX + name.upper(), "!?")
    message = refusal()
    assert f"the environment variable {PREFIX}{name.upper()} is wrong" in message
    assert allowed in message


@pytest.mark.parametrize(("name", "allowed"), ALLOWED.items())
def test_a_wrong_line_of_the_file_is_named_with_what_is_allowed(name: str, allowed: str, file: Path) -> None:
    file.write_text(f'{name} = "!?"\n')
    message = refusal()
    assert f"`{name}` in {file} is wrong" in message
    assert allowed in message


@pytest.mark.parametrize(("name", "value", "bound"), OUT_OF_BOUNDS)
def test_a_number_out_of_bounds(name: str, value: str, bound: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PREFIX + name.upper(), value)
    assert bound in refusal()


def test_all_that_is_wrong_is_told_at_once(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text('tools = "some"\n')
    monkeypatch.setenv("PALIMPSEST_THREADS", "many")
    message = refusal()
    assert "PALIMPSEST_THREADS" in message
    assert f"`tools` in {file}" in message


def test_a_setting_that_there_is_not(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text('colour = "red"\n')
    assert f"`colour` in {file} is no setting; allowed are db, store, embedder" in refusal()
    file.write_text("")
    monkeypatch.setenv("PALIMPSEST_EMBEDER", "off")
    assert "the environment variable PALIMPSEST_EMBEDER is no setting; allowed are db, store, embedder" in refusal()


@pytest.mark.parametrize("text", [b"review = ", b"\xff\xfe", b"[review]\n[review]\n"])
def test_a_file_that_is_no_toml(text: bytes, file: Path) -> None:
    file.write_bytes(text)
    with pytest.raises(BadSettings) as raised:
        load_settings()
    assert raised.value.code == "BAD_SETTINGS_FILE"
    assert str(file) in raised.value.message


def test_every_tool_reports_wrong_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    from entrypoints.container import Container

    monkeypatch.setenv("PALIMPSEST_REVIEW", "never")
    service = Service(lambda: Container().world())
    for tool, arguments in (("memory_search", {"query": "x"}), ("memory_health", {}), ("memory_guide", {})):
        with pytest.raises(BadSettings) as raised:
            service.call(tool, arguments, Client())
        assert "PALIMPSEST_REVIEW" in raised.value.message
