"""Pay-points: where people of several villages are paid in cash."""

import pytest

from config.postgis.base import get_connection
from tests.conftest import make_user
from transfers.execution.pay_points.models import PayPoint


@pytest.fixture
def write(world, api, cast):
    def send(method="post", path=None, user=None, headers=None, **values):
        get_connection().forget_locks()
        body = {"nom": "Marché", "longitude": -15.4, "latitude": 12.7} | values
        address = path or f"/api/programmes/{world.programme.id}/points-paiement"
        return getattr(api(user or cast.admin), method)(address, body, headers=headers or {})

    return send


def test_a_pay_point_lies_in_the_region_of_its_position(write, country):
    shown = write().json()["data"]
    assert (shown["nom"], shown["region"]["id"], shown["longitude"], shown["actif"]) == (
        "Marché",
        str(country.west.id),
        -15.4,
        True,
    )
    moved = write("put", f"/api/points-paiement/{shown['id']}", longitude=-14.5).json()["data"]
    assert moved["region"]["id"] == str(country.east.id)


def test_what_cannot_be_a_pay_point_is_refused(write, world, country):
    assert write(longitude=5).json()["details"].keys() == {"longitude"}
    assert write(latitude=91).status_code == 400
    assert write().status_code == 201
    assert (write().status_code, PayPoint.objects.count()) == (409, 1)
    assert write(nom="Poste", user=make_user("ROLE_SUPER_ADMIN", country.east)).status_code == 403
    world.project.lecture_seule = True
    world.project.save()
    assert write(nom="Poste").json()["code"] == "READ_ONLY_PROJECT"


def test_pay_points_are_listed_by_name_to_who_sees_their_region(write, world, country, api):
    for values in ({"nom": "Poste"}, {"nom": "Marché"}, {"nom": "École", "longitude": -14.5, "actif": False}):
        assert write(**values).status_code == 201

    def list_names(user, query=""):
        get_connection().forget_locks()
        path = f"/api/programmes/{world.programme.id}/points-paiement{query}"
        return [point["nom"] for point in api(user).get(path).json()["data"]]

    assert list_names(world.treasurer) == ["École", "Marché", "Poste"]
    assert list_names(world.treasurer, "?actif=true") == ["Marché", "Poste"]
    assert list_names(make_user("ROLE_SUPER_ADMIN", country.east)) == ["École"]


def test_an_old_version_is_refused(write):
    first = write()
    path = f"/api/points-paiement/{first.json()['data']['id']}"
    assert write("put", path, nom="Poste").status_code == 200
    assert write("put", path, nom="École", headers={"If-Match": first["ETag"]}).status_code == 409


def test_a_village_is_paid_at_the_nearest_active_point_of_its_region(cash, write):
    """Two villages of the west share one: they are one stop, by name; the east has none, and is paid in its village."""
    for values in (
        {"nom": "Marché", "latitude": 12.6},
        {"nom": "Poste", "latitude": 12.9, "longitude": -15.9},
        {"nom": "Fermé", "latitude": 12.7, "longitude": -15.5, "actif": False},
    ):
        assert write(**values).status_code == 201
    cash.begin()
    found = [(sheet.lieu, sheet.point.nom if sheet.point else None) for sheet in cash.issue()]
    assert found == [("Galomaro (Cossé)", None), ("Cutia (Mansoa)", "Marché"), ("Tandé (Nhacra)", "Marché")]
    used, unused = (PayPoint.objects.get(nom=name) for name in ("Marché", "Poste"))
    refused = write("delete", f"/api/points-paiement/{used.id}")
    assert (refused.status_code, refused.json()["code"]) == (400, "HAS_DEPENDENCIES")
    assert write("delete", f"/api/points-paiement/{unused.id}").status_code == 200
