"""Export what other features may use of audit; the rest of the package is private."""

from accounts.audit.catalogue import AuditedTable, register_audited_tables, register_unaudited_tables
from accounts.audit.context import (
    ADDRESS_MARK,
    REQUEST_MARK,
    STATED,
    audit_as,
    claim_audit_context,
)
from accounts.audit.queries import find_operation_result, list_change_history
from accounts.audit.sealing import (
    SealHead,
    find_newest_seal,
    list_seal_faults,
    seal_audit_entries,
)
from accounts.audit.services import (
    AuditOperation,
    audit_operation,
    suppress_audit,
    write_audit_entry,
)

__all__ = [
    "ADDRESS_MARK",
    "AuditOperation",
    "AuditedTable",
    "REQUEST_MARK",
    "STATED",
    "SealHead",
    "audit_as",
    "audit_operation",
    "claim_audit_context",
    "find_newest_seal",
    "find_operation_result",
    "list_change_history",
    "list_seal_faults",
    "register_audited_tables",
    "register_unaudited_tables",
    "seal_audit_entries",
    "suppress_audit",
    "write_audit_entry",
]
