"""Query what restores and drills check."""

from django.db import connection
from django.db.models import ForeignKey, Model


def find_orphans(model: type[Model]) -> tuple[str, int] | None:
    """Return the first reference of a model that no constraint holds and that names missing rows, with their number.

    A restore that switches triggers off could leave such rows.
    """
    table = model._meta.db_table
    for field in model._meta.concrete_fields:
        if isinstance(field, ForeignKey) and not getattr(field, "db_constraint", True):
            parent = field.related_model._meta.db_table
            with connection.cursor() as cursor:
                cursor.execute(
                    f"SELECT count(*) FROM {table} AS row WHERE {field.column} IS NOT NULL"
                    f" AND NOT EXISTS (SELECT FROM {parent} AS parent WHERE parent.id = row.{field.column})"
                )
                count = cursor.fetchone()[0]
            if count:
                return field.name, count
    return None
