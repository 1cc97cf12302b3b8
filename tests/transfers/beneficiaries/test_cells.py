"""The map cells of beneficiaries equal a count of the rows, whatever wrote them; a household's write that moves nobody
leaves their tiles as they are."""

import random
from collections import defaultdict
from decimal import ROUND_HALF_UP, Decimal

import pytest
from django.contrib.gis.geos import Point
from django.db import connection
from django.db.models import Sum

from geo.layers.cells.rules import CELL_SUM_FIELDS, FINEST_ZOOM, STORED_ZOOMS
from geo.layers.cells.services import fold_sums
from geo.layers.tiles.rules import find_cell_zoom
from registry.households.models import Household
from tests.geo.layers.test_tile import features, tile_of
from transfers.beneficiaries.checks import check_cells
from transfers.beneficiaries.models import Beneficiary, BeneficiaryCell

KEYS = ("z", "x", "y", "region_id", "secteur_id", "statut_enrolement")
TILE = "/api/carte/tuiles/beneficiaires/9/233/237.mvt"
EXPECTED = """
SELECT z, CASE WHEN geom IS NULL THEN -1 ELSE tile_x(ST_X(geom), z) END AS x,
       CASE WHEN geom IS NULL THEN -1 ELSE tile_y(ST_Y(geom), z) END AS y, region_id, secteur_id, statut_enrolement,
       count(*), count(score_pmt), coalesce(sum(score_pmt), 0), coalesce(sum(round(ST_X(geom) * 1000000)), 0),
       coalesce(sum(round(ST_Y(geom) * 1000000)), 0)
FROM transfers_beneficiaire JOIN registry_menage AS menage ON menage.id = menage_id CROSS JOIN unnest(%s) AS zoom (z)
GROUP BY 1, 2, 3, 4, 5, 6
"""


def counted():
    with connection.cursor() as cursor:
        cursor.execute(EXPECTED, [list(STORED_ZOOMS)])
        return set(cursor.fetchall())


def stored():
    rows = BeneficiaryCell.objects.values_list(*KEYS).annotate(*(Sum(name) for name in CELL_SUM_FIELDS))
    return {row for row in rows.order_by() if any(row[len(KEYS) :])}


@pytest.fixture
def crowd(country, programme):
    """Forty beneficiaries in thirty households, some without position, some without score."""
    draw = random.Random(7)
    homes = Household.objects.bulk_create(
        Household(
            code_menage=f"C-{n:03}",
            taille_menage=4,
            region_id=draw.choice([country.west.id, country.east.id, None]),
            geom=None if n % 7 == 0 else Point(draw.uniform(-16, -14), draw.uniform(12, 13), srid=4326),
            score_pmt=None if n % 5 == 0 else draw.randint(0, 100),
        )
        for n in range(30)
    )
    people = [
        Beneficiary(
            code=f"TM-{n:03}",
            menage=homes[n % 30],
            programme=programme,
            nom_complet=f"Ami {n}",
            type="principal" if n < 30 else "substitut",
        )
        for n in range(40)
    ]
    return homes, Beneficiary.objects.bulk_create(people)


def test_cells_follow_every_write(crowd, country):
    homes, people = crowd
    assert stored() == counted() != set()
    Beneficiary.objects.filter(code__lt="TM-010").update(statut_enrolement="suspendu")
    assert stored() == counted()
    Beneficiary.objects.filter(id__in=[one.id for one in people[35:]]).delete()
    assert stored() == counted()
    Household.objects.filter(code_menage__lt="C-012").update(geom=Point(-15.1, 12.4, srid=4326), score_pmt=12.5)
    assert stored() == counted()
    Household.objects.filter(code_menage="C-020").update(geom=None)
    Household.objects.filter(code_menage="C-000").update(region=country.east)
    assert stored() == counted()
    Beneficiary.objects.filter(id=people[31].id).update(menage=homes[20])
    Beneficiary.objects.filter(id=people[32].id).update(menage=homes[14])
    assert stored() == counted()
    assert check_cells() is None
    BeneficiaryCell.objects.filter(x=-1).delete()
    assert check_cells() == "cells of zoom 8 say 0, 0, 0; the rows are 6, 4, 267.00"


