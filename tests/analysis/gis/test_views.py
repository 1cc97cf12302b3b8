"""The views that QGIS opens: typed shapes, plain columns, nobody's name."""

from typing import Any

import pytest
from django.contrib.gis.geos import Point
from django.db import connection

from analysis.database_logins.queries import list_view_columns
from registry.households.models import HeadOfHousehold, Household
from tests.analysis.gis.logins import see_as_own_role

pytestmark = pytest.mark.django_db
VIEWS = {"regions", "secteurs", "localites", "ecoles", "services_sante", "points_eau", "menages", "beneficiaires"}
PLAIN = {
    "uuid",
    "text",
    "character varying",
    "bigint",
    "integer",
    "smallint",
    "numeric",
    "double precision",
    "boolean",
    "timestamp with time zone",
}
PERSONAL = {
    "nom_complet",
    "telephone",
    "responsable",
    "adresse",
    "compte_mobile",
    "compte_bancaire",
    "numero_op_b",
    "identifiant_unique",
    "motif_sortie",
}
COLUMNS = """
SELECT table_name, column_name, data_type, udt_name FROM information_schema.columns
WHERE table_schema = 'gis' AND table_name NOT IN ('layer_styles', 'qgis_projects') ORDER BY table_name, ordinal_position
"""


def rows(query: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchall()


def test_columns_are_of_types_that_qgis_knows() -> None:
    found = rows(COLUMNS)
    assert {view for view, *_ in found} == VIEWS
    others = [(view, name, kind) for view, name, kind, _ in found if kind not in PLAIN]
    # The one other column of each is its shape; JSON, arrays and geographies are what QGIS warns of.
    assert sorted(others) == sorted((view, "geom", "USER-DEFINED") for view in VIEWS)


def test_shapes_are_typed_and_views_described() -> None:
    shapes = {
        view: (kind, srid)
        for view, kind, srid in rows(
            "SELECT f_table_name, type, srid FROM geometry_columns WHERE f_table_schema = 'gis'"
        )
    }
    assert shapes.pop("regions") == shapes.pop("secteurs") == ("MULTIPOLYGON", 4326)
    assert set(shapes.values()) == {("POINT", 4326)}
    described = rows(
        "SELECT relname FROM pg_class WHERE relnamespace = 'gis'::regnamespace AND obj_description(oid) IS NOT NULL"
    )
    assert {name for (name,) in described} == VIEWS
    silent = [
        (column.view, column.name) for column in list_view_columns() if column.alias == column.name or not column.alias
    ]
    assert silent == []


def test_the_first_column_is_a_whole_number_of_each_row(country: Any) -> None:
    first = {view: (name, kind) for view, name, kind, _ in reversed(rows(COLUMNS))}
    assert set(first.values()) == {("cle", "bigint")}
    see_as_own_role(every=True)
    keys = [key for (key,) in rows("SELECT cle FROM gis.localites")]
    assert len(set(keys)) == 3 and all(0 <= key < 2**62 for key in keys)


def test_nobody_is_named_and_nobody_may_look_without_a_grant() -> None:
    assert {name for _, name, *_ in rows(COLUMNS)} & PERSONAL == set()
    assert rows("SELECT has_schema_privilege('public', 'gis', 'USAGE')") == [(False,)]


def test_rows_are_those_of_the_registry(country: Any) -> None:
    home = Household.objects.create(
        code_menage="M-1",
        taille_menage=4,
        region=country.west,
        secteur=country.north,
        localite=country.cutia,
        geom=Point(-15.5, 12.75, srid=4326),
    )
    Household.objects.create(code_menage="M-2", taille_menage=4, region=country.west)
    HeadOfHousehold.objects.create(menage=home, nom_complet="Fatumata Djaló")
    see_as_own_role(every=True)
    assert rows("SELECT id, code_menage, region, secteur, localite, ST_X(geom) FROM gis.menages") == [
        (home.id, "M-1", "Oio", "Mansoa", "Cutia", -15.5)
    ]
    assert rows("SELECT nom, region FROM gis.secteurs ORDER BY nom") == [
        ("Cossé", "Bafatá"),
        ("Mansoa", "Oio"),
        ("Nhacra", "Oio"),
    ]
    assert len(rows("SELECT FROM gis.localites")) == 3
