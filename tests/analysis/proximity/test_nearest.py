"""The nearest-service table: triggers, SQL and index give one answer, the one of trying every pair."""

import pytest
from django.core.management import call_command

from analysis.proximity.checks import check_nearest_services
from analysis.proximity.distances.binary_copy import write_rows
from analysis.proximity.services import rebuild_nearest
from geo.facilities.hooks import facility_load_callbacks
from geo.facilities.services import bulk_load_facilities as bulk_places
from geo.imports.definition.options import build_options
from geo.imports.services import run_import
from registry.households.bulk.services import open_bulk_load as bulk_households
from tests.analysis.proximity.world import TABLES, differences, households, run, services

pytestmark = pytest.mark.django_db

TABLE = "SELECT * FROM analysis_nearest_service ORDER BY menage_id"


@pytest.fixture
def seeded(db):
    run("SELECT setseed(0.25)")
    for table in TABLES:
        services(table, 40)
    households(400)
    # What other tests had in these tables says nothing of these rows: a plan for it took minutes.
    run(f"ANALYZE registry_menage, analysis_nearest_service, {', '.join(TABLES)}")


def test_insert_finds_the_nearest_of_each_kind(seeded):
    assert differences() == []


def test_households_move_lose_their_position_and_go(seeded):
    run("UPDATE registry_menage SET geom = ST_Translate(geom, 0.3, -0.2) WHERE code_menage LIKE 'T%%3'")
    run("UPDATE registry_menage SET geom = NULL WHERE code_menage LIKE 'T%%4'")
    run("UPDATE registry_menage SET geom = ST_SetSRID(ST_MakePoint(-15, 12), 4326) WHERE code_menage LIKE 'T%%0'")
    run("DELETE FROM registry_menage WHERE code_menage LIKE 'T%%5'")
    assert differences() == []


def test_an_update_elsewhere_writes_nothing(seeded):
    before = run("SELECT menage_id, xmin::text FROM analysis_nearest_service ORDER BY 1")
    run("UPDATE registry_menage SET score_pmt = 40")
    run("UPDATE geo_ecole SET nom = nom || ' (nova)'")
    assert run("SELECT menage_id, xmin::text FROM analysis_nearest_service ORDER BY 1") == before


@pytest.mark.parametrize("round_", range(3))
def test_services_come_move_and_go(seeded, round_):
    run("SELECT setseed(%s)", 0.1 * round_)
    for table in TABLES:
        for _ in range(4):
            services(table, 1)
        run(
            f"""UPDATE {table} SET geom = ST_Translate(geom, random() - 0.5, random() - 0.5)
                WHERE id IN (SELECT id FROM {table} ORDER BY random() LIMIT 3)"""
        )
        run(f"DELETE FROM {table} WHERE id IN (SELECT id FROM {table} ORDER BY random() LIMIT 5)")
    assert differences() == []


def test_many_services_in_one_statement(seeded):
    services("geo_ecole", 300)
    run("UPDATE geo_point_eau SET geom = ST_Translate(geom, 0.1, 0.1)")
    run("DELETE FROM geo_service_vbg WHERE random() < 0.7")
    assert differences() == []


def test_kinds_without_any_service_are_null(seeded):
    run("DELETE FROM geo_ecole")
    run("SET CONSTRAINTS ALL IMMEDIATE")
    run("TRUNCATE geo_police_judiciaire")
    assert differences() == []
    assert run(
        "SELECT count(*) FROM analysis_nearest_service WHERE ecole IS NOT NULL OR police_judiciaire IS NOT NULL"
    )[0] == (0,)
    services("geo_ecole", 1)
    assert differences() == []


def test_no_households_at_all():
    services("geo_ecole", 2)
    run("DELETE FROM geo_ecole WHERE nom = 'S1'")
    assert rebuild_nearest() == 0
    households(10)
    run("SET CONSTRAINTS ALL IMMEDIATE")
    run("TRUNCATE registry_menage CASCADE")
    assert differences() == []


def same(rows, others):
    """The same services, and distances within 1 mm (ids and distances take turns after the household's id)."""
    assert [row[:1] + row[1::2] for row in rows] == [row[:1] + row[1::2] for row in others]
    for row, other in zip(rows, others, strict=True):
        assert row[2::2] == pytest.approx(other[2::2], abs=0.001)


def first():
    return run("SELECT menage_id FROM analysis_nearest_service ORDER BY 1")[0][0]


def test_rebuild_gives_what_the_triggers_gave(seeded):
    by_triggers = run(TABLE)
    assert rebuild_nearest() == 360
    assert run(TABLE) == by_triggers
    run("DELETE FROM analysis_nearest_service")
    call_command("rebuild_nearest")
    assert differences() == []
    same(run(TABLE), by_triggers)


def test_rebuild_repairs_and_rewrites_only_what_differs(seeded):
    right = run("SELECT menage_id, xmin::text FROM analysis_nearest_service ORDER BY 1")
    run("UPDATE analysis_nearest_service SET ecole_metres = 1 WHERE menage_id = %s", right[0][0])
    run("DELETE FROM analysis_nearest_service WHERE menage_id = %s", right[1][0])
    rebuild_nearest(["ecoles"])
    rebuild_nearest()
    assert differences() == []
    assert run("SELECT menage_id, xmin::text FROM analysis_nearest_service ORDER BY 1")[2:] == right[2:]


