"""Write visits and measures under the lock of their household."""

from collections.abc import Callable
from typing import Any

from django.db import transaction

from config.caller import Caller
from config.locks import Lock, lock_row
from registry.follow_up.models import HouseholdRecord
from registry.households.api import lock_writable_household


def _lock_record(row: Any, user: Caller, require: Callable[[Any], None]) -> Any:
    """Lock the household of a row (of any model with a `menage`), then the row; return the row as it is now.

    `require(row)` is called once the locks are held. Raises NOT_FOUND, READ_ONLY_PROJECT.
    """
    household = lock_writable_household(row.menage_id, user)
    rows = type(row)._default_manager.filter(id=row.id, menage=household)
    current = lock_row(Lock.HOUSEHOLD_RECORDS, rows, no_key=False)
    require(current)
    current.menage = household
    return current


@transaction.atomic
def create_record(*, model: type[HouseholdRecord], values: dict[str, Any], user: Caller) -> Any:
    """Create a visit or measure for the household `values["menage"]`. Raises NOT_FOUND, READ_ONLY_PROJECT."""
    household = lock_writable_household(values["menage"].id, user)
    return model._default_manager.create(**values | {"menage": household})


@transaction.atomic
def update_record(*, row: Any, values: dict[str, Any], user: Caller, require: Callable[[Any], None]) -> Any:
    """Update the fields in `values`; a record stays with its household.

    `require(row)` is called once the lock is held (If-Match). Raises NOT_FOUND, READ_ONLY_PROJECT.
    """
    current = _lock_record(row, user, require)
    for name, value in values.items():
        setattr(current, name, value)
    current.save(update_fields={*values, "updated_at"})
    return current


@transaction.atomic
def delete_record(*, row: Any, user: Caller, require: Callable[[Any], None]) -> None:
    """Delete a visit or measure, after `require(row)` under its lock. Raises NOT_FOUND, READ_ONLY_PROJECT."""
    _lock_record(row, user, require).delete()
