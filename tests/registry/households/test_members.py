"""Members, and the household's size."""

from datetime import date
from types import SimpleNamespace

import pytest
from django.utils import timezone

from registry.households.members.rules import compute_age
from registry.households.models import HeadOfHousehold, Member


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


@pytest.fixture
def family(household):
    """A head with contacts, who is 61, and a daughter of 30 with a birth date only."""
    HeadOfHousehold.objects.filter(menage=household).delete()
    head = HeadOfHousehold.objects.create(
        menage=household,
        nom_complet="Aliu Cassamá",
        sexe="M",
        age=61,
        statut_matrimonial="veuf",
        telephone="+245955000001",
        numero_mobile_money="+245955000001",
        compte_bancaire="GW01",
    )
    daughter = Member.objects.create(
        menage=household, nom_complet="Sene Cassamá", sexe="F", date_naissance=date(1996, 1, 2), lien_parente="fille"
    )
    return SimpleNamespace(household=household, head=head, daughter=daughter, size=size(household))


def test_a_member_is_changed_and_removed_in_the_version_that_was_read(api, cast, family):
    caller, path = api(cast.agent_west), f"/api/membre_menages/{family.daughter.id}"
    tag = caller.get(path)["ETag"]
    changed = caller.put(path, {"age": 31}, headers={"If-Match": tag})
    assert (changed.status_code, changed.json()["age"]) == (200, 31)
    assert changed["ETag"] != tag
    assert caller.put(path, {"age": 32}, headers={"If-Match": tag}).status_code == 409
    assert caller.delete(path, headers={"If-Match": tag}).status_code == 409
    assert Member.objects.get(id=family.daughter.id).age == 31
    assert caller.delete(path, headers={"If-Match": changed["ETag"]}).status_code == 204
    assert not Member.objects.exists()


@pytest.mark.parametrize(("link", "members", "left"), [("pere", ["Aliu Cassamá"], 0), (None, [], 1)])
def test_a_member_becomes_head(api, cast, family, link, members, left):
    """Contacts stay with nobody: the payment of the new head would reach the former one."""
    caller, path = api(cast.agent_west), f"/api/menages/{family.household.id}"
    sent = {"membre": f"/api/membre_menages/{family.daughter.id}", "lienAncienChef": link}
    answer = caller.post(f"{path}/changer-chef", sent, headers={"If-Match": caller.get(path)["ETag"]})
    assert answer.status_code == 200, answer.json()
    head = HeadOfHousehold.objects.get(menage=family.household)
    assert (head.nom_complet, head.sexe, head.age) == (
        "Sene Cassamá",
        "F",
        compute_age(date(1996, 1, 2), timezone.now().date()),
    )
    assert (head.telephone, head.numero_mobile_money, head.compte_bancaire, head.statut_matrimonial) == (None,) * 4
    listed = [(row.nom_complet, row.lien_parente, row.age) for row in Member.objects.all()]
    assert listed == [(name, link, 61) for name in members]
    assert size(family.household) == family.size - left
    trail = caller.get(f"{path}/historique").json()["data"]
    assert {"chef_menage", "membre"} <= {entry["model"] for entry in trail}


def test_a_head_is_changed_only_to_a_member_and_in_the_version_that_was_read(api, cast, family, eastern):
    caller, path = api(cast.agent_west), f"/api/menages/{family.household.id}"
    tag = caller.get(path)["ETag"]
    stranger = Member.objects.create(menage=eastern, nom_complet="X", lien_parente="fils")
    own = {"membre": str(family.daughter.id), "lienAncienChef": "pere"}
    for wrong in (
        own | {"membre": str(stranger.id)},
        own | {"lienAncienChef": "voisin"},
        {"membre": str(family.daughter.id)},
        own | {"telephone": "1"},
    ):
        assert caller.post(f"{path}/changer-chef", wrong).status_code == 400, wrong
    assert api(cast.reader_west).post(f"{path}/changer-chef", own).status_code == 403
    assert api(cast.agent_east).post(f"{path}/changer-chef", own).status_code == 404
    caller.put(path, {"tailleMenage": 9})
    assert caller.post(f"{path}/changer-chef", own, headers={"If-Match": tag}).status_code == 409
    assert HeadOfHousehold.objects.get(menage=family.household).nom_complet == "Aliu Cassamá"
