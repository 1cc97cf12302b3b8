"""Many households at once: deleted where nothing hangs on them."""

import pytest

from config.ids import uuid7
from registry.households.hooks import household_dependencies
from registry.households.models import HeadOfHousehold, Household
from registry.projects.models import Project
from tests.threads import together


@pytest.fixture
def complaint():
    """complaint(household): something that hangs on it, as an upper app would register it."""
    hanging = {}
    with household_dependencies.override(plaintes=lambda ids: {one: hanging[one] for one in ids if one in hanging}):
        yield lambda household: hanging.update({household.id: 2})


def test_each_on_its_own(api, cast, household, eastern, complaint):
    bound = Household.objects.create(code_menage="D", taille_menage=1, region=household.region)
    closed = Household.objects.create(
        code_menage="C",
        taille_menage=1,
        region=household.region,
        projet=Project.objects.create(code="P", nom="P", lecture_seule=True),
    )
    complaint(bound)
    unknown = uuid7()
    sent = [household.id, bound.id, closed.id, eastern.id, unknown, household.id]
    data = api(cast.supervisor_west).post("/api/menages/bulk-delete", {"ids": sent}).json()["data"]
    assert (data["traites"], data["reussis"], data["echoues"]) == (6, 1, 5)
    told = [error["message"] for error in data["erreurs"]]
    assert "2 plaintes" in told[0] and "lecture seule" in told[1]
    assert told[2] == told[3] == "Ressource introuvable."
    assert set(Household.objects.values_list("id", flat=True)) == {bound.id, closed.id, eastern.id}
    assert not HeadOfHousehold.objects.exists()
    assert api(cast.agent_west).post("/api/menages/bulk-delete", {"ids": sent}).status_code == 403


def test_what_somebody_changed_stays_if_asked(api, cast, household):
    caller = api(cast.supervisor_west)
    ids = []
    for number in range(3):
        body = {"codeMenage": f"OI-00080{number}", "tailleMenage": 2, "region": f"/api/regions/{household.region_id}"}
        body["chefMenage"] = {"nomComplet": f"Aua {number}", "sexe": "F"}
        ids.append(caller.post("/api/menages", body).json()["data"]["id"])
    assert caller.put(f"/api/menages/{ids[1]}", {"tailleMenage": 5}).status_code == 200
    changed = caller.put(f"/api/menages/{ids[2]}", {"chefMenage": {"nomComplet": "Aua Cá", "sexe": "F"}})
    assert changed.status_code == 200, changed.json()
    answer = caller.post("/api/menages/bulk-delete", {"ids": ids, "seulementIntacts": True}).json()["data"]
    assert (answer["reussis"], [one["id"] for one in answer["erreurs"]]) == (1, ids[1:])
    assert "modifié depuis" in answer["erreurs"][0]["message"]
    assert not Household.objects.filter(id=ids[0]).exists()
    assert caller.post("/api/menages/bulk-delete", {"ids": ids[1:]}).json()["data"]["reussis"] == 2


@pytest.mark.django_db(transaction=True)
def test_crossing_deletions(api, cast, country):
    rows = [Household.objects.create(code_menage=f"C{n}", taille_menage=1, region=country.west) for n in range(40)]
    ids = [row.id for row in rows]
    caller = api(cast.supervisor_west)
    answers = together(
        4,
        lambda n: caller.post("/api/menages/bulk-delete", {"ids": ids if n % 2 else ids[::-1]}).json()["data"][
            "reussis"
        ],
        numbered=True,
    )
    assert sorted(answers) == [0, 0, 0, 40]
