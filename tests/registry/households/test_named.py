"""Who is named by a household's body or filters must be visible to the caller."""

import pytest

from registry.households.models import Household
from tests.conftest import make_user


@pytest.fixture
def eastern_surveyor(country):
    return make_user("ROLE_ENQUETEUR", country.east, nom="Té")


def test_a_surveyor_of_another_region_cannot_be_named(api, cast, country, household, eastern_surveyor):
    caller = api(cast.agent_west)
    body = {"tailleMenage": 2, "enqueteurId": str(eastern_surveyor.id)}
    answer = caller.post("/api/menages", body)
    assert (answer.status_code, list(answer.json()["details"])) == (400, ["enqueteurId"])
    answer = caller.put(f"/api/menages/{household.id}", {"enqueteurId": str(eastern_surveyor.id)})
    assert answer.status_code == 422
    household.refresh_from_db()
    assert household.enqueteur_id is None
    assert api(cast.admin).post("/api/menages", body).status_code == 201


def test_nor_asked_by(api, cast, household, eastern_surveyor):
    Household.objects.filter(id=household.id).update(enqueteur=eastern_surveyor)
    for path in ("/api/menages", "/api/menages/pre-collecte"):
        query = {"enqueteur": str(eastern_surveyor.id)}
        assert api(cast.agent_west).get(path, query).json()["pagination"]["total"] == 0
        assert api(cast.admin).get(path, query).json()["pagination"]["total"] == 1


@pytest.mark.parametrize("name", ["projetId", "campagneId", "enqueteurId"])
@pytest.mark.parametrize("value", ["x", 3, {}, "00000000-0000-7000-8000-000000000000"])
def test_what_is_not_there(api, cast, country, name, value):
    answer = api(cast.agent_west).post("/api/menages", {"tailleMenage": 2, name: value})
    assert (answer.status_code, list(answer.json()["details"])) == (400, [name])
