"""Create, change and delete graduation criteria, under the lock of their programme."""

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from config.caller import Caller
from config.errors.problems import invalid, not_found
from transfers.graduation.criteria.models import GraduationCriterion
from transfers.programmes.api import lock_open_programme

# More would make nobody able to say why somebody graduates.
MAX_CRITERIA: Final = 50


@transaction.atomic
def create_criterion(*, programme_id: UUID, values: dict[str, Any], user: Caller) -> GraduationCriterion:
    """Create a criterion; without `ordre` it comes last.

    Raises NOT_FOUND, FORBIDDEN (the programme concerns more than the user's regions), READ_ONLY_PROJECT,
    INVALID_STATUS for a closed programme, VALIDATION_ERROR for one too many.
    """
    programme = lock_open_programme(programme_id, user)
    held = GraduationCriterion.objects.filter(programme=programme)
    if held.count() >= MAX_CRITERIA:
        raise invalid({"programme": [_("Un programme a au plus %(n)d critères de graduation.") % {"n": MAX_CRITERIA}]})
    if values.get("ordre") is None:
        values = values | {"ordre": (held.aggregate(last=Max("ordre"))["last"] or 0) + 1}
    return GraduationCriterion.objects.create(programme=programme, **values)


def _lock_criterion(row: GraduationCriterion, user: Caller, require: Callable[[Any], None]) -> GraduationCriterion:
    """Lock the programme of a criterion, and return the criterion as it is now."""
    lock_open_programme(row.programme_id, user)
    current = GraduationCriterion.objects.filter(id=row.id).first()
    if current is None:
        raise not_found()
    require(current)
    return current


@transaction.atomic
def change_criterion(
    *, row: GraduationCriterion, values: dict[str, Any], user: Caller, require: Callable[[Any], None]
) -> GraduationCriterion:
    """Change the fields that were sent; evaluations made before keep what they used.

    Raises the errors of `create_criterion`, and CONFLICT.
    """
    current = _lock_criterion(row, user, require)
    for name, value in values.items():
        setattr(current, name, value)
    current.save(update_fields=[*values, "updated_at"])
    return current


@transaction.atomic
def delete_criterion(*, row: GraduationCriterion, user: Caller, require: Callable[[Any], None]) -> None:
    """Delete a criterion; evaluations keep their copy of it. Raises the errors of `change_criterion`."""
    _lock_criterion(row, user, require).delete()
