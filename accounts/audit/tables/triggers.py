"""Generate the SQL that audits a table; a migration runs `build_audit_triggers(...)` for its tables.

Statement triggers with transition tables also see bulk SQL, with one INSERT per statement. The database builds their
functions from the table's columns (triggers.sql), so that only values that differ become JSON. A column added by a
later migration is audited without a new trigger, and cheaply once a migration runs this again.
"""

import json
from collections.abc import Iterable
from typing import Final

from accounts.audit.tables.types import AuditedTable
from config.sql import Queries

SQL: Final = Queries(__file__, "triggers.sql")
# Within an audit operation the triggers do not even call their function (`accounts.audit.services.audit_operation`).
NOT_SUPPRESSED: Final = "coalesce(current_setting('tabanca.quiet', true), '') <> 'on'"
TRIGGER_OPTIONS: Final = ("model", "key", "object", "root", "region", "secret", "ignored", "derived", "shapes")
REFERENCING: Final = {
    "insert": "REFERENCING NEW TABLE AS new_rows",
    "update": "REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows",
    "delete": "REFERENCING OLD TABLE AS old_rows",
    "truncate": "",
}


def _build_function_sql(table: AuditedTable) -> str:
    options = json.dumps({name: getattr(table, name) for name in TRIGGER_OPTIONS}).replace("'", "''")
    return f"SELECT accounts_audit_track('{table.table}', '{options}');\n"


def build_audit_triggers(tables: Iterable[AuditedTable], *names: str) -> str:
    """Return the SQL of one function and its triggers for each table of `tables` that is named.

    The migration names its tables because those that are declared later do not exist yet when it runs. The SQL can be
    run again when an `AuditedTable` or the columns have changed.
    """
    known = {table.table: table for table in tables}
    parts = [SQL["generator"], ";\n"]
    for table in (known[name] for name in names):
        parts.append(_build_function_sql(table))
        for verb in table.verbs:
            parts.append(
                f"CREATE OR REPLACE TRIGGER audited_{verb} AFTER {verb.upper()} ON {table.table} {REFERENCING[verb]}"
                f" FOR EACH STATEMENT WHEN ({NOT_SUPPRESSED}) EXECUTE FUNCTION {table.table}_audited();\n"
            )
    return "".join(parts)
