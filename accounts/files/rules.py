"""Decide how large deposits may be: the statements of operators are longer than all else, and few people send them."""

from typing import Final

from django.conf import settings

from accounts.files.content.names import clean_file_name, get_extension
from config.caller import Caller

# The permission to reconcile statements with payments.
SEND_STATEMENTS: Final = "transferts.rapprocher"
# The kinds of deposits that may be statements. Pictures, which are read whole, are none.
STATEMENT_KINDS: Final = frozenset(("csv", "xlsx", "xls", "xml", "sta"))


def find_deposit_limit(caller: Caller, name: str | None) -> int:
    """Return how many bytes a deposit of this name may have; without a name, those of the caller's longest one."""
    is_statement = name is None or get_extension(clean_file_name(name)) in STATEMENT_KINDS
    if is_statement and caller.holds(SEND_STATEMENTS):
        return max(settings.UPLOAD_MAX_BYTES, settings.STATEMENT_MAX_BYTES)
    return settings.UPLOAD_MAX_BYTES


def find_quota(caller: Caller) -> int:
    """Return how many bytes the caller's unattached deposits may have together: a statement fits beside the others."""
    room = settings.STATEMENT_MAX_BYTES if caller.holds(SEND_STATEMENTS) else 0
    return settings.FILE_QUOTA_BYTES + room
