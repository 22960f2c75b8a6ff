"""Pulling a model from a hub: the one place that opens a connection for a model.

Uses the shared cache of huggingface_hub (https://huggingface.co/docs/huggingface_hub/guides/manage-cache), and with it
HF_ENDPOINT, HF_HOME, HF_TOKEN, HF_HUB_OFFLINE and the proxies of the environment.
"""

# The types of huggingface_hub have gaps.
# pyright: reportUnknownVariableType=false
from __future__ import annotations

import re
from collections.abc import Collection, Generator, Iterable, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any

import httpx
from huggingface_hub import HfApi, constants, hf_hub_download, hf_hub_url
from huggingface_hub.errors import (
    GatedRepoError,
    HfHubHTTPError,
    HFValidationError,
    LocalEntryNotFoundError,
    OfflineModeIsEnabled,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)
from huggingface_hub.file_download import repo_folder_name
from huggingface_hub.utils import build_hf_headers

from adapters.hub.fetch import Progress, RemoteFile, fetch
from adapters.hub.lock import Pulled, read_lock, record
from adapters.hub.reference import HubReference
from adapters.onnx.card import ModelCard, file_sha256, make_card, read_toml
from adapters.onnx.external import external_files
from adapters.onnx.folder import CONFIG_FILES, describe, pooling_file
from ports.errors import EmbedderUnavailable

_DIGEST = re.compile(r"[0-9a-f]{40}([0-9a-f]{24})?")


def pull(
    reference: HubReference,
    lock: Path,
    progress: Progress,
    *,
    update: bool = False,
    told: Mapping[str, Any] | None = None,
    endpoint: str | None = None,
    cache: Path | None = None,
) -> ModelCard:
    """Bring a model here and record its commit and its files' SHA-256 in the lock file.

    A model that was pulled before stays at its commit unless `update` is set. `told` has the last word on the card's
    fields. Raises EmbedderUnavailable with a code of its own for each thing that can go wrong on the way.
    """
    before = read_lock(lock).get(str(reference))
    pinned = before.commit if before and not update else reference.revision
    with _explained(reference):
        repository = _Repository(reference.repo, pinned, endpoint, cache or Path(constants.HF_HUB_CACHE))
        card = _pull(reference, repository, progress, told or {})
    record(lock, reference, Pulled(commit=repository.commit, card=card))
    return card


def _pull(reference: HubReference, repository: _Repository, progress: Progress, told: Mapping[str, Any]) -> ModelCard:
    folder = repository.bring_present(CONFIG_FILES, progress)
    repository.bring_present(filter(None, [pooling_file(folder)]), progress)
    told = {**read_toml(folder), **({"graph": reference.graph} if reference.graph else {}), **told}
    fields = {**describe(folder, repository.names, told), "model": str(reference), **told}
    card = make_card(folder, {**fields, "remedy": f"Run `palimpsest model pull hub:{reference}`."})
    files = [card.graph, card.tokenizer]
    graph = repository.bring(card.graph, progress)
    files += [str(PurePosixPath(card.graph).parent / name) for name in external_files(graph)]
    digests = {name: file_sha256(repository.bring(name, progress)) for name in files}
    return card.model_copy(update={"sha256": digests})


class _Repository:
    """A repository at a commit, and its part of the cache."""

    def __init__(self, repo: str, revision: str | None, endpoint: str | None, cache: Path) -> None:
        self._repo, self._endpoint, self._cache = repo, endpoint, cache
        info = HfApi(endpoint=endpoint).model_info(repo, revision=revision, files_metadata=True)
        self.commit = info.sha or ""
        self._files = {one.rfilename: one for one in info.siblings or []}

    @property
    def names(self) -> Collection[str]:
        """The files there are."""
        return self._files.keys()

    def bring(self, name: str, progress: Progress) -> Path:
        """Bring one file, if it is not here yet, and put it into the commit's folder; returns where it is."""
        stated = self._files.get(name)
        if stated is None:
            raise EmbedderUnavailable("MODEL_MISSING", f"{self._repo} has no file {name}; name another model.")
        url = hf_hub_url(self._repo, name, revision=self.commit, endpoint=self._endpoint)
        digest = (stated.lfs.sha256 if stated.lfs else stated.blob_id) or ""
        if stated.size is None or not _DIGEST.fullmatch(digest):
            raise EmbedderUnavailable("HUB_FAILED", f"The hub states no size or digest of {name}; it is not pulled.")
        file = RemoteFile(name, url, stated.size, digest)
        fetch(file, self._home / "blobs" / file.digest, build_hf_headers(), progress)
        link = hf_hub_download(self._repo, name, revision=self.commit, endpoint=self._endpoint, cache_dir=self._cache)
        return Path(link)

    def bring_present(self, names: Iterable[str], progress: Progress) -> Path:
        """Bring those of the files that there are; returns the commit's folder."""
        for name in names:
            if name in self._files:
                self.bring(name, progress)
        return self._home / "snapshots" / self.commit

    @property
    def _home(self) -> Path:
        return self._cache / repo_folder_name(repo_id=self._repo, repo_type="model")


@contextmanager
def _explained(reference: HubReference) -> Generator[None]:
    """Turn what the hub's library raises into errors that say what to do."""
    try:
        yield
    except OfflineModeIsEnabled as error:
        raise EmbedderUnavailable(
            "HUB_OFFLINE", "HF_HUB_OFFLINE is set, so nothing is downloaded; unset it to pull a model."
        ) from error
    except (GatedRepoError, RepositoryNotFoundError, RevisionNotFoundError, HFValidationError) as error:
        raise EmbedderUnavailable(
            "MODEL_NOT_FOUND",
            f"The hub has no hub:{reference} for you ({type(error).__name__}); check its name, or set HF_TOKEN where "
            "it is private.",
        ) from error
    except HfHubHTTPError as error:
        raise EmbedderUnavailable(
            "HUB_FAILED", f"The hub answered {error.response.status_code} for hub:{reference}; try again later."
        ) from error
    except (httpx.HTTPError, httpx.StreamError, LocalEntryNotFoundError) as error:
        raise EmbedderUnavailable(
            "HUB_UNREACHABLE",
            f"The hub cannot be reached ({error or type(error).__name__}); check the connection, the proxy and "
            "HF_ENDPOINT, and pull again: what is here already is kept.",
        ) from error
    except OSError as error:
        raise EmbedderUnavailable("DOWNLOAD_FAILED", f"hub:{reference} cannot be stored: {error}.") from error
