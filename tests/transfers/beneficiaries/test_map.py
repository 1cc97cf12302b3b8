"""Beneficiaries on the map: where their households are, for who may see them; tiles grow old when they change."""

import pytest

from registry.households.models import Household
from transfers.beneficiaries.models import Beneficiary

PATH = "/api/carte/beneficiaires"
TILE = "/api/carte/tuiles/beneficiaires/9/233/237.mvt"


def test_listed(api, cast, beneficiary, stranger):
    Beneficiary.objects.filter(id=beneficiary.id).update(telephone="+245955000001")
    told = api(cast.agent_west).get(PATH).json()
    assert (told["total"], told["sansPosition"]) == (1, 0)
    assert told["data"] == [
        {
            "id": str(beneficiary.id),
            "nomComplet": "Fatumata Djaló",
            "telephone": "+245955000001",
            "statut": "actif",
            "actif": True,
            "latitude": 12.75,
            "longitude": -15.5,
            "menageCode": "OI-000001",
            "region": "Oio",
            "secteur": "Mansoa",
        }
    ]
    assert api(cast.reader_west).get(PATH).json()["data"][0]["telephone"] is None
    # The stranger's household has no position.
    assert api(cast.agent_east).get(PATH).json()["sansPosition"] == 1


def test_filtered(api, cast, country, beneficiary):
    def total(**query):
        return api(cast.agent_west).get(PATH, query).json()["total"]

    assert total(statut="actif,suspendu") == total(region=str(country.west.id)) == total(bbox="-16,12,-15,13") == 1
    assert total(statut="suspendu") == total(secteur=str(country.south.id)) == total(bbox="-15,12,-14,13") == 0
    for wrong in ({"statut": "parti"}, {"bbox": "ici"}, {"region": "x"}, {"limit": 0}):
        assert api(cast.agent_west).get(PATH, wrong).json()["code"] == "VALIDATION_ERROR"


@pytest.mark.parametrize("move", ["beneficiary", "household"])
def test_a_tile_is_old_when_they_change(api, cast, beneficiary, move):
    caller = api(cast.agent_west)
    tag = caller.get(TILE)["ETag"]
    assert caller.get(TILE, headers={"If-None-Match": tag}).status_code == 304
    if move == "beneficiary":
        caller.post(f"/api/beneficiaires/{beneficiary.id}/deactivate")
    else:
        Household.objects.filter(id=beneficiary.menage_id).update(score_pmt=7)
    assert caller.get(TILE, headers={"If-None-Match": tag}).status_code == 200


def test_exported_without_names_and_counted_in_cells(api, cast, beneficiary):
    caller = api(cast.agent_west)
    sent = caller.get("/api/carte/export/geojson", {"type": "beneficiaires"})
    body = b"".join(sent.streaming_content).decode()
    assert "TM-1" in body and "Fatumata" not in body
    cells = caller.get("/api/carte/analyse/densite", {"type": "beneficiaires", "cellule": 20000}).json()["data"]
    assert [cell["properties"]["count"] for cell in cells["features"]] == [1]
    assert caller.get("/api/carte/layers").json()["data"]["beneficiaires"] == 1
