"""Folding tallies changes no total, whatever others write meanwhile."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.gis.geos import Point
from django.db import connection

from geo.layers.hooks import map_layers
from geo.layers.models import LayerChange
from geo.layers.queries import find_layer_version
from registry.households.models import Household
from registry.households.tally.models import HouseholdCell, HouseholdTally
from registry.households.tally.queries import compose_trigger_sql
from registry.households.tally.services import fold_tallies

TALLY = """
SELECT region_id, milieu, eligible_programme, avec_position, sum(n), sum(avec_pmt), sum(somme_pmt), sum(somme_taille),
       sum(nb_enfants_04)
FROM registry_menage_tally GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0 ORDER BY 1, 2, 3, 4
"""
TRUTH = """
SELECT region_id, milieu, eligible_programme, geom IS NOT NULL, count(*), count(score_pmt), coalesce(sum(score_pmt), 0),
       sum(taille_menage), sum(nb_enfants_04)
FROM registry_menage GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
"""
CELLS = """
SELECT z, x, y, sum(n), sum(somme_pmt), sum(somme_lon), sum(somme_lat)
FROM registry_menage_cell GROUP BY 1, 2, 3 HAVING sum(n) <> 0 ORDER BY 1, 2, 3
"""
PLACES = """
SELECT z, tile_x(ST_X(geom), z), tile_y(ST_Y(geom), z), count(*), coalesce(sum(score_pmt), 0),
       sum(round(ST_X(geom) * 1000000)), sum(round(ST_Y(geom) * 1000000))
FROM registry_menage, (VALUES (8), (11), (14), (17)) AS zoom (z) WHERE geom IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
"""

BODY = "SELECT prosrc FROM pg_proc WHERE proname = 'registry_menage_tally'"
GROUP = ("z", "x", "y", "region_id", "secteur_id", "milieu", "categorie_pauvrete", "eligible_programme")


def rows(query):
    with connection.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchall()


def assert_exact():
    assert rows(TALLY) == rows(TRUTH)
    assert rows(CELLS) == rows(PLACES)


def add(code, at=0, **fields):
    place = Point(-15.5 + at / 1000, 12.7, srid=4326)
    return Household.objects.create(
        code_menage=code, taille_menage=3, geom=place, **({"score_pmt": 40, "nb_enfants_04": 2} | fields)
    )


def test_totals_stay_through_writes_and_folds(country):
    for number in range(12):
        add(f"A{number}", number % 3, region=country.west, milieu="rural")
    Household.objects.filter(code_menage__in=["A1", "A2"]).update(score_pmt=None, milieu="urbain", region=country.east)
    Household.objects.filter(code_menage="A3").update(geom=None)
    Household.objects.filter(code_menage__in=["A4", "A5"]).delete()
    assert_exact()
    assert fold_tallies() > 0
    assert_exact()
    assert HouseholdTally.objects.count() == len(rows(TRUTH))
    assert not HouseholdTally.objects.filter(n=0).exists()
    groups = HouseholdCell.objects.values(*GROUP).distinct()
    assert HouseholdCell.objects.count() == groups.count()
    assert fold_tallies() == 0, "nothing has changed since"
    Household.objects.all().delete()
    assert fold_tallies() == 0
    assert not HouseholdTally.objects.exists() and not HouseholdCell.objects.exists()


def test_folding_moves_no_version(country):
    for number in range(5):
        add(f"A{number}")
    before = {name: find_layer_version(layer) for name, layer in map_layers.items()}
    fold_tallies()
    assert {name: find_layer_version(layer) for name, layer in map_layers.items()} == before
    assert LayerChange.objects.filter(couche="menages").count() == 1
    add("B")
    assert find_layer_version(map_layers["menages"]) == before["menages"] + 1
    assert find_layer_version(map_layers["regions"]) == before["regions"]


def test_the_database_keeps_the_sums_as_the_file_says(db):
    """`tally.sql` is what the migrations have created."""
    [(body,)] = rows(BODY)
    written = re.sub(r"--.*", "", compose_trigger_sql())
    assert "".join(body.split()) == "".join(written.split())


@pytest.mark.django_db(transaction=True)
def test_writers_and_folds_at_once():
    """Three writers and two folds in real threads, each on its own connection."""
    start = threading.Barrier(5)

    def run(work):
        try:
            start.wait()
            work()
        finally:
            connection.close()

    def write(name):
        for number in range(15):
            home = add(f"{name}{number}", number % 4)
            if number % 3 == 0:
                Household.objects.filter(pk=home.pk).update(score_pmt=number, milieu="urbain")
            if number % 5 == 0:
                Household.objects.filter(pk=home.pk).delete()

    def fold():
        for _ in range(15):
            fold_tallies()

    works = [*(lambda name=name: write(name) for name in "XYZ"), fold, fold]
    with ThreadPoolExecutor(len(works)) as pool:
        list(pool.map(run, works))
    assert Household.objects.count() == 36
    assert_exact()
    fold_tallies()
    assert_exact()


@pytest.mark.django_db(transaction=True)
def test_truncating_empties_the_tallies():
    add("A")
    add("B")
    fold_tallies()
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE registry_menage CASCADE")
    assert rows(TALLY) == [] and rows(CELLS) == []
