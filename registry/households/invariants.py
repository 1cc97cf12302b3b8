"""What must hold among households, for `manage.py check_data`."""

from django.db import connection

from geo.layers.invariants import compare_cells
from registry.households.models import Household
from registry.households.tallying import count_wrong_groups


def _row(statement: str) -> tuple:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return tuple(cursor.fetchone())


def tallies() -> str | None:
    """The kept counts and sums are those of the rows."""
    if wrong := count_wrong_groups():
        return f"the kept sums of {wrong} groups of households are not those of the rows"
    return compare_cells("registry_menage_cell", "registry_menage")


def references() -> str | None:
    """What a household refers to exists (a restore with triggers off could break it)."""
    for field in Household._meta.concrete_fields:
        if field.is_relation:
            parent = field.related_model._meta.db_table  # type: ignore[union-attr]
            orphans = _row(
                f"SELECT count(*) FROM registry_menage AS m WHERE {field.column} IS NOT NULL"
                f" AND NOT EXISTS (SELECT FROM {parent} AS parent WHERE parent.id = m.{field.column})"
            )[0]
            if orphans:
                return f"{orphans} households name a {field.name} that is not there"
    return None


ASTRAY = """
SELECT count(*) FROM registry_menage AS m
LEFT JOIN geo_secteur AS s ON s.id = m.secteur_id LEFT JOIN geo_commune AS c ON c.id = m.commune_id
LEFT JOIN geo_localite AS l ON l.id = m.localite_id
WHERE (m.secteur_id IS NOT NULL AND s.region_id IS DISTINCT FROM m.region_id)
   OR (m.commune_id IS NOT NULL AND c.secteur_id IS DISTINCT FROM m.secteur_id)
   OR (m.localite_id IS NOT NULL AND l.secteur_id IS DISTINCT FROM m.secteur_id)
"""


def places() -> str | None:
    """A household's secteur lies in its region, its commune and localite in its secteur."""
    astray = _row(ASTRAY)[0]
    return f"{astray} households stand in a place that does not lie in the one above it" if astray else None


TWICE = """
SELECT count(*) FROM registry_menage AS living
JOIN registry_menage_ancien AS former ON former.{column} = living.{column}
"""


def check_codes() -> str | None:
    """A code, and an id, is a living or a merged household's, and never both's (decision 0064)."""
    for column, name in (("code_menage", "codes"), ("id", "ids")):
        if twice := _row(TWICE.format(column=column))[0]:
            return f"{twice} {name} are a living and a merged household's at once"
    return None


# What goes with a household, by table and the column that names it; held by triggers.
PARTS = {"registry_chef_menage": "heads", "registry_logement": "dwellings", "registry_membre_menage": "members",
         "registry_menage_ancien": "merged households"}  # fmt: skip


def check_parts() -> str | None:
    """Heads, dwellings, members and merged households belong to a household that is there."""
    for table, name in PARTS.items():
        lost = _row(
            f"SELECT count(*) FROM {table} AS part"
            " WHERE NOT EXISTS (SELECT FROM registry_menage AS menage WHERE menage.id = part.menage_id)"
        )[0]
        if lost:
            return f"{lost} {name} belong to no household"
    return None
