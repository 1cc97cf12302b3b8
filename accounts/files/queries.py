"""Reading files: who may, and where they lie."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.files.models import HOLDERS, StoredFile
from config.api.problems import not_found


def register_holder(name: str, holder: Callable[[Any], QuerySet]) -> None:
    """Let `holder(user)` say the ids of the files that hang on what `user` may see (an upper app's `hooks.py`)."""
    HOLDERS[name] = holder


def locate_file(identity: UUID | str) -> Path:
    """Where a file lies below the folder of files: two levels from a hash of the id, as time-ordered ids share their
    start."""
    folder = hashlib.sha256(str(identity).encode()).hexdigest()
    return Path(folder[:2], folder[2:4], str(identity))


def path_of(stored: StoredFile | UUID | str) -> Path:
    """Where a stored file lies."""
    return settings.FILES_ROOT / locate_file(stored.id if isinstance(stored, StoredFile) else stored)


def find_lost_files() -> str | None:
    """Every recorded file is there, as long as it is recorded to be (for `manage.py check_data`)."""
    lost = [
        str(identity)
        for identity, size in StoredFile.objects.order_by("id").values_list("id", "taille").iterator()
        if not (path := path_of(identity)).is_file() or path.stat().st_size != size
    ]
    return f"{len(lost)} files are not there, or not as long as recorded: {', '.join(lost[:3])}" if lost else None


def content_of(stored: StoredFile) -> Path:
    """Where the bytes of a file lie. Raises NOT_FOUND when they are gone (a backup restored without its files)."""
    path = path_of(stored)
    if not path.is_file():
        raise not_found(_("Le contenu de ce fichier n'existe plus."))
    return path