def test_folding_changes_no_sum(crowd):
    Beneficiary.objects.filter(code__lt="TM-020").update(statut_enrolement="suspendu")
    before, rows = stored(), BeneficiaryCell.objects.count()
    fold_sums(BeneficiaryCell, CELL_SUM_FIELDS)
    assert stored() == before
    assert BeneficiaryCell.objects.count() == len(before) < rows


def test_only_what_moves_a_beneficiary_makes_the_tile_old(api, cast, beneficiary, ready):
    caller = api(cast.agent_west)
    tag = caller.get(TILE)["ETag"]

    def is_current():
        return caller.get(TILE, headers={"If-None-Match": tag}).status_code == 304

    home = Household.objects.filter(id=beneficiary.menage_id)
    home.update(taille_menage=9)
    Household.objects.create(code_menage="AUTRE", taille_menage=2, geom=Point(-15.5, 12.6, srid=4326))
    Beneficiary.objects.filter(id=beneficiary.id).update(telephone="+245955000001", nom_complet="Fatu")
    assert is_current()
    home.update(geom=Point(-15.4, 12.7, srid=4326))
    assert not is_current()
    tag = caller.get(TILE)["ETag"]
    Beneficiary.objects.filter(id=beneficiary.id).update(statut_enrolement="suspendu")
    assert not is_current()


def describe(rows, z):
    """The clusters of these beneficiaries in the tiles of a zoom, by id: how many, how many of a status, mean score."""
    cells = defaultdict(list)
    for row in rows:
        cells[tile_of(*row.menage.geom, min(find_cell_zoom(z), FINEST_ZOOM))].append(row)
    found = {}
    for (x, y), members in cells.items():
        scores = [row.menage.score_pmt for row in members if row.menage.score_pmt is not None]
        states = [sum(row.statut_enrolement == state for row in members) for state in ("actif", "suspendu")]
        mean = (sum(scores) / len(scores)).quantize(Decimal("0.01"), ROUND_HALF_UP) if scores else None
        found[x << 24 | y] = (len(members), *states, mean and float(mean))
    return found


def test_tiles_hold_the_clusters_of_the_rows(crowd, country, cast, api):
    Beneficiary.objects.filter(code__lt="TM-015").update(statut_enrolement="suspendu")
    placed = Beneficiary.objects.filter(menage__geom__isnull=False).select_related("menage")
    here, query = placed.filter(menage__region=country.west), {"statut": "suspendu"}
    for z in (0, 6, 9, 12):
        for user, rows, sent in (
            (cast.admin, placed, {}),
            (cast.agent_west, here, {}),
            (cast.agent_west, here.filter(statut_enrolement="suspendu"), query),
            (cast.agent_east, placed.none(), query | {"region": str(country.west.id)}),
        ):
            tiles = {tile_of(*row.menage.geom, z) for row in placed}
            found = [one for at in tiles for one in features(api(user), "beneficiaires", z, *at, **sent)]
            shown = {
                one["id"]: (
                    *(one["properties"][name] for name in ("nombre", "actif", "suspendu")),
                    one["properties"].get("scorePmtMoyen"),
                )
                for one in found
            }
            assert shown == describe(rows, z) and len(shown) == len(found), (z, sent)
            assert bool(shown) == (user != cast.agent_east)


def test_list_is_counted_by_cells(api, cast, crowd, country, django_assert_num_queries):
    caller = api(cast.admin)
    with django_assert_num_queries(3):  # token, items, cells
        answer = caller.get("/api/carte/beneficiaires", {"limit": 1, "statut": "actif"}).json()
    placed = Beneficiary.objects.filter(menage__geom__isnull=False).count()
    assert (answer["total"], answer["tronque"]) == (placed, True)
    assert answer["sansPosition"] == 40 - placed
    here = caller.get("/api/carte/beneficiaires", {"bbox": "-14.5,12,-14,13", "region": str(country.west.id)}).json()
    lost = Beneficiary.objects.filter(menage__geom__isnull=True, menage__region=country.west)
    assert (here["total"], here["sansPosition"]) == (len(here["data"]), lost.count())
