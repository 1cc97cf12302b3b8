"""Members, and the household's size."""

from datetime import date

import pytest

from registry.households.members.rules import compute_age
from registry.households.models import Member


def size(household):
    household.refresh_from_db()
    return household.taille_menage


def test_size_covers_who_is_listed(api, cast, household):
    caller = api(cast.agent_west)
    people = [{"nom": f"N{number}", "lienParente": "fils"} for number in range(4)]
    answer = caller.post(f"/api/menages/{household.id}/bulk-add-membres", {"membres": people})
    assert answer.status_code == 201, answer.content
    assert size(household) == 5  # the head and the four that the size had announced
    new = caller.post(
        "/api/membre_menages", {"menage": f"/api/menages/{household.id}", "nomComplet": "Nova", "lienParente": "fille"}
    )
    assert new.status_code == 201, new.content
    assert size(household) == 6
    assert caller.delete(new.json()["@id"]).status_code == 204
    assert size(household) == 5


def test_violations(api, cast, household):
    caller = api(cast.agent_west)
    base = {"menage": f"/api/menages/{household.id}", "nomComplet": "Nova", "lienParente": "fille"}
    for field, value in (("lienParente", "vizinho"), ("nomComplet", ""), ("age", -1), ("menage", "x"), ("sexe", "Z")):
        answer = caller.post("/api/membre_menages", base | {field: value})
        assert answer.status_code == 422
        assert answer.json()["violations"][0]["propertyPath"] == field
    assert not Member.objects.exists()


def test_bulk_is_all_or_nothing(api, cast, household):
    people = [{"nom": "A", "lienParente": "fils"}, {"nom": "B", "lienParente": "voisin"}]
    path = f"/api/menages/{household.id}/bulk-add-membres"
    answer = api(cast.agent_west).post(path, {"membres": people})
    assert (answer.status_code, list(answer.json()["details"])) == (400, ["membres.1.lienParente"])
    for wrong in ({}, {"membres": []}, {"membres": "x"}, {"membres": [1]}):
        assert api(cast.agent_west).post(path, wrong).status_code == 400
    assert not Member.objects.exists()


def test_foreign_household(api, cast, eastern):
    member = Member.objects.create(menage=eastern, nom_complet="X", lien_parente="fils")
    caller = api(cast.agent_west)
    assert caller.get(f"/api/menages/{eastern.id}/membres").status_code == 404
    assert caller.put(f"/api/membre_menages/{member.id}", {"age": 3}).status_code == 404
    assert caller.delete(f"/api/membre_menages/{member.id}").status_code == 404
    sent = {"menage": f"/api/menages/{eastern.id}", "nomComplet": "Y", "lienParente": "fils"}
    assert caller.post("/api/membre_menages", sent).status_code == 422


def test_collection(api, cast, household):
    Member.objects.bulk_create(Member(menage=household, nom_complet=f"N{i}", lien_parente="fils") for i in range(3))
    body = api(cast.reader_west).get(f"/api/menages/{household.id}/membres", {"limit": 2}).json()
    assert (body["hydra:totalItems"], len(body["hydra:member"])) == (3, 2)
    assert body["hydra:view"]["hydra:next"].endswith("limit=2&page=2")


@pytest.mark.parametrize(("birth", "age"), [((2000, 11, 21), 26), ((2000, 11, 22), 25), ((2004, 2, 29), 22)])
def test_age(birth, age):
    assert compute_age(date(*birth), date(2026, 11, 21)) == age
