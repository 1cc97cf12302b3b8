"""Export what other features may use of audit; the rest of the package is private."""

from accounts.audit.checks import list_seal_faults
from accounts.audit.queries import (
    SealHead,
    find_newest_seal,
    find_operation_result,
    list_change_history,
    list_operations_of_all,
    list_recent_changes,
    list_recent_operations,
)
from accounts.audit.services import (
    ADDRESS_PLACEHOLDER,
    REQUEST_PLACEHOLDER,
    SET_AUDIT_CONTEXT,
    AuditOperation,
    audit_as,
    audit_operation,
    claim_audit_context,
    seal_audit_entries,
    suppress_audit,
    write_audit_entry,
)
from accounts.audit.tables.hooks import audited_tables, guarded_entries, unaudited_tables
from accounts.audit.tables.types import AuditedTable, GuardedEntries

__all__ = [
    "ADDRESS_PLACEHOLDER",
    "AuditOperation",
    "AuditedTable",
    "GuardedEntries",
    "REQUEST_PLACEHOLDER",
    "SET_AUDIT_CONTEXT",
    "SealHead",
    "audit_as",
    "audit_operation",
    "audited_tables",
    "claim_audit_context",
    "find_newest_seal",
    "find_operation_result",
    "guarded_entries",
    "list_change_history",
    "list_operations_of_all",
    "list_recent_changes",
    "list_recent_operations",
    "list_seal_faults",
    "seal_audit_entries",
    "suppress_audit",
    "unaudited_tables",
    "write_audit_entry",
]
