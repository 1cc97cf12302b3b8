"""Load named queries: SQL longer than a few lines is kept in a `.sql` file beside the feature that owns it.

A file holds blocks that start with `-- name: <identifier>`; comment lines directly below the name stay in the query.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import orjson
from django.db import connection
from django.db.backends.postgresql.base import ServerBindingCursor
from psycopg.types.json import set_json_loads

Row = TypeVar("Row")
NAME = re.compile(r"^-- name: (\w+)[ \t]*$", re.MULTILINE)


@cache
def load_queries(path: Path) -> dict[str, str]:
    """Return the named queries of one file. Raises ValueError when a name is repeated or no query is named."""
    parts = NAME.split(path.read_text(encoding="utf-8"))
    names, bodies = parts[1::2], parts[2::2]
    if not names or len(names) != len(set(names)):
        raise ValueError(f"{path}: every query needs a name of its own")
    return dict(zip(names, (body.strip().rstrip(";") for body in bodies), strict=True))


class Queries:
    """Hold the queries of the file `name` beside the module `module_file`: `SQL = Queries(__file__, "households.sql")`."""

    def __init__(self, module_file: str, name: str) -> None:
        self.path = Path(module_file).with_name(name)

    def __getitem__(self, query: str) -> str:
        return load_queries(self.path)[query]

    def fetch_rows(self, query: str, params: Any = None, **parts: str) -> list[dict[str, Any]]:
        """Run a named query on the default connection and return its rows as dictionaries, with JSON as text.

        `parts` is trusted SQL of this code base (such as a scoped set) that replaces `{name}` in the query; values are
        passed as parameters.
        """
        with connection.cursor() as cursor:
            return self._fetch_rows(cursor, query, params, parts)

    def _fetch_rows(self, cursor: Any, query: str, params: Any, parts: dict[str, str]) -> list[dict[str, Any]]:
        cursor.execute(self[query].format(**parts) if parts else self[query], params)
        names = [column.name for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def fetch_objects(self, row_type: type[Row], query: str, params: Any = None, **parts: str) -> list[Row]:
        """Run a named query as `fetch_rows` does, and return its rows as objects of a dataclass with the columns as fields.

        JSON columns are parsed.
        """
        with connection.cursor() as cursor:
            set_json_loads(orjson.loads, cursor.cursor)
            return [row_type(**row) for row in self._fetch_rows(cursor, query, params, parts)]

    def fetch_object(self, row_type: type[Row], query: str, params: Any = None, **parts: str) -> Row:
        """Return the only row of a named query as `fetch_objects` does. Raises IndexError when there is none."""
        return self.fetch_objects(row_type, query, params, **parts)[0]

    def fetch_column(self, query: str, params: Any = None, **parts: str) -> list[Any]:
        """Run a named query as `fetch_rows` does, and return the values of its only column."""
        return [value for row in self.fetch_rows(query, params, **parts) for value in row.values()]

    def fetch_value(self, query: str, params: Any = None, **parts: str) -> Any:
        """Return the only value of a named query's only row. Raises IndexError when there is none."""
        return self.fetch_column(query, params, **parts)[0]

    def fetch_mapping(self, query: str, params: Any = None, **parts: str) -> dict[Any, Any]:
        """Run a named query with two columns as `fetch_rows` does, and map the first column to the second."""
        return dict(tuple(row.values()) for row in self.fetch_rows(query, params, **parts))

    def fetch_one(self, query: str, params: Any = None, **parts: str) -> dict[str, Any]:
        """Return the only row of a named query. Raises IndexError when there is none."""
        return self.fetch_rows(query, params, **parts)[0]

    def execute(self, query: str, params: Any = None, **parts: str) -> int:
        """Run a named statement, with `parts` as in `fetch_rows`; return the number of affected rows."""
        with connection.cursor() as cursor:
            cursor.execute(self[query].format(**parts) if parts else self[query], params)
            count: int = cursor.rowcount
            return count


def open_planned_cursor() -> Any:
    """Return a cursor for a statement that every request runs: planning it takes longer than running it.

    The server caches its plan, so use it only for statements whose best plan does not depend on the values. The
    statements are counted and logged like any other.
    """
    connection.close_if_health_check_failed()  # as Django's own `cursor()` does
    connection.ensure_connection()
    return connection._prepare_cursor(ServerBindingCursor(connection.connection))  # type: ignore[attr-defined,call-arg]  # private
