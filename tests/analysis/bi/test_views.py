"""What BI tools read: sums by area and month, within the regions of their login, of nobody in particular."""

from datetime import UTC, date, datetime
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from django.contrib.gis.geos import Point
from django.db import connection

from registry.households.models import Household
from tests.analysis.gis.logins import connect, open_login, see_as_own_role
from transfers.complaints.models import Complaint

VIEWS = {"zones", "menages", "beneficiaires", "paiements", "plaintes", "qualite"}
PARTS_OF_PERSONAL = ("nom_complet", "telephone", "compte", "plaignant", "objet", "description", "code_menage", "_id")


def fetch(query: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchall()


@pytest.fixture
def rows(country: SimpleNamespace) -> SimpleNamespace:
    """Three households of two months, and a complaint of each kind in each region."""
    many = [("A", country.west, 31, "pauvre"), ("B", country.west, 31, "pauvre"), ("C", country.east, 1, "vulnerable")]
    for code, region, day, category in many:
        row = Household.objects.create(
            code_menage=code,
            taille_menage=5,
            region=region,
            secteur=country.north if region == country.west else country.cosse,
            categorie_pauvrete=category,
            eligible_programme=code == "A",
            score_pmt=30,
            geom=None if code == "B" else Point(-15, 12.5, srid=4326),
        )
        # Half past eleven at night in Guinea-Bissau, where it is the same hour as in UTC.
        Household.objects.filter(id=row.id).update(
            created_at=datetime(2026, 1 if day == 31 else 2, day, 23, 30, tzinfo=UTC)
        )
    for number, (region, category) in enumerate(
        [(country.west, "paiement"), (country.west, "vbg"), (country.east, "ciblage")]
    ):
        Complaint.objects.create(
            reference=f"PL-{number}",
            objet=None if category == "vbg" else "Pas reçu",
            categorie=category,
            priorite="haute",
            region=region,
            echeance=date(2026, 1, 5),
        )
    return country


@pytest.mark.django_db
def test_sums_are_by_area_and_month(rows: SimpleNamespace) -> None:
    assert fetch("SELECT * FROM bi.menages") == fetch("SELECT * FROM bi.plaintes") == []
    see_as_own_role(every=True)
    households = (
        "SELECT region, secteur, mois, categorie_pauvrete, menages, personnes, eligibles FROM bi.menages ORDER BY 3"
    )
    assert fetch(households) == [
        ("Oio", "Mansoa", date(2026, 1, 1), "pauvre", 2, 10, 1),
        ("Bafatá", "Cossé", date(2026, 2, 1), "vulnerable", 1, 5, 0),
    ]
    assert fetch("SELECT region, menages, sans_position, sans_score_pmt FROM bi.qualite ORDER BY mois") == [
        ("Oio", 2, 1, 0),
        ("Bafatá", 1, 0, 0),
    ]
    # Not the complaint about violence.
    assert fetch("SELECT region, categorie, plaintes, en_retard FROM bi.plaintes ORDER BY 1") == [
        ("Bafatá", "ciblage", 1, 1),
        ("Oio", "paiement", 1, 1),
    ]
    assert fetch("SELECT count(*), count(DISTINCT region_id), sum(region_population) FROM bi.zones") == [
        (3, 2, 2 * 200_000 + 220_000)
    ]
    assert fetch("SELECT count(*) FROM bi.paiements") == fetch("SELECT count(*) FROM bi.beneficiaires") == [(0,)]


@pytest.mark.django_db
def test_no_column_is_of_one_person() -> None:
    columns = fetch("SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'bi'")
    assert {view for view, _ in columns} == VIEWS
    personal = {(view, name) for view, name in columns if any(part in name for part in PARTS_OF_PERSONAL)}
    assert personal == {("zones", "region_id"), ("zones", "secteur_id")}
    described = fetch(
        "SELECT relname FROM pg_class WHERE relnamespace = 'bi'::regnamespace AND obj_description(oid) IS NOT NULL"
    )
    assert {name for (name,) in described} == VIEWS


@pytest.mark.django_db(transaction=True)
def test_a_login_of_bi_reads_its_regions_and_no_layer(rows: SimpleNamespace) -> None:
    with open_login("--regions", "OI", "--usage", "bi") as (name, password), connect(name, password) as session:
        # Without a schema: it is the first of the login's path.
        assert session.execute("SELECT region, sum(menages) FROM menages GROUP BY 1").fetchall() == [("Oio", 2)]
        assert session.execute("SELECT sum(plaintes) FROM plaintes").fetchone() == (1,)
        for refused in ("SELECT * FROM gis.menages", "SELECT * FROM registry_menage", "SELECT * FROM vbg.cas"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                session.execute(refused)
