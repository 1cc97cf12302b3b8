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


def path_of(stored: StoredFile | UUID | str) -> Path:
    """Where a stored file lies: two levels of folders from a hash of the id, as time-ordered ids share their start."""
    identity = str(stored.id if isinstance(stored, StoredFile) else stored)
    folder = hashlib.sha256(identity.encode()).hexdigest()
    return settings.FILES_ROOT / folder[:2] / folder[2:4] / identity


def content_of(stored: StoredFile) -> Path:
    """Where the bytes of a file lie. Raises NOT_FOUND when they are gone (a backup restored without its files)."""
    path = path_of(stored)
    if not path.is_file():
        raise not_found(_("Le contenu de ce fichier n'existe plus."))
    return path
