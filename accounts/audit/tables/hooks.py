"""Hold which tables are audited.

Each app lists its tables in `<app>/audited_tables.py` and registers them at start-up; a migration creates their triggers
(`accounts_audit_table` in the database). A table that is not audited is registered with its reason. Tests compare both
hooks with all models, and the triggers with this declaration.
"""

from accounts.audit.tables.types import AuditedTable, GuardedEntries
from config.hooks import Hook

# By the table's name in the API.
audited_tables = Hook[AuditedTable]("audited tables")
# The reason by table.
unaudited_tables = Hook[str]("tables that are not audited")
# By the model of the entries.
guarded_entries = Hook[GuardedEntries]("audit entries that not every reader of the trail sees")
