"""Hold which tables are audited.

Each app lists its tables in `<app>/audited_tables.py`, from which both the triggers (`triggers.build_audit_triggers`)
and these hooks are made. A table that is not audited is registered with its reason. A test compares both hooks with all
models.
"""

from accounts.audit.tables.types import AuditedTable
from config.hooks import Hook

# By the table's name in the API.
audited_tables = Hook[AuditedTable]("audited tables")
# The reason by table.
unaudited_tables = Hook[str]("tables that are not audited")
