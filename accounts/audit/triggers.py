"""Generate the SQL that audits a table; a migration runs `track(...)` for its tables.

Statement triggers with transition tables also see bulk SQL, with one INSERT per statement. The database builds their
functions from the table's columns (triggers.sql), so that only values that differ become JSON. A column added by a
later migration is audited without a new trigger, and cheaply once a migration runs `track` again.
"""

import json
from collections.abc import Iterable
from typing import Final

from accounts.audit.catalogue import AuditedTable
from config.sql import Queries

SQL: Final = Queries(__file__, "triggers.sql")
# Within an audit operation the triggers do not even call their function (accounts.audit.services.operation).
AWAKE: Final = "coalesce(current_setting('tabanca.quiet', true), '') <> 'on'"
TOLD: Final = ("model", "key", "object", "root", "region", "secret", "ignored", "derived", "shapes")
REFERENCING: Final = {
    "insert": "REFERENCING NEW TABLE AS new_rows",
    "update": "REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows",
    "delete": "REFERENCING OLD TABLE AS old_rows",
    "truncate": "",
}


def _compose_function_sql(trail: AuditedTable) -> str:
    told = json.dumps({name: getattr(trail, name) for name in TOLD}).replace("'", "''")
    return f"SELECT accounts_audit_track('{trail.table}', '{told}');\n"


def track(trails: Iterable[AuditedTable], *tables: str) -> str:
    """Return the SQL of one function and its triggers for each of `tables`.

    The migration names its tables because entries that are added to `trails` later have no table yet when it runs. The
    SQL can be run again when a `AuditedTable` or the columns have changed.
    """
    known = {trail.table: trail for trail in trails}
    made = [SQL["generator"], ";\n"]
    for trail in (known[table] for table in tables):
        made.append(_compose_function_sql(trail))
        for verb in trail.verbs:
            made.append(
                f"CREATE OR REPLACE TRIGGER audited_{verb} AFTER {verb.upper()} ON {trail.table} {REFERENCING[verb]}"
                f" FOR EACH STATEMENT WHEN ({AWAKE}) EXECUTE FUNCTION {trail.table}_audited();\n"
            )
    return "".join(made)
