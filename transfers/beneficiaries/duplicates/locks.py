"""Lock mobile accounts, so that one account is not given to two persons at once."""

from config.locks import Lock, claim_lock
from config.sql import Queries
from registry.households.api import normalise_phone

SQL = Queries(__file__, "duplicates.sql")


def lock_mobile_accounts(*accounts: str | None) -> None:
    """Lock these mobile accounts against being assigned by another transaction, until this one ends.

    Must be called before any row is locked.
    """
    wanted = [number for account in accounts if (number := normalise_phone(account))]
    if wanted:
        claim_lock(Lock.MOBILE_ACCOUNTS)
        SQL.fetch_rows("lock_mobile_accounts", {"comptes": wanted})
