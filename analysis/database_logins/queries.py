"""Read logins of the database, and what QGIS needs to know of the views."""

from django.db import connection

from analysis.database_logins.models import DatabaseLogin
from analysis.database_logins.types import LoginState, ViewColumn
from config.sql import Queries

SQL = Queries(__file__, "database_logins.sql")
Extent = tuple[float, float, float, float]
# About the country, where no region has a boundary yet.
DEFAULT_EXTENT: Extent = (-16.9, 10.8, -13.6, 12.7)


def list_logins() -> list[LoginState]:
    """List all logins that were ever made, by name."""
    rows = list(DatabaseLogin.objects.prefetch_related("regions"))
    sessions = SQL.fetch_mapping("live_roles", {"oids": [row.oid for row in rows]})
    return [
        LoginState(
            name=row.nom,
            usage=row.usage,
            regions=None if row.toutes_regions else tuple(sorted(region.code for region in row.regions.all())),
            description=row.description,
            made=row.cree_le,
            ended=row.termine_le,
            sessions=sessions.get(row.oid),
        )
        for row in rows
    ]


def list_view_columns() -> list[ViewColumn]:
    """List the columns of the views of the schema `gis`, in their order."""
    return SQL.fetch_objects(ViewColumn, "columns")


def find_extent() -> Extent:
    """Return the box around all regions."""
    with connection.cursor() as cursor:
        cursor.execute(SQL["extent"])
        found: Extent | None = cursor.fetchone()
    return found or DEFAULT_EXTENT
