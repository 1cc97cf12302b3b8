"""Coverage equals the plain SQL over households and their nearest services, whatever was written before."""

from types import SimpleNamespace

import pytest
from django.db import connection

from analysis.coverage.queries import LEVELS, compute_coverage
from registry.households.bulk.services import open_bulk_load
from registry.households.models import Household
from tests.analysis.proximity.world import differences, households, run, services

EVERYBODY = SimpleNamespace(region_ids=None)
# As the endpoint was defined: every household with its row, the median over steps of 1 m (beyond 1 km of 10 m).
PLAIN = """
SELECT m.{zone}, count(*) FILTER (WHERE m.geom IS NOT NULL),
       count(*) FILTER (WHERE n.ecole_metres <= %(rayon)s), avg(n.ecole_metres),
       percentile_disc(0.5) WITHIN GROUP (ORDER BY
         CASE WHEN n.ecole_metres < 1000 THEN round(n.ecole_metres) ELSE round(n.ecole_metres / 10) * 10 END)
         FILTER (WHERE n.ecole_metres IS NOT NULL)
FROM registry_menage AS m LEFT JOIN analysis_nearest_service AS n ON n.menage_id = m.id
WHERE {where} GROUP BY 1
"""


@pytest.fixture
def spread(country):
    run("SELECT setseed(0.5)")
    services("geo_ecole", 30)
    households(500)
    return country


def settle(country, where="true"):
    """Give households places at random: a secteur without localité, a localité, a region alone, none."""
    run(
        f"""UPDATE registry_menage AS household SET region_id = place.region_id, secteur_id = place.secteur_id,
              localite_id = place.localite_id, milieu = CASE WHEN random() < 0.5 THEN 'rural' ELSE 'urbain' END,
              categorie_pauvrete = CASE WHEN random() < 0.5 THEN 'pauvre' ELSE 'vulnerable' END
            FROM (SELECT id, floor(random() * 5) AS pick FROM registry_menage) AS drawn
            JOIN (VALUES (0, %s::uuid, %s::uuid, %s::uuid), (1, %s, %s, NULL), (2, %s, NULL, NULL), (3, %s, %s, %s),
                         (4, NULL, NULL, NULL)) AS place (pick, region_id, secteur_id, localite_id) USING (pick)
            WHERE household.id = drawn.id AND {where}""",
        country.west.id,
        country.north.id,
        country.cutia.id,
        country.west.id,
        country.south.id,
        country.west.id,
        country.east.id,
        country.cosse.id,
        country.galomaro.id,
    )


def plain(level, radius, where):
    with connection.cursor() as cursor:
        cursor.execute(PLAIN.format(zone=f"{level}_id", where=where), {"rayon": radius})
        return {row[0]: row[1:] for row in cursor.fetchall()}


def assert_exact():
    assert differences() == []
    for filters, where in (
        ({}, "true"),
        ({"milieu": ["rural"]}, "m.milieu = 'rural'"),
        ({"categorie": ["pauvre"], "milieu": ["urbain"]}, "m.categorie_pauvrete = 'pauvre' AND m.milieu = 'urbain'"),
    ):
        for level in LEVELS:
            expected = plain(level, 7500, where)
            found = compute_coverage(EVERYBODY, "ecoles", 7500, level, filters)
            assert found["total"]["menages"] == sum(row[0] for row in expected.values()) > 0
            assert found["total"]["couverts"] == sum(row[1] for row in expected.values())
            assert (
                found["sansPosition"]
                == run(f"SELECT count(*) FROM registry_menage AS m WHERE geom IS NULL AND {where}")[0][0]
            )
            for zone in found["zones"]:
                menages, couverts, mean, median = expected.get(zone["id"], (0, 0, None, None))
                assert (zone["menages"], zone["couverts"], zone["distanceMediane"]) == (menages, couverts, median)
                assert zone["distanceMoyenne"] == (None if mean is None else pytest.approx(mean, abs=0.06))


def test_after_every_way_of_writing(spread):
    settle(spread)
    assert_exact()
    settle(spread, "code_menage LIKE 'T%%7'")  # other places alone
    run("UPDATE registry_menage SET geom = ST_Translate(geom, 0.2, 0.1) WHERE code_menage LIKE 'T%%3'")
    run("UPDATE registry_menage SET geom = NULL WHERE code_menage LIKE 'T%%4'")
    run(
        """UPDATE registry_menage SET geom = ST_SetSRID(ST_MakePoint(-15.2, 12.1), 4326), region_id = %s, secteur_id = NULL,
           localite_id = NULL WHERE code_menage LIKE 'T%%0'""",
        spread.east.id,
    )
    assert_exact()
    run("DELETE FROM registry_menage WHERE code_menage LIKE 'T%%5'")
    Household.objects.create(
        code_menage="ONE", taille_menage=1, region=spread.west, secteur=spread.north, geom="SRID=4326;POINT(-15.5 12.2)"
    )
    Household.objects.filter(code_menage="ONE").update(secteur=spread.south)
    run("DELETE FROM geo_ecole WHERE nom = 'S3'")
    assert_exact()


def test_after_bulk_loads(spread):
    settle(spread)
    with open_bulk_load() as touched:
        households(200, "B")
        settle(spread, "code_menage LIKE 'B%%' OR code_menage LIKE 'T%%1'")
        run(f"INSERT INTO {touched} SELECT id, geom FROM registry_menage WHERE code_menage LIKE 'B%%'")
    assert_exact()
    with open_bulk_load() as touched:
        run(
            """UPDATE registry_menage SET geom = ST_Translate(geom, 0.1, 0), region_id = %s, secteur_id = %s,
               localite_id = NULL WHERE code_menage LIKE 'T%%2'""",
            spread.east.id,
            spread.cosse.id,
        )
        run(f"INSERT INTO {touched} SELECT id FROM registry_menage WHERE code_menage LIKE 'T%%2'")
        settle(spread, "code_menage LIKE 'T%%6'")  # nobody is told of households that do not move
    assert_exact()


def test_other_columns_write_nothing(spread):
    settle(spread)
    before = run("SELECT menage_id, xmin::text, ctid::text FROM analysis_nearest_service ORDER BY 1")
    run("UPDATE registry_menage SET score_pmt = 40, milieu = 'rural'")
    assert run("SELECT menage_id, xmin::text, ctid::text FROM analysis_nearest_service ORDER BY 1") == before
