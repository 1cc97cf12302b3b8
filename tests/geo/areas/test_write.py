"""Creating, changing and deleting areas."""

import pytest
from django.contrib.gis.geos import Point

from config.errors.problems import Problem
from geo.areas.models import Commune, Locality, Region
from geo.areas.services import change_area
from geo.facilities.models import School
from registry.households.models import Household
from tests.conftest import make_user


def test_locality_gets_the_only_commune_of_its_secteur(api, cast, country):
    body = {"nom": "Uaque", "secteur": f"/api/secteurs/{country.north.id}", "latitude": "12.7", "longitude": "-15.4"}
    answer = api(cast.admin).post("/api/localites", body)
    assert answer.status_code == 201, answer.content
    made = answer.json()
    assert made["secteur"]["commune"]["id"] == str(country.commune.id)
    assert made["type"] == "village"
    assert (made["latitude"], made["longitude"]) == (12.7, -15.4)


def test_commune_of_another_secteur_is_a_violation(api, cast, country):
    body = {
        "nom": "Uaque",
        "secteur": f"/api/secteurs/{country.south.id}",
        "commune": f"/api/communes/{country.commune.id}",
    }
    answer = api(cast.admin).post("/api/localites", body)
    assert answer.status_code == 422
    assert answer.json()["violations"][0]["propertyPath"] == "commune"
    assert answer["Content-Type"] == "application/ld+json"
    assert not Locality.objects.filter(nom="Uaque").exists()


def test_boundary_is_checked(api, cast):
    swapped = {"type": "Polygon", "coordinates": [[[12, 115], [13, 115], [13, 116], [12, 115]]]}
    bow = {"type": "Polygon", "coordinates": [[[0, 0], [1, 1], [1, 0], [0, 1], [0, 0]]]}
    for geometry in (swapped, bow, {"type": "Point", "coordinates": [0, 0]}, "x"):
        answer = api(cast.admin).post("/api/regions", {"nom": "N", "code": "N1", "geometrie": geometry})
        assert answer.status_code == 422, geometry
        assert answer.json()["violations"][0]["propertyPath"] == "geometrie"
    assert not Region.objects.filter(code="N1").exists()


RING = [[0, 0], [1, 0], [1, 1], [0, 0]]
NO_BOUNDARY = {
    "empty text": "",
    "wkt": "POLYGON((0 0, 1 0, 1 1, 0 0))",
    "list": [RING],
    "geojson as text": '{"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]}',
    "point": {"type": "Point", "coordinates": [0, 0]},
    "nothing in it": {"type": "Polygon", "coordinates": []},
    "without coordinates": {"type": "Polygon"},
    "open ring": {"type": "Polygon", "coordinates": [RING[:2]]},
    "words": {"type": "Polygon", "coordinates": [[["a", "b"], [1, 0], [1, 1], ["a", "b"]]]},
}


@pytest.mark.parametrize("sent", NO_BOUNDARY.values(), ids=NO_BOUNDARY)
def test_what_is_no_boundary_is_refused_in_one_sentence(api, cast, sent):
    answer = api(cast.admin).post("/api/regions", {"nom": "N", "code": "N1", "geometrie": sent})
    found = {item["propertyPath"]: item["message"] for item in answer.json()["violations"]}
    assert (answer.status_code, found) == (
        422,
        {"geometrie": "Un Polygon ou MultiPolygon GeoJSON est attendu."},
    )


def test_boundary_has_a_limited_number_of_vertices(api, cast, settings):
    settings.GEOMETRY_MAX_VERTICES = 3
    shape = {"type": "Polygon", "coordinates": [RING]}
    answer = api(cast.admin).post("/api/regions", {"nom": "N", "code": "N1", "geometrie": shape})
    assert [item["message"] for item in answer.json()["violations"]] == ["La géométrie a trop de sommets."]


def test_boundary_is_stored_with_its_contour(api, cast):
    ring = {"type": "Polygon", "coordinates": [[[-15, 12], [-14, 12], [-14, 13], [-15, 12]]]}
    made = api(cast.admin).post("/api/regions", {"nom": "N", "code": "N1", "geometrie": ring}).json()
    region = Region.objects.get(id=made["id"])
    assert region.geom.area == region.contour.area == 0.5
    shown = api(cast.admin).get(made["@id"], {"geometrie": "true"}).json()
    assert shown["geometrie"]["type"] == "MultiPolygon"


def test_delete_names_what_stands_in_the_way(api, cast, country):
    answer = api(cast.admin).delete(f"/api/regions/{country.west.id}")
    assert answer.status_code == 409
    assert "2 secteurs" in answer.json()["hydra:description"]
    assert Region.objects.filter(id=country.west.id).exists()


def test_delete_of_an_unused_area(api, cast, country):
    free = Commune.objects.create(nom="Livre", secteur=country.cosse)
    assert api(cast.admin).delete(f"/api/communes/{free.id}").status_code == 204
    assert not Commune.objects.filter(id=free.id).exists()


def test_only_who_may_write_writes(api, cast, country):
    body = {"population": 7}
    assert api(cast.agent_west).put(f"/api/regions/{country.west.id}", body).status_code == 403
    assert api().put(f"/api/regions/{country.west.id}", body).status_code == 401
    country.west.refresh_from_db()
    assert country.west.population == 200_000


