"""Serialize writers that would otherwise conflict.

Areas are identified by name: two concurrent writers would both find one missing and create it twice. The boundaries of
a level share their borders.
"""

from typing import Final

from django.db import connection

from config.locks import Lock, claim_lock, lock_name

LOCALITY_KIND: Final = "localite"


def lock_area_creation(kind: str) -> None:
    """Lock the creation by name of areas of `kind` (`localite` ...) until the end of this transaction."""
    lock_name(Lock.AREA_NAMES, kind)


def lock_boundaries(table: str) -> None:
    """Lock the boundaries of the level in `table` against other writers until the end of this transaction.

    Call it before locking a row of the level, to avoid deadlocks. A statement that sets boundaries takes the same lock
    in its trigger.
    """
    claim_lock(Lock.BOUNDARIES)
    with connection.cursor() as cursor:
        cursor.execute("SELECT geo_lock_boundaries(%s::regclass)", [table])
