"""What `pg_restore` does with a backup that plain use never does."""

from django.db import connection

from tests.api import world as worlds


def test_indexes_can_be_made_with_an_empty_search_path(country):
    """A function of an index that finds others only by the search path lets a restore end without that index."""
    worlds.build(country)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(
            "SELECT DISTINCT format('%I.%I', schemaname, tablename) FROM pg_indexes WHERE indexdef ~ '\\w\\('"
        )
        tables = [table for (table,) in cursor.fetchall() if not table.startswith("pg_catalog.")]
        assert "public.registry_menage" in tables
        cursor.execute("SET LOCAL search_path TO ''")
        for table in tables:
            cursor.execute(f"REINDEX TABLE {table}")
        cursor.execute("RESET search_path")
