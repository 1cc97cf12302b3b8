"""Lock households while pairs, their summaries and merges are written.

An analysis writes its pairs alone: searches for one household leave their work to it, and merges wait for it. All row
locks are taken in the order of the households' ids.
"""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import QuerySet

from config.locks import Lock, claim_lock, lock_name, record_lock, try_lock_name
from config.sql import Queries
from geo.scope.api import compile_subquery
from registry.households.models import Household

SQL = Queries(__file__, "duplicates.sql")


def lock_pair_analysis() -> None:
    """Wait until no other analysis, search or merge writes pairs, and keep them off until this transaction ends."""
    lock_name(Lock.DUPLICATE_ANALYSIS)


def try_prevent_pair_analysis() -> bool:
    """Keep analyses from writing pairs until this transaction ends; return False when one is writing now."""
    return try_lock_name(Lock.DUPLICATE_ANALYSIS, shared=True)


def prevent_pair_analysis() -> None:
    """Wait for the analysis which is writing pairs, and keep others off until this transaction ends."""
    lock_name(Lock.DUPLICATE_ANALYSIS, shared=True)


def lock_households(ids: Iterable[UUID]) -> list[UUID]:
    """Lock these households for a change, and return the ids of those which exist."""
    claim_lock(Lock.HOUSEHOLDS)
    return SQL.fetch_column("lock_households", {"ids": list(ids)})


def lock_free_households(ids: Iterable[UUID]) -> list[UUID]:
    """Lock those of these households which nobody else has locked, for a change; return their ids."""
    record_lock(Lock.HOUSEHOLDS)
    return SQL.fetch_column("lock_free_households", {"ids": list(ids)})


def retain_households(ids: Iterable[UUID]) -> set[UUID]:
    """Lock these households against deletion and merge, and return the ids of those which exist."""
    claim_lock(Lock.HOUSEHOLDS)
    return set(SQL.fetch_column("retain_households", {"ids": list(ids)}))


def retain_free_households(households: QuerySet[Household]) -> set[UUID]:
    """Lock those of these households which nobody is deleting or merging against both; return their ids."""
    record_lock(Lock.HOUSEHOLDS)
    menages, params = compile_subquery(households, "menages", "id")
    return set(SQL.fetch_column("retain_free_households", params, menages=menages))
