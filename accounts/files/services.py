"""Store uploaded files on disk, named by their id and never by the name that was sent."""

import re
from collections.abc import Collection, Iterable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Count, QuerySet, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.files.content.kinds import HEAD, build_mismatch_problem, detect_content_type, detect_deposit_type
from accounts.files.content.names import clean_file_name
from accounts.files.content.pictures import STRIPPERS, BrokenPicture
from accounts.files.models import StoredFile
from accounts.files.queries import build_file_path
from accounts.files.rules import find_quota
from accounts.users.models import User
from config.caller import Caller, describe_rights
from config.errors.problems import Problem, blocked_by_dependencies, invalid, not_found
from config.locks import Lock, lock_name, lock_rows

STORED_NAME = re.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
STRAY_AFTER = timedelta(days=1)
BLOCK_BYTES: Final = 1024 * 1024
# Removals share the lock; a backup takes it exclusively.
HOLD_REMOVALS: Final = f"SELECT pg_advisory_lock(hashtext('{Lock.FILE_REMOVALS.value}'))"


def store_file(upload: Any, user: Caller, expires_in: timedelta | None = None) -> StoredFile:
    """Store an upload for a job. `config.api.uploads` has already checked its size."""
    head = upload.read(HEAD)
    upload.seek(0)
    name = clean_file_name(upload.name)
    expires = timezone.now() + expires_in if expires_in else None
    stored = StoredFile(
        nom=name, taille=upload.size, type=detect_content_type(head, name), user_id=user.id, expires_at=expires
    )
    _write_content(stored, upload.chunks())
    try:
        stored.save(force_insert=True)
    except BaseException:
        build_file_path(stored).unlink(missing_ok=True)
        raise
    return stored


def _write_content(stored: StoredFile, parts: Iterable[bytes | memoryview]) -> int:
    """Write the content of a new file to disk and return its size.

    A failed write leaves nothing; files left by a killed process are removed later (`remove_stray_files`).
    """
    target = build_file_path(stored)
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        with target.open("wb") as out:
            return sum(out.write(part) for part in parts)
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def deposit_file(*, upload: Any, caller: Caller) -> StoredFile:
    """Store a file to be attached later; it expires unless it is attached. Pictures lose the metadata of cameras.

    Raises UNSUPPORTED_MEDIA for another kind, or content that does not match the name; PAYLOAD_TOO_LARGE for a workbook
    that becomes too large, and when the caller has too many unattached files: then nothing is stored.
    """
    name = clean_file_name(upload.name)
    media = detect_deposit_type(upload, name)
    expires = timezone.now() + timedelta(hours=settings.FILE_KEEP_HOURS)
    stored = StoredFile(nom=name, type=media, usage=StoredFile.Usage.DEPOT, user_id=caller.id, expires_at=expires)
    stored.taille = _write_content(stored, _strip_metadata(upload, media))
    try:
        with transaction.atomic():
            _require_quota(caller, stored.taille)
            stored.save(force_insert=True)
    except BaseException:
        build_file_path(stored).unlink(missing_ok=True)
        raise
    return stored


def keep_result(*, name: str, media: str, content: bytes | Path, caller: Caller) -> StoredFile:
    """Store what a job has made for its user, as a deposit of their own: they download it until it expires.

    It is theirs with the rights that they have now. A large result is given as the path of a file, which is copied in
    blocks. Raises PAYLOAD_TOO_LARGE as `deposit_file` does.
    """
    expires = timezone.now() + timedelta(hours=settings.FILE_KEEP_HOURS)
    stored = StoredFile(
        nom=name,
        type=media,
        usage=StoredFile.Usage.DEPOT,
        user_id=caller.id,
        droits=describe_rights(caller),
        expires_at=expires,
    )
    _require_quota(caller, len(content) if isinstance(content, bytes) else content.stat().st_size)
    stored.taille = _write_content(stored, [content] if isinstance(content, bytes) else _read_blocks(content))
    stored.save(force_insert=True)
    return stored


def _read_blocks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while block := file.read(BLOCK_BYTES):
            yield block


def _strip_metadata(upload: Any, media: str) -> Iterable[bytes | memoryview]:
    """Return the bytes to store. Raises UNSUPPORTED_MEDIA for an incomplete picture."""
    strip = STRIPPERS.get(media)
    try:
        return strip(upload.read()) if strip else upload.chunks()
    except BrokenPicture as error:
        raise build_mismatch_problem() from error


