"""The layer of complaints: its cells equal a count of the rows, whatever wrote them, and it tells of no violence."""

import csv
import io
import json
from datetime import date, datetime
from typing import Any

import pytest
from django.contrib.gis.geos import Point
from django.db import connection
from django.db.models import Sum

from config.postgis.base import get_connection
from geo.areas.models import Locality
from geo.layers.cells.rules import CELL_SUM_FIELDS, STORED_ZOOMS
from geo.layers.cells.services import fold_sums
from geo.layers.queries import find_layer_version
from geo.layers.tiles import queries
from geo.scope.api import compile_visible_subquery
from registry.households.models import Household
from tests.geo.layers import mvt
from tests.geo.layers.test_export import body
from transfers.complaints.map.checks import check_cells
from transfers.complaints.map.layer import COMPLAINTS
from transfers.complaints.map.models import ComplaintCell
from transfers.complaints.models import CASE_PERMISSION, Complaint

KEYS = ("z", "x", "y", "region_id", "secteur_id", "statut", "priorite", "categorie")
TILE = "/api/carte/tuiles/plaintes/6/29/29.mvt"
EXPECTED = """
SELECT z, tile_x(ST_X(geom), z) AS x, tile_y(ST_Y(geom), z) AS y, plainte.region_id, plainte.secteur_id, statut,
       priorite, categorie, count(*), 0, 0, sum(round(ST_X(geom) * 1000000)), sum(round(ST_Y(geom) * 1000000))
FROM transfers_plainte AS plainte JOIN geo_localite AS place ON place.id = localite_id CROSS JOIN unnest(%s) AS zoom (z)
WHERE geom IS NOT NULL AND categorie <> 'vbg' GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
"""


def counted() -> set[Any]:
    with connection.cursor() as cursor:
        cursor.execute(EXPECTED, [list(STORED_ZOOMS)])
        return set(cursor.fetchall())


def stored() -> set[Any]:
    rows = ComplaintCell.objects.values_list(*KEYS).annotate(*(Sum(name) for name in CELL_SUM_FIELDS))
    return {row for row in rows.order_by() if any(row[len(KEYS) :])}


@pytest.fixture
def complaints(country):
    """Thirty complaints in three localities and none, a third of them about violence."""
    places = (country.cutia, country.tande, country.galomaro, None)
    rows = [
        Complaint(
            reference=f"PLT-{n:02}",
            objet="Mon argent" if n % 3 else None,
            plaignant="Binta" if n % 3 else None,
            telephone="+245955000000" if n % 3 else None,
            categorie="service" if n % 3 else "vbg",
            priorite=("basse", "haute")[n % 2],
            statut=("nouvelle", "rejetee")[n % 5 == 0],
            localite=places[n % 4],
            secteur=places[n % 4] and places[n % 4].secteur,
            region=places[n % 4].secteur.region if places[n % 4] else country.west,
            echeance=date(2026, 3, 1),
        )
        for n in range(30)
    ]
    return Complaint.objects.bulk_create(rows)


def test_cells_follow_every_write(complaints, country):
    assert stored() == counted() != set()
    Complaint.objects.filter(reference__lt="PLT-20").exclude(categorie="vbg").update(
        statut="resolue", priorite="urgente"
    )
    assert stored() == counted()
    Complaint.objects.filter(localite=None).update(localite=country.cutia, secteur=country.north)
    Complaint.objects.filter(reference__gt="PLT-25").delete()
    assert stored() == counted()
    Locality.objects.filter(id=country.cutia.id).update(geom=Point(-15.45, 12.8, srid=4326))
    Locality.objects.filter(id=country.tande.id).update(geom=None, nom="Tandé Novo")
    assert stored() == counted() != set()
    Locality.objects.filter(id=country.tande.id).update(geom=Point(-15.45, 12.8, srid=4326))
    assert stored() == counted() and check_cells() is None
    before, rows = stored(), ComplaintCell.objects.count()
    fold_sums(ComplaintCell, CELL_SUM_FIELDS)
    assert stored() == before and ComplaintCell.objects.count() == len(before) < rows
    ComplaintCell.objects.filter(z=11).delete()
    assert "zoom 11" in (check_cells() or "")


def test_only_what_the_map_shows_makes_a_tile_old(complaints, country, api, cast, send, take, monkeypatch):
    home = Household.objects.create(
        code_menage="H-1", taille_menage=3, region=country.west, secteur=country.north, localite=country.cutia
    )
    about = take(menageId=str(home.id), regionId=None)
    known, cells = find_layer_version(COMPLAINTS), stored()
    assert Complaint.objects.get(id=about["id"]).localite_id == country.cutia.id
    # A complaint stays where it was made: the household that moves takes none along.
    Household.objects.filter(id=home.id).update(
        localite=country.tande, secteur=country.south, geom=Point(-15.4, 12.2, srid=4326)
    )
    Complaint.objects.filter(categorie="vbg").update(statut="fermee", localite=country.cutia)
    Complaint.objects.filter(categorie="vbg", reference="PLT-03").delete()
    Complaint.objects.update(objet=None, satisfaction=3)
    Locality.objects.update(population=7)
    assert (find_layer_version(COMPLAINTS), stored()) == (known, cells)
    caller = api(cast.supervisor_west)
    tag = caller.get(TILE)["ETag"]
    with monkeypatch.context() as patch:
        patch.setattr(queries, "render_tile", lambda *args: pytest.fail("the tile was made"))
        assert caller.get(TILE, headers={"If-None-Match": tag}).status_code == 304
    Complaint.objects.filter(reference="PLT-01").update(statut="en_cours")
    assert caller.get(TILE, headers={"If-None-Match": tag}).status_code == 200


