"""Write profiles."""

from typing import Any, Final

from django.db import connection, transaction

from accounts.erasure.api import ErasureSubject
from accounts.sync.api import find_position
from config.locks import Lock, lock_name
from registry.households.api import tune_transaction
from transfers.eligibility.profiles.models import HouseholdProfile
from transfers.eligibility.profiles.queries import (
    SQL,
    build_fresh_select,
    list_copied_columns,
    list_stale_households,
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
    changes = list_stale_households(MOST_CHANGED)
    if changes == []:
        return 0
    tune_transaction()
    written = _write_profiles(changes)
    SQL.execute("store_state", {"transaction": position.horizon, "epoch": position.epoch})
    return written


def _write_profiles(changes: list[Any] | None) -> int:
    """Write the profiles of these households, or with None of all, where they differ; delete those of deleted ones."""
    households = f"SELECT {', '.join(list_copied_columns())} FROM registry_menage"
    if changes is not None:
        households += " WHERE id = ANY(%(changes)s)"
    fresh = build_fresh_select(households, few=changes is not None)
    columns = list_profile_columns()
    parts = {
        "fresh": fresh,
        "columns": ", ".join(columns),
        "own_columns": ", ".join(f"profil.{name}" for name in columns),
        "fresh_columns": ", ".join(f"frais.{name}" for name in columns),
    }
    params = {"changes": changes}
    gone = SQL.execute("delete_gone" if changes is None else "delete_gone_of", params)
    changed = SQL.execute("update_changed", params, **parts)
    added = SQL.execute("insert_new", params, **parts)
    if changes is None:
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
