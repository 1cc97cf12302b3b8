"""All rows of the tables, read once and put back in a moment: what takes seconds to make by the services themselves."""

from typing import Any

from django.db import connection

from config.devtools.cluster import CASE_ROLE
from tests.emptying import GUARDED, list_keepers, list_tables, list_tables_of_schemas, switch_off, switch_on


def list_names() -> list[str]:
    return [*map(connection.ops.quote_name, list_tables()), *list_tables_of_schemas()]


def open_cursor(name: str) -> Any:
    """A cursor of the role that sees the rows of a table."""
    raw: Any = connection.connection
    cursor = raw.cursor()
    cursor.execute(f"SET LOCAL ROLE {CASE_ROLE}" if name in GUARDED else "RESET ROLE")
    return cursor


def read_rows() -> dict[str, bytes]:
    """What each table holds that holds anything: as COPY writes it, or as JSON where COPY may not put it back."""
    found = {}
    for name in list_names():
        with open_cursor(name) as cursor:
            if name in GUARDED:
                cursor.execute(f"SELECT coalesce(json_agg(row), '[]')::text FROM {name} AS row")
                found[name] = cursor.fetchone()[0].encode()
            else:
                with cursor.copy(f"COPY {name} TO STDOUT") as content:
                    found[name] = b"".join(content)
    open_cursor("").close()
    return {name: content for name, content in found.items() if content}


def put_rows(rows: dict[str, bytes]) -> None:
    """Put rows in place of all that the tables hold; no trigger and no foreign key is asked."""
    keepers = list_keepers(every=True)
    with open_cursor("") as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        for statement in switch_off(keepers):
            cursor.execute(statement)
    for name in list_names():
        with open_cursor(name) as cursor:
            cursor.execute(f"DELETE FROM {name}")
            if name in GUARDED:
                insert = f"INSERT INTO {name} SELECT * FROM json_populate_recordset(NULL::{name}, %s)"
                cursor.execute(insert, [rows[name].decode()])
            elif name in rows:
                with cursor.copy(f"COPY {name} FROM STDIN") as content:
                    content.write(rows[name])
    with open_cursor("") as cursor:
        for statement in switch_on(keepers):
            cursor.execute(statement)
        cursor.execute("SET LOCAL session_replication_role = origin")