def test_every_form_of_the_layer_shows_places_and_no_words(complaints, country, api, cast, referent):
    referent.role.permissions = [*referent.role.permissions, "geo.exporter"]
    referent.role.save()
    here = Complaint.objects.filter(region=country.west, localite__isnull=False).exclude(categorie="vbg")
    shown = {str(one) for one in here.values_list("id", flat=True)}
    for user in (cast.agent_west, referent):
        client = api(user)
        # Outside the map: what is kept of the SQL for many callers tells apart who may see cases.
        text, params = compile_visible_subquery(Complaint, user, "plaintes", "id")
        with connection.cursor() as cursor:
            cursor.execute(text, params)
            visible = {key for (key,) in cursor.fetchall()}
        assert visible == {*Complaint.objects.visible_to(user).values_list("id", flat=True)}
        cases = Complaint.objects.filter(id__in=visible, categorie="vbg")
        assert cases.exists() == user.holds(CASE_PERMISSION) == (user == referent)
        far = mvt.layers(client.get(TILE).content)["plaintes"]
        assert sum(one["properties"]["nombre"] for one in far) == len(shown)
        assert sum(one["properties"]["rejetee"] for one in far) == here.filter(statut="rejetee").count()
        assert "scorePmtMoyen" not in far[0]["properties"]
        one_place = f"{TILE}?localite={country.cutia.id}"
        near = mvt.layers(client.get(one_place).content)["plaintes"]
        assert sum(one["properties"]["nombre"] for one in near) == here.filter(localite=country.cutia).count()
        export = {"type": "plaintes", "format": "csv"}
        text = body(client.get("/api/carte/export/geojson", export)).decode("utf-8-sig")
        get_connection().forget_locks()
        rows = list(csv.DictReader(io.StringIO(text)))
        assert {row["id"] for row in rows} == shown and "Binta" not in text and "argent" not in text
        assert {row["localite"] for row in rows} == {"Cutia", "Tandé"} and {row["echeance"] for row in rows} == {
            "2026-03-01"
        }
        assert all(datetime.fromisoformat(row["dateCreation"]).tzinfo for row in rows)
        assert body(client.get("/api/carte/export/geojson", export | {"format": "gpkg"}))[:6] == b"SQLite"
        found = json.loads(client.get("/ogc/collections/plaintes/items", {"limit": 100}).content)
        assert {one["id"] for one in found["features"]} == shown and "Binta" not in json.dumps(found)
        assert "score" not in json.dumps(client.get("/api/carte/tuiles/plaintes/tilejson.json").json())
    listed = api(cast.agent_west).get("/api/carte/plaintes", {"limit": 1, "priorite": "haute"}).json()
    placed, lost = here.filter(priorite="haute").count(), Complaint.objects.filter(localite=None, priorite="haute")
    assert (listed["total"], listed["tronque"]) == (placed, True)
    assert listed["sansPosition"] == lost.exclude(categorie="vbg").count()
    # Of no region: an empty tile.
    assert api(cast.stranger).get(TILE).status_code == 204


def test_the_map_tells_of_corruption_only_who_may_read_it(complaints, country, api, cast):
    Complaint.objects.filter(reference__in=["PLT-01", "PLT-04", "PLT-05"]).update(categorie="corruption")
    assert stored() == counted() and check_cells() is None
    here = Complaint.objects.filter(region=country.west, localite__isnull=False).exclude(categorie="vbg")
    open_ones = here.exclude(categorie="corruption").count()
    agent = api(cast.agent_west)
    for user, count in ((cast.supervisor_west, here.count()), (cast.agent_west, open_ones)):
        far = mvt.layers(api(user).get(TILE).content)["plaintes"]
        assert sum(one["properties"]["nombre"] for one in far) == count
        assert api(user).get("/api/carte/plaintes").json()["total"] == count
    tag = agent.get(TILE)["ETag"]
    Complaint.objects.filter(reference="PLT-05").update(statut="en_cours")
    # Nor does the version of a tile tell that something happened.
    assert agent.get(TILE, headers={"If-None-Match": tag}).status_code == 304
    Complaint.objects.filter(reference="PLT-05").update(categorie="service")
    assert agent.get(TILE, headers={"If-None-Match": tag}).status_code == 200
