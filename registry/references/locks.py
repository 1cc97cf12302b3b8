"""Lock a reference list."""

from typing import Final

from django.db import connection

_LOCK_SQL: Final = "SELECT pg_advisory_xact_lock(hashtext('registry_reference'), hashtext(%s))"


def lock_reference_list(champ: str) -> None:
    """Let one transaction at a time replace the list of a field."""
    with connection.cursor() as cursor:
        cursor.execute(_LOCK_SQL, [champ])
