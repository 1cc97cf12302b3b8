"""Lock households. Whoever locks several takes them in the order of their ids, so that two cannot deadlock."""

from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet
from django.db.models.expressions import RawSQL

from config.caller import Caller
from config.errors.problems import not_found
from config.locks import Lock, claim_lock, lock_row, lock_rows
from registry.households.models import Household
from registry.households.types import LockedHousehold
from registry.projects.api import require_writable

# The ids of the households that `lock_selected_households` has locked.
LOCKED_IDS_SQL: Final = "SELECT id FROM bulk_locked"
_LOCK_SQL: Final = """
CREATE TEMP TABLE bulk_locked ON COMMIT DROP AS
SELECT id FROM registry_menage WHERE id IN ({wanted}) ORDER BY id FOR NO KEY UPDATE
"""


def lock_household(household_id: UUID, user: Caller, *, deleting: bool = False) -> Household:
    """Lock a household that `user` can see and return it as it is now. Raises NOT_FOUND.

    With `deleting` (FOR UPDATE), transactions that are about to insert a reference to it wait, too.
    """
    rows = Household.objects.visible_to(user).filter(id=household_id)
    return lock_row(Lock.HOUSEHOLDS, rows, no_key=not deleting)


def lock_writable_household(household_id: UUID, user: Caller) -> Household:
    """Lock and return a household that `user` can see and whose project accepts changes.

    Raises NOT_FOUND, READ_ONLY_PROJECT.
    """
    household = lock_household(household_id, user)
    require_writable(household.projet)
    return household


def lock_writable_households(user: Caller, *ids: UUID) -> list[Household]:
    """Lock households that `user` can see and whose project accepts changes; return them in the order of `ids`.

    Raises NOT_FOUND, READ_ONLY_PROJECT.
    """
    rows = lock_rows(Lock.HOUSEHOLDS, Household.objects.visible_to(user).filter(id__in=ids))
    found = {household.id: household for household in rows}
    if found.keys() < set(ids):
        raise not_found()
    for household in found.values():
        require_writable(household.projet)
    return [found[household_id] for household_id in ids]


def lock_visible_households(ids: list[UUID], user: Caller, *, deleting: bool = False) -> list[LockedHousehold]:
    """Lock the households of `ids` that `user` can see, and return their projects and states.

    With `deleting` (FOR UPDATE), transactions that are about to insert a reference to one of them wait, too.

    In the next statements name the households by `id = ANY(…)`: joins to a list of ids are planned for too few rows
    when statistics are stale.
    """
    rows = lock_rows(Lock.HOUSEHOLDS, Household.objects.visible_to(user).filter(id__in=ids), no_key=not deleting)
    return [LockedHousehold(*row) for row in rows.values_list("id", "projet_id", "statut", "statut_collecte")]


def lock_selected_households(wanted: str, params: dict[str, Any]) -> QuerySet[Household]:
    """Lock the households whose ids the SELECT `wanted` returns, and return them as a queryset.

    Rows are locked FOR NO KEY UPDATE; an UPDATE alone locks rows in the order in which it finds them, and can deadlock
    with a mass operation.

    The queryset is valid until the next call in this transaction, which replaces its temporary table. Compute
    what to write again from the locked rows: the previous holder of a lock may have changed them.
    """
    claim_lock(Lock.HOUSEHOLDS)
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS pg_temp.bulk_locked")
        cursor.execute(_LOCK_SQL.format(wanted=wanted), params)
        cursor.execute("ANALYZE bulk_locked")
    return Household.objects.filter(id__in=RawSQL(LOCKED_IDS_SQL, ()))  # noqa: S611 - a constant
