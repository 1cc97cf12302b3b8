"""Store the OpenAPI documents on disk, shared by the processes of an installation: making one takes seconds.

A file is named by a digest of all that a document is made of: the code, the catalogues, the locked packages, Python and
the settings of the environment. So none is ever stale, and nothing need be deleted for a new version to show.
"""

import hashlib
import logging
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings

_PACKAGES: Final = ("accounts", "analysis", "config", "geo", "registry", "transfers")
_READ: Final = frozenset({".py", ".mo", ".html", ".json", ".sql", ".yaml"})
_SECRETS: Final = ("KEY", "PASSWORD", "SECRET", "TOKEN", "DATABASE")
_PREFIXES: Final = ("TABANCA_", "DJANGO_")
_MAX_FILES: Final = 12  # four versions in three languages
logger = logging.getLogger(__name__)


def get_folder() -> Path:
    """Return the folder of the documents."""
    return Path(settings.LOCAL_DIR) / "openapi"


@cache
def compute_digest() -> str:
    """Return the digest of all that the documents are made of."""
    digest = hashlib.sha256(sys.version.encode())
    for name, value in sorted(os.environ.items()):
        if name.startswith(_PREFIXES) and not any(word in name for word in _SECRETS):
            digest.update(f"{name}={value}\n".encode())
    base = Path(settings.BASE_DIR)
    files = [path for name in _PACKAGES for path in (base / name).rglob("*") if path.suffix in _READ and path.is_file()]
    for path in sorted([*files, *base.glob("requirements*.lock")]):
        digest.update(f"{path.relative_to(base)}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:32]


def has_documents() -> bool:
    """Return whether the documents of all languages are stored."""
    return all(_get_path(language).is_file() for language, _name in settings.LANGUAGES)


def load_document(language: str, build: Callable[[], bytes]) -> bytes:
    """Return the stored document in a language, else the one that `build` returns, which is stored.

    A folder that cannot be read or written costs time only.
    """
    try:
        return _get_path(language).read_bytes()
    except OSError:  # most often: not built yet
        document = build()
    try:
        _store(_get_path(language), document)
    except OSError:
        logger.warning("the OpenAPI document cannot be stored", exc_info=True)
    return document


def _get_path(language: str) -> Path:
    return get_folder() / f"{compute_digest()}.{language}.json"


def _store(path: Path, document: bytes) -> None:
    """Write a whole file at once, and delete the oldest ones of other versions."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent)
    try:
        with open(handle, "wb") as file:
            file.write(document)
        Path(name).replace(path)  # whole, whoever reads it meanwhile
    finally:
        Path(name).unlink(missing_ok=True)  # where the disk is full
    files = sorted(path.parent.glob("*.json"), key=lambda one: one.stat().st_mtime, reverse=True)
    for old in files[_MAX_FILES:]:
        old.unlink(missing_ok=True)
