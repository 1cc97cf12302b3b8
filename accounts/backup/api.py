"""Export what other features may use of backup; the rest of the package is private."""

from accounts.backup.invariants import register_check, run_checks
from accounts.backup.services import (
    BackupRefused,
    create_backup,
    drop_database,
    restore_backup,
)

__all__ = [
    "BackupRefused",
    "create_backup",
    "drop_database",
    "register_check",
    "restore_backup",
    "run_checks",
]
