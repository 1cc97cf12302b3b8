"""The SQL by which a table is audited. A migration runs `track(...)` for its tables.

Statement triggers with transition tables: bulk SQL is seen, one INSERT a statement. The database makes their functions
from the table's columns (triggers.sql), so that only what differs becomes JSON. A column that a later migration adds is
audited without a new trigger, and cheaply once a migration runs `track` again.
"""

import json
from collections.abc import Iterable
from typing import Final

from accounts.audit.catalogue import Trail
from config.sql import Queries

SQL: Final = Queries(__file__, "triggers.sql")
# Inside a mass operation the triggers do not even call their function (accounts.audit.services.operation).
AWAKE: Final = "coalesce(current_setting('tabanca.quiet', true), '') <> 'on'"
TOLD: Final = ("model", "key", "object", "root", "region", "secret", "ignored", "derived", "shapes")
REFERENCING: Final = {
    "insert": "REFERENCING NEW TABLE AS new_rows",
    "update": "REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows",
    "delete": "REFERENCING OLD TABLE AS old_rows",
    "truncate": "",
}


def _function(trail: Trail) -> str:
    told = json.dumps({name: getattr(trail, name) for name in TOLD}).replace("'", "''")
    return f"SELECT accounts_audit_track('{trail.table}', '{told}');\n"


def track(trails: Iterable[Trail], *tables: str) -> str:
    """SQL of one function and its triggers for each of these tables, which the migration names: what a later one adds
    to `trails` has no table yet when this one is run. It can be run again when a `Trail` or the columns have changed."""
    known = {trail.table: trail for trail in trails}
    made = [SQL["generator"], ";\n"]
    for trail in (known[table] for table in tables):
        made.append(_function(trail))
        for verb in trail.verbs:
            made.append(
                f"CREATE OR REPLACE TRIGGER audited_{verb} AFTER {verb.upper()} ON {trail.table} {REFERENCING[verb]}"
                f" FOR EACH STATEMENT WHEN ({AWAKE}) EXECUTE FUNCTION {trail.table}_audited();\n"
            )
    return "".join(made)