def test_old_version_is_refused(api, cast, country):
    caller = api(cast.admin)
    path = f"/api/regions/{country.west.id}"
    tag = caller.get(path)["ETag"]
    assert caller.put(path, {"population": 1}, headers={"If-Match": tag}).status_code == 200
    answer = caller.put(path, {"population": 2}, headers={"If-Match": tag})
    assert answer.status_code == 409
    country.west.refresh_from_db()
    assert country.west.population == 1


def test_scope_hides_other_regions(api, cast, country):
    caller = api(cast.agent_west)
    names = [member["nom"] for member in caller.get("/api/regions").json()["hydra:member"]]
    assert names == ["Oio"]
    assert caller.get(f"/api/regions/{country.east.id}").status_code == 404
    assert caller.get("/api/localites").json()["hydra:totalItems"] == 2
    assert api(cast.stranger).get("/api/localites").json()["hydra:totalItems"] == 0


def test_filters(api, cast, country):
    caller = api(cast.admin)
    by_commune = caller.get("/api/localites", {"secteur.commune.id": str(country.commune.id)}).json()
    assert [member["nom"] for member in by_commune["hydra:member"]] == ["Cutia"]
    assert caller.get("/api/localites", {"type": "quartier"}).json()["hydra:totalItems"] == 1
    wrong = caller.get("/api/localites", {"type": "ville"})
    assert wrong.status_code == 400
    assert "type" in wrong.json()["hydra:description"]


def test_a_repeated_key_is_answered_in_format_a(api, cast, country):
    caller = api(cast.admin)
    sent = {"nom": "Uaque", "secteur": f"/api/secteurs/{country.north.id}"}
    first, again = (caller.post("/api/localites", sent, headers={"Idempotency-Key": "l"}) for _ in range(2))
    assert (again.content, again["Content-Type"]) == (first.content, "application/ld+json")
    assert Locality.objects.filter(nom="Uaque").count() == 1


@pytest.fixture
def home(country):
    return Household.objects.create(
        code_menage="OI-000001", taille_menage=1, region=country.west, secteur=country.north, localite=country.cutia
    )


def test_an_area_does_not_move_away_from_its_rows(api, cast, country, home):
    for path, sent in (
        (f"/api/secteurs/{country.north.id}", {"region": f"/api/regions/{country.east.id}"}),
        (f"/api/localites/{country.cutia.id}", {"secteur": f"/api/secteurs/{country.south.id}", "commune": None}),
    ):
        answer = api(cast.admin).put(path, sent)
        assert (answer.status_code, "1 ménage." in answer.json()["hydra:description"]) == (409, True)
    country.north.refresh_from_db()
    assert country.north.region == country.west
    assert api(cast.admin).put(f"/api/secteurs/{country.north.id}", {"nom": "Mansoa B"}).status_code == 200
    home.delete()
    moved = api(cast.admin).put(f"/api/secteurs/{country.north.id}", {"region": f"/api/regions/{country.east.id}"})
    assert (moved.status_code, moved.json()["region"]["nom"]) == (200, "Bafatá")


def test_a_place_of_service_also_holds_an_area(api, cast, country):
    school = School.objects.create(
        nom="E", region=country.west, secteur=country.south, geom=Point(-15.5, 12.2, srid=4326)
    )
    answer = api(cast.admin).put(f"/api/secteurs/{country.south.id}", {"region": f"/api/regions/{country.east.id}"})
    assert (answer.status_code, "1 école." in answer.json()["hydra:description"]) == (409, True)
    school.delete()
    assert api(cast.admin).delete(f"/api/regions/{country.east.id}").status_code == 409


def test_who_was_quicker_is_not_written_over(country):
    seen = Locality.objects.get(id=country.tande.id)
    Locality.objects.filter(id=seen.id).update(population=77)
    changed = change_area(area=seen, values={"nom": "Tandé B"}, require=lambda area: None)
    assert (changed.population, Locality.objects.get(id=seen.id).population) == (77, 77)
    Locality.objects.filter(id=seen.id).delete()
    with pytest.raises(Problem, match="NOT_FOUND"):
        change_area(area=seen, values={"nom": "Tandé C"}, require=lambda area: None)
    assert not Locality.objects.filter(id=seen.id).exists()


def test_if_match_is_asked_of_the_row_under_its_lock(country):
    seen = Region.objects.get(id=country.east.id)
    Region.objects.filter(id=seen.id).update(population=1)
    looked_at = []
    change_area(area=seen, values={"nom": "B"}, require=looked_at.append)
    assert looked_at[0].population == 1


def test_a_region_is_made_only_by_who_sees_all_of_them(api, cast, country):
    west = make_user("ROLE_ADMIN", country.west)
    answer = api(west).post("/api/regions", {"nom": "Nova", "code": "NV"})
    assert (answer.status_code, answer.json()["code"]) == (403, "FORBIDDEN")
    assert not Region.objects.filter(code="NV").exists()
    within = {"nom": "Novo", "code": "NV1", "region": f"/api/regions/{country.west.id}"}
    assert api(west).post("/api/secteurs", within).status_code == 201
    outside = {"nom": "Fora", "code": "NV2", "region": f"/api/regions/{country.east.id}"}
    assert api(west).post("/api/secteurs", outside).status_code == 422
    assert api(cast.admin).post("/api/regions", {"nom": "Nova", "code": "NV"}).status_code == 201
