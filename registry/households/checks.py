"""Check the invariants of households, for `manage.py check_data`.

Each check returns a message for the operator, or None when the invariant holds.
"""

from django.db import connection

from accounts.backup.api import find_orphans
from geo.layers.api import compare_cells
from registry.households.models import Household
from registry.households.tally.queries import count_wrong_groups


def _fetch_row(statement: str) -> tuple:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return tuple(cursor.fetchone())


def check_tallies() -> str | None:
    """Check that the stored counts and sums equal those of the rows."""
    if wrong := count_wrong_groups():
        return f"the kept sums of {wrong} groups of households are not those of the rows"
    return compare_cells("registry_menage_cell", "registry_menage")


def check_references() -> str | None:
    """Check that the rows to which households refer exist (decision 0013)."""
    found = find_orphans(Household)
    return f"{found[1]} households name a {found[0]} that is not there" if found else None


MISPLACED_SQL = """
SELECT count(*) FROM registry_menage AS m
LEFT JOIN geo_secteur AS s ON s.id = m.secteur_id LEFT JOIN geo_commune AS c ON c.id = m.commune_id
LEFT JOIN geo_localite AS l ON l.id = m.localite_id
WHERE (m.secteur_id IS NOT NULL AND s.region_id IS DISTINCT FROM m.region_id)
   OR (m.commune_id IS NOT NULL AND c.secteur_id IS DISTINCT FROM m.secteur_id)
   OR (m.localite_id IS NOT NULL AND l.secteur_id IS DISTINCT FROM m.secteur_id)
"""


def check_areas() -> str | None:
    """Check that a household's secteur lies in its region, and its commune and localite in its secteur."""
    misplaced = _fetch_row(MISPLACED_SQL)[0]
    return f"{misplaced} households stand in a place that does not lie in the one above it" if misplaced else None


DUPLICATED_SQL = """
SELECT count(*) FROM registry_menage AS living
JOIN registry_menage_ancien AS former ON former.{column} = living.{column}
"""


def check_codes() -> str | None:
    """Check that no code and no id belongs to both an existing and a merged household (decision 0064)."""
    for column, name in (("code_menage", "codes"), ("id", "ids")):
        if twice := _fetch_row(DUPLICATED_SQL.format(column=column))[0]:
            return f"{twice} {name} are a living and a merged household's at once"
    return None


# The tables of what is deleted with a household, by triggers, with their names in messages.
PART_TABLES = {
    "registry_chef_menage": "heads",
    "registry_logement": "dwellings",
    "registry_membre_menage": "members",
    "registry_menage_ancien": "merged households",
}


def check_parts() -> str | None:
    """Check that heads, dwellings, members and merged households belong to an existing household."""
    for table, name in PART_TABLES.items():
        lost = _fetch_row(
            f"SELECT count(*) FROM {table} AS part"
            " WHERE NOT EXISTS (SELECT FROM registry_menage AS menage WHERE menage.id = part.menage_id)"
        )[0]
        if lost:
            return f"{lost} {name} belong to no household"
    return None
