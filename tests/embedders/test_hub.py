"""A model is pulled from a hub once, resumably and verified, and is used without any connection."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from adapters.hub.fetch import Progress
from adapters.hub.lock import pulled_card, read_lock
from adapters.hub.pull import pull
from adapters.hub.reference import HubReference, parse_reference
from adapters.onnx.card import BOX, ModelCard
from ports.errors import BadSettings, EmbedderUnavailable
from tests.embedders.fake_hub import COMMIT, FakeHub
from tests.embedders.models import GRAPH, PIECES, SHAPE, WEIGHTS, put, write_shape

ROOT = Path(__file__).parents[2]
REPO = "someone/small"
LATER = "beef" + "0" * 36
SIZE = 5 << 20


@dataclass
class Site:
    """A hub with one repository, and a place to pull it to."""

    hub: FakeHub
    home: Path
    source: Path

    def pull(self, name: str = REPO, progress: Progress = lambda *_: None, **options: Any) -> ModelCard:
        where = {"endpoint": self.hub.url, "cache": self.home / "cache"}
        return pull(parse_reference(name), self.lock, progress, **{**where, **options})

    @property
    def lock(self) -> Path:
        return self.home / "models.json"


def make_source(folder: Path, seed: int = 0) -> Path:
    """A repository of the real graph with weights and a tokenizer that are not real: enough to be pulled."""
    write_shape(folder, {**SHAPE, "README.md": "not needed"})
    put(BOX / GRAPH, folder / "onnx" / "model.onnx")
    noise = hashlib.shake_128(bytes([seed])).digest(SIZE)
    (folder / "onnx" / WEIGHTS).write_bytes(noise)
    (folder / PIECES).write_bytes(noise[: SIZE // 10])
    (folder / "pytorch_model.bin").write_bytes(b"not needed either" * 2_000)
    return folder


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    source = make_source(tmp_path / "source")
    with FakeHub({REPO: {COMMIT: source}}) as hub:
        yield Site(hub, tmp_path, source)


def refusal(site: Site, name: str = REPO, **options: Any) -> EmbedderUnavailable:
    with pytest.raises(EmbedderUnavailable) as raised:
        site.pull(name, **options)
    return raised.value


def broken_off(at: int) -> Callable[[bytes], bytes]:
    return lambda content: content[:at]


def damaged(content: bytes) -> bytes:
    return content[:1_000] + bytes([content[1_000] ^ 1]) + content[1_001:]


def test_a_pull_records_commit_card_and_digests_and_the_files_have_them(site: Site) -> None:
    card = site.pull()
    assert card.model == REPO
    assert (card.dimensions, card.pooling, card.window, card.query_prefix) == (384, "mean", 512, "query: ")
    assert card.sha256.keys() == {"onnx/model.onnx", f"onnx/{WEIGHTS}", PIECES}
    card.check()
    assert (card.folder / "onnx" / WEIGHTS).read_bytes() == (site.source / "onnx" / WEIGHTS).read_bytes()
    assert read_lock(site.lock)[REPO].commit == COMMIT
    assert pulled_card(site.lock, HubReference(REPO)) == card


def test_only_what_the_model_needs_is_brought(site: Site) -> None:
    site.pull()
    brought = {path.rsplit("/", 1)[-1] for method, path, _ in site.hub.requests if "/resolve/" in path}
    assert WEIGHTS in brought
    assert "README.md" not in brought
    assert "pytorch_model.bin" not in brought


def test_a_model_that_was_pulled_needs_no_connection(site: Site) -> None:
    site.pull()
    asked = len(site.hub.requests)
    pulled_card(site.lock, HubReference(REPO)).check()
    assert len(site.hub.requests) == asked > 0


def test_a_model_that_was_not_pulled_says_how(site: Site) -> None:
    with pytest.raises(EmbedderUnavailable) as raised:
        pulled_card(site.lock, HubReference(REPO))
    assert raised.value.code == "MODEL_NOT_PULLED"
    assert f"palimpsest model pull hub:{REPO}" in raised.value.message
    assert site.hub.requests == []


def test_what_is_here_is_not_brought_again(site: Site) -> None:
    site.pull()
    brought = len(site.hub.ranges(WEIGHTS))
    site.lock.unlink()
    site.pull()
    assert len(site.hub.ranges(WEIGHTS)) == brought == 1


def test_progress_goes_up_to_the_whole_of_each_file(site: Site) -> None:
    steps: list[tuple[str, int, int]] = []
    site.pull(progress=lambda *step: steps.append(step))
    of_weights = [(done, total) for name, done, total in steps if name == f"onnx/{WEIGHTS}"]
    assert of_weights == sorted(of_weights)
    assert of_weights[-1] == (SIZE, SIZE)
    assert len(of_weights) > 3


def test_a_connection_that_breaks_is_taken_up_again_in_the_same_pull(site: Site) -> None:
    site.hub.spoil[f"onnx/{WEIGHTS}"] = broken_off(2 << 20)

    def mend(name: str, done: int, total: int) -> None:
        if done >= 2 << 20:
            site.hub.spoil.clear()

    site.pull(progress=mend).check()
    ranges = site.hub.ranges(WEIGHTS)
    assert ranges[0] == "bytes=0-"
    assert ranges[1] == f"bytes={2 << 20}-"


def test_a_pull_that_was_interrupted_goes_on_where_it_stopped(site: Site) -> None:
    def interrupt(name: str, done: int, total: int) -> None:
        if done >= 3 << 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        site.pull(progress=interrupt)
    assert not site.lock.exists()
    site.pull().check()
    start = int(site.hub.ranges(WEIGHTS)[-1].removeprefix("bytes=").removesuffix("-"))
    assert start >= 3 << 20


def test_a_server_without_ranges_is_asked_for_the_whole_again(site: Site) -> None:
    site.hub.knows_ranges = False

    def interrupt(name: str, done: int, total: int) -> None:
        if done >= 3 << 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        site.pull(progress=interrupt)
    site.pull().check()


def test_a_connection_that_breaks_at_the_same_place_for_ever_is_given_up_and_kept(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.hub.fetch.PAUSES_SECONDS", (0.0, 0.0))
    site.hub.spoil[f"onnx/{WEIGHTS}"] = broken_off(1 << 20)
    error = refusal(site)
    assert error.code == "HUB_UNREACHABLE"
    assert "what is here already is kept" in error.message
    site.hub.spoil.clear()
    site.pull().check()
    assert site.hub.ranges(WEIGHTS)[-1] == f"bytes={1 << 20}-"


@pytest.mark.parametrize("name", [f"onnx/{WEIGHTS}", "onnx/model.onnx", PIECES, "config.json"])
def test_a_file_that_arrives_damaged_is_thrown_away_and_brought_anew(site: Site, name: str) -> None:
    site.hub.spoil[name] = damaged if name != "config.json" else lambda content: content.replace(b"384", b"385")
    error = refusal(site)
    assert error.code == "DOWNLOAD_CORRUPT"
    assert name in error.message
    assert not site.lock.exists()
    site.hub.spoil.clear()
    site.pull().check()


def test_a_file_that_was_damaged_in_the_cache_is_refused_and_mended_by_a_pull(site: Site) -> None:
    card = site.pull()
    (card.folder / "onnx" / WEIGHTS).resolve().write_bytes(b"damaged")
    with pytest.raises(EmbedderUnavailable) as raised:
        pulled_card(site.lock, HubReference(REPO)).check()
    assert raised.value.code == "MODEL_TAMPERED"
    assert f"palimpsest model pull hub:{REPO}" in raised.value.message
    site.pull().check()


def test_a_model_stays_at_its_commit_until_it_is_updated(site: Site, tmp_path: Path) -> None:
    first = site.pull()
    newer = make_source(tmp_path / "newer", seed=1)
    site.hub.repositories = {REPO: {COMMIT: site.source, LATER: newer}}
    assert site.pull() == first
    updated = site.pull(update=True)
    assert read_lock(site.lock)[REPO].commit == LATER
    assert updated.space.content_hash != first.space.content_hash


def test_a_revision_and_a_graph_may_be_named(site: Site, tmp_path: Path) -> None:
    put(BOX / GRAPH, site.source / "onnx" / "model_q8.onnx")
    site.hub.repositories = {REPO: {COMMIT: site.source, LATER: make_source(tmp_path / "newer", seed=1)}}
    card = site.pull(f"{REPO}@{COMMIT}#onnx/model_q8.onnx")
    assert card.graph == "onnx/model_q8.onnx"
    assert card.folder.name == COMMIT


def test_what_the_repository_does_not_say_can_be_told(site: Site) -> None:
    card = site.pull(told={"passage_prefix": "text: ", "window": 128})
    assert (card.passage_prefix, card.window) == ("text: ", 128)


@pytest.mark.parametrize("name", ["someone/other", f"{REPO}@{'0' * 40}"])
def test_a_name_that_the_hub_does_not_know_is_said(site: Site, name: str) -> None:
    error = refusal(site, name)
    assert error.code == "MODEL_NOT_FOUND"
    assert name in error.message


def test_a_graph_that_is_not_in_the_repository_is_named(site: Site) -> None:
    error = refusal(site, f"{REPO}#onnx/none.onnx")
    assert error.code == "MODEL_MISSING"
    assert "onnx/none.onnx" in error.message


def test_a_hub_that_is_not_there_is_said(site: Site) -> None:
    error = refusal(site, endpoint="http://127.0.0.1:9")
    assert error.code == "HUB_UNREACHABLE"


def test_a_lock_file_that_cannot_be_read_is_named(site: Site) -> None:
    site.lock.write_text("{")
    error = refusal(site)
    assert error.code == "BAD_MODEL_LOCK"
    assert str(site.lock) in error.message


@pytest.mark.parametrize("name", ["", "name", "a/b/c", "a/b@", "a/b#file.bin", "a b/c", "../x"])
def test_a_name_of_another_shape_is_a_wrong_setting(name: str) -> None:
    with pytest.raises(BadSettings) as raised:
        parse_reference(name)
    assert raised.value.code == "BAD_MODEL_NAME"


def test_names_are_written_as_they_are_read() -> None:
    for name in ("a/b", "a/b@main", "a/b#onnx/model_O4.onnx", "intfloat/e5@v1.0#m.onnx"):
        assert str(parse_reference(name)) == name


def pull_in_a_process(site: Site, **environment: str) -> subprocess.CompletedProcess[str]:
    """Pull with nothing but the environment to say where the hub is."""
    script = f"""
