"""Keeping uploaded files: on disk under their id, never under the name that was sent."""

import hashlib
import re
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.files.models import StoredFile
from config.api.problems import not_found

SIGNATURES = (
    (b"%PDF-", "application/pdf"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/vnd.ms-excel"),
    (b"SQLite format 3\x00", "application/geopackage+sqlite3"),
)
OWN = re.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
STRAY_AFTER = timedelta(days=1)
SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def content_type(head: bytes, name: str) -> str:
    """The media type by content; the name only tells text formats apart. Unknown bytes are octet-stream."""
    for signature, found in SIGNATURES:
        if head.startswith(signature):
            return found
    if head.startswith(b"PK\x03\x04"):
        return SHEET if name.lower().endswith(".xlsx") else "application/zip"
    if b"\x00" not in head:
        return {"csv": "text/csv", "geojson": "application/geo+json", "json": "application/json"}.get(
            name.rpartition(".")[2].lower(), "text/plain"
        )
    return "application/octet-stream"


def path_of(stored: StoredFile | UUID | str) -> Path:
    """Where a stored file lies: two levels of folders from a hash of the id, as time-ordered ids share their start."""
    identity = str(stored.id if isinstance(stored, StoredFile) else stored)
    folder = hashlib.sha256(identity.encode()).hexdigest()
    return settings.FILES_ROOT / folder[:2] / folder[2:4] / identity


def keep(upload: Any, user: Any, expires_in: timedelta | None = None) -> StoredFile:
    """Write an upload to disk in chunks and record it. How large it may be, config.api.uploads has seen to."""
    head = upload.read(512)
    upload.seek(0)
    name = upload.name.rpartition("/")[2].rpartition("\\")[2][:255] or "fichier"
    expires = timezone.now() + expires_in if expires_in else None
    stored = StoredFile(nom=name, taille=upload.size, type=content_type(head, name), user=user, expires_at=expires)
    target = path_of(stored)
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with target.open("wb") as out:
        for chunk in upload.chunks():
            out.write(chunk)
    stored.save(force_insert=True)
    return stored


def given_to(job: Any) -> Path:
    """Where the file lies that a job was given (`fichier` of its parameters). Raises NOT_FOUND when it is gone."""
    path = path_of(job.parametres["fichier"])
    if not path.is_file():
        raise not_found(_("Le fichier de cette tâche n'existe plus : envoyez-le de nouveau."))
    return path


def forget(stored: StoredFile) -> None:
    """Remove a stored file and its record; a file that is already gone is no fault."""
    path_of(stored).unlink(missing_ok=True)
    stored.delete()


def job_ended(job: Any) -> None:
    """The file that a job was given goes with the job's end: its record with it, its bytes when it is committed."""
    identity = job.parametres.get("fichier")
    if identity:
        StoredFile.objects.filter(id=identity).delete()
        transaction.on_commit(lambda: path_of(identity).unlink(missing_ok=True))


def forget_expired() -> int:
    """Remove the files whose time is over. Answers how many."""
    expired = list(StoredFile.objects.filter(expires_at__lt=timezone.now())[:1000])
    for stored in expired:
        forget(stored)
    return len(expired)


def forget_strays() -> int:
    """Remove what lies on disk for more than a day without a record: whoever wrote it was killed. Answers how many."""
    before = (timezone.now() - STRAY_AFTER).timestamp()
    found = 0
    for folder in settings.FILES_ROOT.glob("??/??"):
        old = {
            path.name: path for path in folder.iterdir() if OWN.fullmatch(path.name) and path.stat().st_mtime < before
        }
        known = set(map(str, StoredFile.objects.filter(id__in=old).values_list("id", flat=True)))
        for name in old.keys() - known:
            old[name].unlink(missing_ok=True)
            found += 1
    return found
