"""Copy rows to the staging tables of an import, and run the statements that type, check and write them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from django.db import connection

from config.sql import Queries

SQL: Final = Queries(__file__, "staging.sql")


def create_tables(columns: Mapping[str, str], feature_tables: Sequence[str] = ()) -> None:
    """Create `import_raw`, with these columns and their SQL types, and `import_issue`.

    Drop those of an earlier import of this session, `import_row` and the tables of the feature.
    """
    drop_tables(feature_tables)
    SQL.execute("create_tables", columns=", ".join(f"{name} {kind}" for name, kind in columns.items()))


def drop_tables(feature_tables: Sequence[str] = ()) -> None:
    """Drop the tables of an import before its transaction ends."""
    SQL.execute("drop_tables", others="".join(f", pg_temp.{name}" for name in feature_tables))


def copy_blocks(columns: Sequence[str], blocks: Iterable[bytes]) -> None:
    """Copy blocks in COPY's text format to `import_raw`: line, fault, then these columns. An empty cell is null."""
    with connection.cursor() as cursor, cursor.copy(SQL["copy_rows"].format(columns=", ".join(columns))) as copy:
        for block in blocks:
            copy.write(block)


def copy_records(columns: Sequence[str], records: Iterable[Sequence[Any]]) -> None:
    """Copy rows that do not come from a file to `import_raw`: (line, fault or None, the cells of these columns)."""
    with connection.cursor() as cursor, cursor.copy(SQL["copy_rows"].format(columns=", ".join(columns))) as copy:
        for record in records:
            copy.write_row(["" if cell is None else cell for cell in record])


def fetch_lines(columns: Sequence[str]) -> list[dict[str, Any]]:
    """Return the rows of `import_raw` in their order: line, fault, and these columns."""
    return SQL.fetch_rows("read_lines", columns=", ".join(columns))


def refuse_rows() -> None:
    """Mark the rows of `import_row` with an error as refused. Call it after each group of checks."""
    SQL.execute("refuse_rows")


def iterate_steps(last: int, size: int) -> Iterator[dict[str, int]]:
    """Yield the bounds {first, last} of steps of `size` rows: a long write reports progress and can be stopped."""
    for first in range(1, last + 1, size):
        yield {"first": first, "last": min(first + size - 1, last)}


class Statements:
    """Run the named statements of one import, with its values and with the names that they leave open.

    `params` are values (`%(name)s`); `parts` are trusted SQL of this code base (`{name}`), such as a table or an
    expression composed from the catalogue of columns.
    """

    def __init__(self, params: Mapping[str, Any], parts: Mapping[str, str] | None = None) -> None:
        self.params = dict(params)
        self.parts = dict(parts or {})

    def run(self, queries: Queries, *names: str, **more: Any) -> None:
        """Run statements in order; `more` are values of these only."""
        for name in names:
            queries.execute(name, self.params | more, **self.parts)

    def check(self, queries: Queries, *names: str) -> None:
        """Run statements that record issues, then refuse the rows with an error."""
        self.run(queries, *names)
        refuse_rows()

    def list_rows(self, queries: Queries, name: str) -> list[dict[str, Any]]:
        """Return the rows of a query."""
        return queries.fetch_rows(name, self.params, **self.parts)
