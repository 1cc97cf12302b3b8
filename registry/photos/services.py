"""Add and remove photographs of households."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.erasure.api import ErasureSubject
from accounts.files.api import attach_file
from accounts.files.models import StoredFile
from config.caller import Caller
from config.errors.problems import Problem, invalid_status, not_found
from registry.households.api import lock_writable_household
from registry.photos.models import HouseholdPhoto
from registry.photos.rules import KINDS, MOST_BYTES, MOST_PHOTOS


@transaction.atomic
def add_photo(*, household_id: UUID, file_id: UUID, user: Caller) -> HouseholdPhoto:
    """Attach one of the caller's deposits to a household. Cameras' data about place and owner were removed from it.

    Raises NOT_FOUND, READ_ONLY_PROJECT, INVALID_STATUS at MOST_PHOTOS, VALIDATION_ERROR for what is no picture of the
    caller's own, PAYLOAD_TOO_LARGE for a larger one than MOST_BYTES.
    """
    household = lock_writable_household(household_id, user)
    if HouseholdPhoto.objects.filter(menage=household).count() >= MOST_PHOTOS:
        raise invalid_status(_("Ce ménage a déjà %(n)d photos : retirez-en une.") % {"n": MOST_PHOTOS})
    stored = attach_file(file_id=file_id, caller=user, kinds=KINDS)
    if stored.taille > MOST_BYTES:
        message = _("Une photo a au plus %(most)d Mo : réduisez-la.") % {"most": MOST_BYTES // 1024**2}
        raise Problem("PAYLOAD_TOO_LARGE", message)
    return HouseholdPhoto.objects.create(menage=household, fichier=stored, auteur_id=user.id)


@transaction.atomic
def remove_photo(*, household_id: UUID, photo_id: UUID, user: Caller) -> None:
    """Remove a photograph: nobody reads its file any more, and it is deleted as an expired one. Raises NOT_FOUND."""
    household = lock_writable_household(household_id, user)
    photo = HouseholdPhoto.objects.filter(menage=household, id=photo_id).first()
    if photo is None:
        raise not_found()
    photo.delete()
    StoredFile.objects.filter(id=photo.fichier_id).update(expires_at=timezone.now())


def erase_photos(subject: ErasureSubject) -> int:
    """Detach the photographs of a household: from now on their files have expired, and are deleted as such."""
    rows = HouseholdPhoto.objects.filter(menage__in=subject.roots)
    files = list(rows.values_list("fichier_id", flat=True))
    rows.delete()
    return StoredFile.objects.filter(id__in=files).update(expires_at=timezone.now())