def test_rebuild_brings_only_what_differs_to_the_database(seeded, monkeypatch):
    """The rows are compared before they are sent."""
    sent = []

    def send(into, columns):
        sent.append(len(columns[0][1]))
        write_rows(into, columns)

    monkeypatch.setattr("analysis.proximity.services.write_rows", send)
    assert rebuild_nearest() == 360
    assert sent == []
    run("UPDATE analysis_nearest_service SET ecole_metres = ecole_metres + 0.002 WHERE menage_id = %s", one := first())
    run("UPDATE analysis_nearest_service SET ecole_metres = ecole_metres - 0.0005 WHERE menage_id <> %s", one)
    run("UPDATE analysis_nearest_service SET point_eau = NULL, point_eau_metres = NULL WHERE menage_id = %s", one)
    rebuild_nearest()
    assert (sent, differences()) == ([1], [])


def test_rebuild_empties_a_kind_without_services(seeded):
    """Bulk deletes tell of nothing: the table is told at the end."""
    run("SET LOCAL tabanca.bulk = 'on'")
    run("DELETE FROM geo_police_judiciaire")
    rebuild_nearest()
    assert run(
        "SELECT count(police_judiciaire), count(police_judiciaire_metres), count(ecole) > 0"
        " FROM analysis_nearest_service"
    ) == [(0, 0, True)]


def test_rebuild_gives_the_places_of_the_household(seeded):
    """A version that does not know the columns leaves them empty in bulk loads."""
    right = run("SELECT menage_id, region_id, secteur_id, localite_id FROM analysis_nearest_service ORDER BY 1")
    run(
        "UPDATE analysis_nearest_service SET region_id = NULL, localite_id = gen_random_uuid() WHERE menage_id = %s",
        right[0][0],
    )
    assert "1 households differ" in check_nearest_services()
    rebuild_nearest()
    assert run("SELECT menage_id, region_id, secteur_id, localite_id FROM analysis_nearest_service ORDER BY 1") == right
    assert check_nearest_services() is None


def test_bulk_load_of_households(seeded):
    with bulk_households() as touched:
        households(200, "B")
        run("UPDATE registry_menage SET geom = NULL WHERE code_menage = 'T1'")
        run("UPDATE registry_menage SET geom = ST_Translate(geom, 0.5, 0) WHERE code_menage = 'T2'")
        run("DELETE FROM registry_menage WHERE code_menage = 'T3'")
        run(f"INSERT INTO {touched} SELECT id FROM registry_menage WHERE code_menage LIKE 'B%%'")
        run(f"INSERT INTO {touched} SELECT id FROM registry_menage WHERE code_menage IN ('T1', 'T2')")
        run(f"INSERT INTO {touched} SELECT id FROM {touched}")
    assert differences() == []


def test_bulk_load_that_tells_where_its_new_households_lie(seeded):
    with bulk_households() as touched:
        households(200, "B")
        run("UPDATE registry_menage SET geom = NULL WHERE code_menage = 'T1'")
        run("UPDATE registry_menage SET geom = ST_Translate(geom, 0.5, 0) WHERE code_menage = 'T2'")
        run(f"INSERT INTO {touched} SELECT id, geom FROM registry_menage WHERE code_menage LIKE 'B%%'")
        run(f"INSERT INTO {touched} SELECT id FROM registry_menage WHERE code_menage IN ('T1', 'T2')")
    assert differences() == []


def test_bulk_load_of_places(seeded):
    with bulk_places("geo_ecole", "geo_asc"):
        services("geo_ecole", 100)
        run("DELETE FROM geo_ecole WHERE nom = 'S7'")
    assert differences() == []
    services("geo_ecole", 1)
    assert differences() == []


def test_far_from_a_crowd_the_spheroid_decides():
    """Within half a percent of the distance there are 60 services: the sphere's order among them is not the true one."""
    services("geo_ecole", 60, (-15.61, 11.84, -15.59, 11.86))
    households(30, box=(-25, 15, -24, 16))
    assert differences() == []
    rebuild_nearest()
    assert differences() == []


def test_across_the_antimeridian_and_at_the_poles():
    places = [(179.99, 10.0), (-179.99, 10.1), (10.0, 89.95), (-170.0, 89.9), (0.0, -90.0), (179.5, -16.0)]
    for lon, lat in places:
        run(
            "INSERT INTO registry_menage (code_menage, taille_menage, geom) VALUES (%s, 1, ST_SetSRID(ST_MakePoint(%s, %s), 4326))",
            f"A{lon}",
            lon,
            lat,
        )
    for lon, lat in [(-179.995, 10.0), (179.0, 10.1), (180.0, -16.0), (-100.0, 89.99), (120.0, -89.0)]:
        run("INSERT INTO geo_ecole (nom, geom) VALUES ('E', ST_SetSRID(ST_MakePoint(%s, %s), 4326))", lon, lat)
        assert differences() == []
    rebuild_nearest()
    assert differences() == []


def test_an_import_of_places_tells_once(seeded, tmp_path):
    """One look at all households for a whole file; none for a file that changes nothing."""
    told: list[str] = []
    path = tmp_path / "escolas.csv"
    places = [(f"Escola {place}", 11.9 + place / 100, -15.3 + place / 90) for place in range(30)]
    path.write_text("\n".join(["nom,lat,lon", *(",".join(map(str, place)) for place in places)]))
    with facility_load_callbacks.override(**facility_load_callbacks, told=told.append):
        for _time in range(2):
            run_import(path, build_options("ecoles", {}, "ensaio"))
            assert (told, differences()) == (["geo_ecole"], [])
    assert run("SELECT count(*) FROM geo_ecole WHERE source = 'ensaio'")[0] == (30,)
