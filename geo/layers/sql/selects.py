"""Compile querysets to SQL text that is embedded in COPY, ST_AsMVT and JSON statements.

The ORM writes the selection of rows (scope, filters, joins); the SQL text around it processes them, so that no Python
runs per row.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import DEFAULT_DB_ALIAS
from django.db.models import (
    BooleanField,
    DateField,
    DateTimeField,
    DecimalField,
    Expression,
    F,
    Field,
    FloatField,
    IntegerField,
    QuerySet,
    UUIDField,
)

from geo.layers.sql.expressions import RawColumn

NUMBER_FIELDS = (IntegerField, DecimalField, FloatField)


@dataclass(frozen=True)
class Column:
    """Describe a selected column: its public name, its name in the SQL, and its field."""

    public_name: str
    sql_name: str
    field: Field

    @property
    def kind(self) -> str:
        """Return uuid, number, integer, flag or text."""
        if isinstance(self.field, UUIDField):
            return "uuid"
        if isinstance(self.field, BooleanField):
            return "flag"
        if isinstance(self.field, IntegerField):
            return "integer"
        return "number" if isinstance(self.field, NUMBER_FIELDS) else "text"

    @property
    def plain_sql(self) -> str:
        """Return SQL of the value for files of cells: days and instants are texts as ISO 8601 has them."""
        if isinstance(self.field, DateTimeField):
            return f"(to_json({self.sql_name}) #>> '{{}}')"
        return f"{self.sql_name}::text" if isinstance(self.field, DateField) else self.sql_name

    @property
    def json_sql(self) -> str:
        """Return SQL text that writes the value as JSON; twice as fast as json_build_object."""
        if self.kind == "uuid":
            return f"""coalesce('"' || {self.sql_name}::text || '"', 'null')"""
        if self.kind == "flag":
            return f"CASE WHEN {self.sql_name} THEN 'true' WHEN {self.sql_name} IS NULL THEN 'null' ELSE 'false' END"
        if self.kind in ("integer", "number"):
            return f"coalesce({self.sql_name}::text, 'null')"
        if isinstance(self.field, DateTimeField):
            return f"coalesce(to_json({self.sql_name})::text, 'null')"  # as ISO 8601 has it
        return f"coalesce(to_json({self.sql_name}::text)::text, 'null')"


@dataclass(frozen=True)
class CompiledSelect:
    """Hold a SELECT with the columns `c0`, `c1` ... and, if requested, `shape`, and its parameters."""

    sql: str
    params: tuple[Any, ...]
    columns: tuple[Column, ...]


def compile_select(rows: QuerySet, names: Mapping[str, Expression | F], shape: str | None = None) -> CompiledSelect:
    """Compile the SELECT of `rows` with the named expressions. An empty queryset gives a SELECT without rows."""
    aliases: dict[str, Any] = {f"c{index}": expression for index, expression in enumerate(names.values())}
    if shape:
        aliases["shape"] = RawColumn(F(shape))
    selected: Any = rows.values(**aliases)
    query = selected.query
    sql, params = query.get_compiler(DEFAULT_DB_ALIAS, elide_empty=False).as_sql()
    fields = query.annotation_select
    columns = tuple(Column(name, f"c{index}", fields[f"c{index}"].output_field) for index, name in enumerate(names))
    return CompiledSelect(sql, tuple(params), columns)


def build_json_object_sql(columns: tuple[Column, ...]) -> str:
    """Return SQL that writes one JSON object per row. `a.b` is nested in `a`, which is null if its first value is."""
    parts: list[str] = []
    groups: dict[str, list[Column]] = {}
    for column in columns:
        groups.setdefault(column.public_name.partition(".")[0], []).append(column)
    for key, members in groups.items():
        if "." not in members[0].public_name:
            parts.append(f"""'"{key}":', {members[0].json_sql}""")
            continue
        inner = ", ',', ".join(f"""'"{one.public_name.partition(".")[2]}":', {one.json_sql}""" for one in members)
        parts.append(
            f"""'"{key}":', CASE WHEN {members[0].sql_name} IS NULL THEN 'null' ELSE concat('{{', {inner}, '}}') END"""
        )
    return "concat('{', " + ", ',', ".join(parts) + ", '}')"