from pathlib import Path
from adapters.hub.pull import pull
from adapters.hub.reference import parse_reference
from ports.errors import EmbedderUnavailable
try:
    print(pull(parse_reference({REPO!r}), Path({str(site.lock)!r}), lambda *_: None).model)
except EmbedderUnavailable as error:
    print(error.code)
"""
    kept = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
    kept |= {"HF_HOME": str(site.home / "hf"), **environment}
    return subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=kept, capture_output=True, text=True, timeout=60, check=True
    )


def test_the_environment_says_where_the_hub_and_the_shared_cache_are(site: Site) -> None:
    assert pull_in_a_process(site, HF_ENDPOINT=site.hub.url).stdout == f"{REPO}\n"
    assert (site.home / "hf" / "hub" / "models--someone--small" / "snapshots" / COMMIT).is_dir()
    assert json.loads(site.lock.read_text())[REPO]["commit"] == COMMIT


def test_the_environments_proxy_is_used(site: Site) -> None:
    done = pull_in_a_process(site, HF_ENDPOINT="http://hub.invalid", HTTP_PROXY=site.hub.url)
    assert done.stdout == f"{REPO}\n"
    assert len(site.hub.ranges(WEIGHTS)) == 1


def test_offline_nothing_is_asked_for(site: Site) -> None:
    assert pull_in_a_process(site, HF_ENDPOINT=site.hub.url, HF_HUB_OFFLINE="1").stdout == "HUB_OFFLINE\n"
    assert site.hub.requests == []
