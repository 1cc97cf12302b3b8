"""Locate stored files, and register who may read them."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.files.models import HOLDERS, StoredFile
from config.errors.problems import not_found


def register_holder(name: str, holder: Callable[[Any], QuerySet]) -> None:
    """Register a holder: `holder(user)` returns the ids of files attached to objects that `user` may see.

    Called from an upper app's `hooks.py`.
    """
    HOLDERS[name] = holder


def build_relative_path(identity: UUID | str) -> Path:
    """Return a file's path relative to FILES_ROOT.

    The two folder levels come from a hash of the id, because time-ordered ids share their prefix.
    """
    folder = hashlib.sha256(str(identity).encode()).hexdigest()
    return Path(folder[:2], folder[2:4], str(identity))


def build_file_path(stored: StoredFile | UUID | str) -> Path:
    """Return the absolute path of a stored file."""
    return settings.FILES_ROOT / build_relative_path(stored.id if isinstance(stored, StoredFile) else stored)


def find_lost_files() -> str | None:
    """Describe recorded files that are missing or have another size; None when there are none (for `check_data`)."""
    lost = [
        str(identity)
        for identity, size in StoredFile.objects.order_by("id").values_list("id", "taille").iterator()
        if not (path := build_file_path(identity)).is_file() or path.stat().st_size != size
    ]
    return f"{len(lost)} files are not there, or not as long as recorded: {', '.join(lost[:3])}" if lost else None


def find_content_path(stored: StoredFile) -> Path:
    """Return the path of a file's content.

    Raises NOT_FOUND when it is missing (a backup restored without its files).
    """
    path = build_file_path(stored)
    if not path.is_file():
        raise not_found(_("Le contenu de ce fichier n'existe plus."))
    return path
