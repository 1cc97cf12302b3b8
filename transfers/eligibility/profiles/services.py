"""Write profiles."""

from typing import Final

from django.db import connection, transaction

from accounts.erasure.api import ErasureSubject
from accounts.sync.api import find_position
from config.locks import Lock, lock_name
from registry.households.api import tune_transaction
from transfers.eligibility.profiles.models import HouseholdProfile
from transfers.eligibility.profiles.queries import (
    CHANGED,
    SQL,
    build_fresh_select,
    find_last_written,
    has_changed,
    list_copied_columns,
)
from transfers.eligibility.profiles.rules import list_profile_columns

# Of more changed households, all profiles are computed anew.
MOST_CHANGED: Final = 50_000


@transaction.atomic
def refresh_profiles() -> int:
    """Write the profiles of the households that changed since the last time, all on a new day; return how many differed.

    What transactions change that still run counts as changed at the next time, too.
    """
    lock_name(Lock.HOUSEHOLD_PROFILES)
    # Before anything is read: what is read is as new as this.
    position = find_position()
    last = find_last_written(MOST_CHANGED)
    if last is not None and not has_changed(last):
        return 0
    tune_transaction()
    written = _write_profiles(last)
    SQL.execute("store_state", {"transaction": position.horizon, "epoch": position.epoch})
    return written


def _write_profiles(last: int | None) -> int:
    """Write the profiles that differ, and delete those of deleted households; return their number.

    They are of all households, or of those that changed since the transaction `last`.
    """
    among = "true" if last is None else f"id IN ({CHANGED})"
    households = f"SELECT {', '.join(list_copied_columns())} FROM registry_menage WHERE {among}"
    fresh = build_fresh_select(households, few=last is not None)
    columns = list_profile_columns()
    parts = {
        "fresh": fresh,
        "columns": ", ".join(columns),
        "own_columns": ", ".join(f"profil.{name}" for name in columns),
        "fresh_columns": ", ".join(f"frais.{name}" for name in columns),
    }
    params = {"depuis": str(last)}
    gone = SQL.execute("delete_gone", params, among=among)
    changed = SQL.execute("update_changed", params, **parts)
    added = SQL.execute("insert_new", params, **parts)
    if last is None:
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {HouseholdProfile._meta.db_table}")
    return gone + changed + added


def erase_profile(subject: ErasureSubject) -> int:
    """Delete the profiles of a household and of those merged into it; return the number of rows.

    The erasure changes the household, which is read from its tables until its profile is written anew. It takes no
    lock: a writer of all profiles would hold up the seal of the history. Instead it holds the household's place.
    """
    held = SQL.execute("hold_place", {"id": subject.id})
    return SQL.execute("delete_erased", {"ids": [root for root in subject.roots if not (held and root == subject.id)]})
