"""Store, change and delete designs of targeting: their author alone changes them."""

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.caller import Caller
from config.errors.problems import forbidden
from config.locks import Lock, lock_row
from transfers.eligibility.laboratory.models import TargetingDesign


def create_design(*, values: dict[str, Any], user: Caller) -> TargetingDesign:
    """Store a design with `user` as its author."""
    return TargetingDesign.objects.create(**values, cree_par_id=user.id)


def _lock_own_design(row: TargetingDesign, user: Caller, require: Callable[[TargetingDesign], None]) -> TargetingDesign:
    """Lock a design of the caller's. Raises NOT_FOUND, FORBIDDEN, CONFLICT."""
    current = lock_row(Lock.TARGETING_DESIGNS, TargetingDesign.objects.filter(id=row.id))
    if current.cree_par_id != user.id:
        raise forbidden(_("Ce ciblage est d'un collègue : enregistrez-le sous un autre nom."))
    require(current)
    return current


@transaction.atomic
def change_design(
    *, row: TargetingDesign, values: dict[str, Any], user: Caller, require: Callable[[TargetingDesign], None]
) -> TargetingDesign:
    """Change the fields that were sent. Raises NOT_FOUND, FORBIDDEN, CONFLICT."""
    current = _lock_own_design(row, user, require)
    for name, value in values.items():
        setattr(current, name, value)
    current.save(update_fields={*values, "updated_at"})
    return current


@transaction.atomic
def delete_design(*, row: TargetingDesign, user: Caller, require: Callable[[TargetingDesign], None]) -> None:
    """Delete a design. Raises NOT_FOUND, FORBIDDEN, CONFLICT."""
    _lock_own_design(row, user, require).delete()
