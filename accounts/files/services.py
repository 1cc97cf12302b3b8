"""Keeping uploaded files: on disk under their id, never under the name that was sent."""

import re
from collections.abc import Collection, Iterable
from datetime import timedelta
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Count, QuerySet, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.files.kinds import HEAD, content_type, not_as_named, recognised
from accounts.files.models import StoredFile
from accounts.files.names import clean
from accounts.files.pictures import STRIPPED, Broken
from accounts.files.queries import path_of
from accounts.users.models import User
from config.api.problems import Problem, has_dependencies, invalid, not_found

OWN = re.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
STRAY_AFTER = timedelta(days=1)
# Removals go beside each other; a backup goes alone.
WAIT_FOR_BACKUP: Final = "SELECT pg_advisory_xact_lock_shared(hashtext('accounts.files'))"
HOLD_REMOVALS: Final = "SELECT pg_advisory_lock(hashtext('accounts.files'))"


def keep(upload: Any, user: Any, expires_in: timedelta | None = None) -> StoredFile:
    """Keep an upload for a job. How large it may be, config.api.uploads has seen to."""
    head = upload.read(HEAD)
    upload.seek(0)
    name = clean(upload.name)
    expires = timezone.now() + expires_in if expires_in else None
    stored = StoredFile(nom=name, taille=upload.size, type=content_type(head, name), user=user, expires_at=expires)
    _write(stored, upload.chunks())
    try:
        stored.save(force_insert=True)
    except BaseException:
        path_of(stored).unlink(missing_ok=True)
        raise
    return stored


def _write(stored: StoredFile, parts: Iterable[bytes | memoryview]) -> int:
    """Write to disk what a record is made for. Answers the size. Nothing stays of what could not be written
    whole; what a killed process leaves is swept away later."""
    target = path_of(stored)
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        with target.open("wb") as out:
            return sum(out.write(part) for part in parts)
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def deposit(*, upload: Any, caller: Any) -> StoredFile:
    """Keep a file that will be attached to something, for a time. Pictures lose what cameras write along.

    Raises UNSUPPORTED_MEDIA for another kind, or content that is not what the name says; PAYLOAD_TOO_LARGE for a
    workbook that becomes too large, and when the caller has too much waiting already: nothing is kept then.
    """
    name = clean(upload.name)
    media = recognised(upload, name)
    expires = timezone.now() + timedelta(hours=settings.FILE_KEEP_HOURS)
    stored = StoredFile(nom=name, type=media, usage=StoredFile.Usage.DEPOT, user=caller, expires_at=expires)
    stored.taille = _write(stored, _stripped(upload, media))
    try:
        with transaction.atomic():
            _within_quota(caller, stored.taille)
            stored.save(force_insert=True)
    except BaseException:
        path_of(stored).unlink(missing_ok=True)
        raise
    return stored


def _stripped(upload: Any, media: str) -> Iterable[bytes | memoryview]:
    """The bytes to keep. Raises UNSUPPORTED_MEDIA for a picture that is not whole."""
    strip = STRIPPED.get(media)
    try:
        return strip(upload.read()) if strip else upload.chunks()
    except Broken as error:
        raise not_as_named() from error


def _within_quota(caller: Any, size: int) -> None:
    """Raises PAYLOAD_TOO_LARGE when the caller's deposits that nothing holds become too many or too large."""
    # One after the other, so that many at once do not all find room.
    list(User.objects.select_for_update(no_key=True).filter(id=caller.id).values_list("id"))
    waiting = StoredFile.objects.waiting_of(caller).aggregate(number=Count("id"), size=Sum("taille", default=0))
    if waiting["number"] >= settings.FILE_QUOTA_COUNT or waiting["size"] + size > settings.FILE_QUOTA_BYTES:
        raise Problem(
            "PAYLOAD_TOO_LARGE",
            _("Trop de vos fichiers attendent d'être joints à quelque chose : joignez-les ou supprimez-les d'abord."),
        )


def attach(*, file_id: UUID, caller: Any, kinds: Collection[str]) -> StoredFile:
    """Make a deposit of the caller's part of something, within the transaction that makes this; it stays from then on.

    `kinds` are media types. Whoever attaches also registers who may see the file (`queries.register_holder`). Raises
    VALIDATION_ERROR for a file that is not there, not his, of another kind, or that something holds already.
    """
    taken = StoredFile.objects.waiting_of(caller).filter(id=file_id, type__in=kinds).update(expires_at=None)
    if not taken:
        raise invalid({"fichier": [_("Ce fichier n'existe pas, sert déjà, ou n'est pas du type attendu.")]})
    return StoredFile.objects.get(id=file_id)


def withdraw(*, file_id: UUID, caller: Any) -> None:
    """Remove a deposit of the caller's. Raises NOT_FOUND, and HAS_DEPENDENCIES when something holds it."""
    with transaction.atomic():
        if not remove_files(StoredFile.objects.waiting_of(caller).filter(id=file_id)):
            if StoredFile.objects.visible_to(caller).filter(id=file_id).exists():
                raise has_dependencies(_("Ce fichier est joint à un objet : il reste."))
            raise not_found()


def given_to(job: Any) -> Path:
    """Where the file lies that a job was given (`fichier` of its parameters). Raises NOT_FOUND when it is gone."""
    path = path_of(job.parametres["fichier"])
    if not path.is_file():
        raise not_found(_("Le fichier de cette tâche n'existe plus : envoyez-le de nouveau."))
    return path


@transaction.atomic
def remove_files(rows: QuerySet[StoredFile]) -> int:
    """Remove stored files: their records, and once that is committed their bytes. Answers how many.

    While a backup takes hold of the files that the records name, removals wait. A process that is killed before the
    bytes are gone leaves strays.
    """
    with connection.cursor() as cursor:
        cursor.execute(WAIT_FOR_BACKUP)
    # What was changed until its lock was free is looked at again: a deposit that was attached meanwhile stays.
    ids = list(rows.select_for_update().values_list("id", flat=True))
    StoredFile.objects.filter(id__in=ids).delete()
    transaction.on_commit(lambda: _unlink(ids))
    return len(ids)


def _unlink(ids: list[UUID]) -> None:
    for identity in ids:
        path_of(identity).unlink(missing_ok=True)


def forget(stored: StoredFile) -> None:
    """Remove a stored file and its record; a file that is already gone is no fault."""
    remove_files(StoredFile.objects.filter(id=stored.id))


def job_ended(job: Any) -> None:
    """The file that a job was given goes with the job's end: its record with it, its bytes when it is committed."""
    if identity := job.parametres.get("fichier"):
        remove_files(StoredFile.objects.filter(id=identity))


def forget_expired() -> int:
    """Remove the files whose time is over. Answers how many."""
    expired = StoredFile.objects.filter(expires_at__lt=timezone.now())
    return remove_files(expired.filter(id__in=list(expired.values_list("id", flat=True)[:1000])))


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
