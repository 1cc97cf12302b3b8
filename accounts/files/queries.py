"""Locate stored files."""

import hashlib
from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.files.models import StoredFile
from config.errors.problems import not_found


def build_relative_path(file_id: UUID | str) -> Path:
    """Return a file's path relative to FILES_ROOT.

    The two folder levels come from a hash of the id, because time-ordered ids share their prefix.
    """
    folder = hashlib.sha256(str(file_id).encode()).hexdigest()
    return Path(folder[:2], folder[2:4], str(file_id))


def build_file_path(stored: StoredFile | UUID | str) -> Path:
    """Return the absolute path of a stored file."""
    return settings.FILES_ROOT / build_relative_path(stored.id if isinstance(stored, StoredFile) else stored)


def find_lost_files() -> str | None:
    """Describe recorded files that are missing or have another size; None when there are none (for `check_data`)."""
    lost = [
        str(file_id)
        for file_id, size in StoredFile.objects.order_by("id").values_list("id", "taille").iterator()
        if not (path := build_file_path(file_id)).is_file() or path.stat().st_size != size
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