def _require_quota(caller: Caller, size: int) -> None:
    """Raise PAYLOAD_TOO_LARGE when the caller's unattached deposits become too many or too large.

    Lock the caller's row.
    """
    # Serializes a caller's deposits, so that concurrent ones cannot exceed the quota together.
    list(lock_rows(Lock.USERS, User.objects.filter(id=caller.id)).values_list("id"))
    waiting = StoredFile.objects.filter_unattached(caller).aggregate(number=Count("id"), size=Sum("taille", default=0))
    if waiting["number"] >= settings.FILE_QUOTA_COUNT or waiting["size"] + size > find_quota(caller):
        raise Problem(
            "PAYLOAD_TOO_LARGE",
            _("Trop de vos fichiers attendent d'être joints à quelque chose : joignez-les ou supprimez-les d'abord."),
        )


def attach_file(*, file_id: UUID, caller: Caller, kinds: Collection[str]) -> StoredFile:
    """Attach one of the caller's deposits to an object, in the transaction that creates it; the file no longer expires.

    `kinds` are media types. Callers also register who may see the file (the hook `file_holders`). Raises
    VALIDATION_ERROR for a file that does not exist, is another user's, is of another kind, or is attached already.
    """
    attached = StoredFile.objects.filter_readable(caller).filter(id=file_id, type__in=kinds).update(expires_at=None)
    if not attached:
        raise invalid({"fichier": [_("Ce fichier n'existe pas, sert déjà, ou n'est pas du type attendu.")]})
    return StoredFile.objects.get(id=file_id)


def remove_deposit(*, file_id: UUID, caller: Caller) -> None:
    """Delete one of the caller's deposits. Raises NOT_FOUND, or HAS_DEPENDENCIES when it is attached."""
    with transaction.atomic():
        if not remove_files(StoredFile.objects.filter_unattached(caller).filter(id=file_id)):
            if StoredFile.objects.visible_to(caller).filter(id=file_id).exists():
                raise blocked_by_dependencies(_("Ce fichier est joint à un objet : il reste."))
            raise not_found()


def find_job_file(job: Any) -> Path:
    """Return the path of a job's input file (`fichier` of its parameters). Raises NOT_FOUND when it is missing."""
    path = build_file_path(job.parametres["fichier"])
    if not path.is_file():
        raise not_found(_("Le fichier de cette tâche n'existe plus : envoyez-le de nouveau."))
    return path


@transaction.atomic
def remove_files(rows: QuerySet[StoredFile]) -> int:
    """Delete stored files: the rows now, the content after the commit. Return how many.

    Waits while a backup links the files named by the rows. A process killed before the content is deleted leaves strays
    (`remove_stray_files`).
    """
    lock_name(Lock.FILE_REMOVALS, shared=True)
    # PostgreSQL re-evaluates the filter after waiting for a lock: a deposit attached meanwhile stays.
    ids = list(lock_rows(Lock.FILES, rows, no_key=False).values_list("id", flat=True))
    StoredFile.objects.filter(id__in=ids).delete()
    transaction.on_commit(lambda: _unlink_files(ids))
    return len(ids)


def _unlink_files(ids: list[UUID]) -> None:
    for file_id in ids:
        build_file_path(file_id).unlink(missing_ok=True)


def remove_file(stored: StoredFile) -> None:
    """Delete a stored file and its row; missing content is not an error."""
    remove_files(StoredFile.objects.filter(id=stored.id))


def remove_job_file(job: Any) -> None:
    """Delete a job's input file when the job ends: its row in the same transaction, its content after the commit."""
    if file_id := job.parametres.get("fichier"):
        remove_files(StoredFile.objects.filter(id=file_id))


def remove_expired_files() -> int:
    """Delete expired files, at most 1000 per call. Return how many."""
    expired = StoredFile.objects.filter(expires_at__lt=timezone.now())
    return remove_files(expired.filter(id__in=list(expired.values_list("id", flat=True)[:1000])))


def remove_stray_files() -> int:
    """Delete files on disk that have had no row for more than a day (their process was killed). Return how many."""
    before = (timezone.now() - STRAY_AFTER).timestamp()
    found = 0
    for folder in settings.FILES_ROOT.glob("??/??"):
        old = {
            path.name: path
            for path in folder.iterdir()
            if STORED_NAME.fullmatch(path.name) and path.stat().st_mtime < before
        }
        known = set(map(str, StoredFile.objects.filter(id__in=old).values_list("id", flat=True)))
        for name in old.keys() - known:
            old[name].unlink(missing_ok=True)
            found += 1
    return found
