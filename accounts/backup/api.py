"""Export what other features may use of backup; the rest of the package is private."""

from accounts.backup.archives.sealing import WrongKey, seal_stream, unseal_stream
from accounts.backup.checks import run_checks
from accounts.backup.hooks import SealedSchema, data_checks, sealed_schemas
from accounts.backup.queries import find_orphans
from accounts.backup.rules import HISTORY_KIND
from accounts.backup.services import BackupRefused, create_backup, drop_database, restore_backup

__all__ = [
    "HISTORY_KIND",
    "BackupRefused",
    "SealedSchema",
    "WrongKey",
    "create_backup",
    "data_checks",
    "drop_database",
    "find_orphans",
    "restore_backup",
    "run_checks",
    "seal_stream",
    "sealed_schemas",
    "unseal_stream",
]
