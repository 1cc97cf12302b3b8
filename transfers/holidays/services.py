"""Change the public holidays. Deadlines that are set stay as they are: what is counted later is counted anew."""

from collections.abc import Callable
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from config.errors.problems import conflict
from config.locks import Lock, lock_row
from transfers.holidays.models import Holiday

Require = Callable[[Holiday], None]


@transaction.atomic
def create_holiday(*, values: dict[str, Any]) -> Holiday:
    """Create a public holiday. Raises CONFLICT when the day is one already."""
    row = Holiday(**values)
    _save(row)
    return row


@transaction.atomic
def change_holiday(*, holiday: Holiday, values: dict[str, Any], require: Require) -> Holiday:
    """Change the fields that were sent. Raises NOT_FOUND, CONFLICT."""
    row = lock_row(Lock.HOLIDAYS, Holiday.objects.filter(id=holiday.id))
    require(row)
    for name, value in values.items():
        setattr(row, name, value)
    _save(row)
    return row


@transaction.atomic
def delete_holiday(*, holiday: Holiday, require: Require) -> None:
    """Delete a public holiday. Raises NOT_FOUND, CONFLICT."""
    row = lock_row(Lock.HOLIDAYS, Holiday.objects.filter(id=holiday.id))
    require(row)
    row.delete()


def _save(row: Holiday) -> None:
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError as error:
        if "jour_ferie" not in str(error):
            raise
        raise conflict(_("Ce jour est déjà férié.")) from error
