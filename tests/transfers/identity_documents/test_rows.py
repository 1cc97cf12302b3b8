"""Papers: written within scope, numbers for who may see them, one number of a type in one household."""

import pytest
from django.db import IntegrityError, connection, transaction

from registry.erasure.services import anonymise_household
from registry.households.models import Household
from registry.projects.models import Project
from tests.registry.erasure.test_anonymise import holding
from tests.threads import together
from transfers.beneficiaries.models import Beneficiary
from transfers.identity_documents.models import IdentityDocument
from transfers.programmes.models import Programme

PATH = "/api/documents-identite"


def body(beneficiary, **more):
    return {
        "beneficiaireId": str(beneficiary.id),
        "typeDocument": "carte_identite",
        "numeroDocument": "CI 77",
        "nomComplet": "Fatumata Djaló",
        "dateNaissance": "1986-04-02",
        "lieuNaissance": "Mansoa",
        "sexe": "F",
        "dateDelivrance": "2022-05-17",
        "dateExpiration": "2027-05-16",
    } | more


def test_written_read_changed_deleted(api, cast, beneficiary):
    caller = api(cast.agent_west)
    made = caller.post(PATH, body(beneficiary)).json()["data"]
    assert made["beneficiaire"] == {"id": str(beneficiary.id), "nomComplet": "Fatumata Djaló"}
    assert {name: made[name] for name in body(beneficiary) if name != "beneficiaireId"} == {
        name: value for name, value in body(beneficiary).items() if name != "beneficiaireId"
    }
    one = f"{PATH}/{made['id']}"
    tag = caller.get(one)["ETag"]
    assert caller.put(one, {"nomPere": "Alfa"}, headers={"If-Match": tag}).json()["data"]["nomPere"] == "Alfa"
    assert caller.put(one, {"nomPere": "Tard"}, headers={"If-Match": tag}).status_code == 409
    assert caller.delete(one).status_code == 200
    assert caller.get(one).status_code == 404


def test_numbers_are_for_who_may_see_contacts(api, cast, beneficiary):
    made = api(cast.agent_west).post(PATH, body(beneficiary)).json()["data"]
    reader = api(cast.reader_west)
    assert "numeroDocument" not in reader.get(f"{PATH}/{made['id']}").json()["data"]
    assert b"CI 77" not in reader.get(PATH).content
    assert reader.get(PATH, {"search": "CI77"}).json()["pagination"]["total"] == 0
    assert api(cast.agent_west).get(PATH, {"search": "ci77"}).json()["pagination"]["total"] == 1
    history = reader.get(f"/api/menages/{beneficiary.menage_id}/historique").json()["data"]
    told = next(row for row in history if row["model"] == "document_identite")["changements"]
    assert next(change for change in told if change["champ"] == "numeroDocument")["masque"] is True
    assert b"CI 77" not in reader.get(f"/api/menages/{beneficiary.menage_id}/historique").content


def test_found_by(api, cast, beneficiary, stranger):
    api(cast.agent_west).post(PATH, body(beneficiary))
    api(cast.agent_west).post(PATH, body(beneficiary, typeDocument="passeport", statut="perdu", reference="R-9"))
    api(cast.agent_east).post(PATH, body(stranger, numeroDocument="E1"))

    def total(**query):
        return api(cast.agent_west).get(PATH, query).json()["pagination"]["total"]

    assert total() == total(beneficiaire=beneficiary.id) == total(search="djalo fatu") == 2
    assert total(typeDocument="passeport") == total(statut="perdu") == total(search="R-9") == 1
    assert total(beneficiaire=stranger.id) == total(search="E1") == total(search="zz") == 0
    for wrong in ({"typeDocument": "ticket"}, {"statut": "x"}, {"beneficiaire": "7"}):
        assert api(cast.agent_west).get(PATH, wrong).json()["code"] == "VALIDATION_ERROR"


def test_refused(api, cast, beneficiary, stranger):
    caller = api(cast.agent_west)
    for wrong, named in (
        ({"beneficiaireId": str(stranger.id)}, "beneficiaireId"),
        ({"typeDocument": "ticket"}, "typeDocument"),
        ({"sexe": "X"}, "sexe"),
        ({"statut": "neuf"}, "statut"),
        ({"dateNaissance": "2999-01-01"}, "dateNaissance"),
        ({"dateExpiration": "2022-05-16"}, "dateExpiration"),
        ({"dateDelivrance": "1980-01-01"}, "dateDelivrance"),
        ({"dateDemande": "2022-06-01"}, "dateDelivrance"),
        ({"numeroDocument": "9" * 65}, "numeroDocument"),
    ):
        answer = caller.post(PATH, body(beneficiary) | wrong)
        assert (answer.status_code, list(answer.json()["details"])) == (400, [named]), wrong
    assert caller.post(PATH, {"typeDocument": "passeport"}).json()["code"] == "VALIDATION_ERROR"
    assert api(cast.reader_west).post(PATH, body(beneficiary)).status_code == 403
    made = caller.post(PATH, body(beneficiary)).json()["data"]
    one = f"{PATH}/{made['id']}"
    # Against what stands, not only against what is sent.
    assert list(caller.put(one, {"dateExpiration": "2022-05-16"}).json()["details"]) == ["dateExpiration"]
    assert list(caller.put(one, {"dateNaissance": "2023-01-01"}).json()["details"]) == ["dateDelivrance"]
    beneficiary.menage.projet = Project.objects.create(code="P", nom="P", lecture_seule=True)
    beneficiary.menage.save()
    for answer in (caller.post(PATH, body(beneficiary)), caller.put(one, {"sexe": "M"}), caller.delete(one)):
        assert answer.json()["code"] == "READ_ONLY_PROJECT"
    assert IdentityDocument.objects.get().sexe == "F"


def test_a_number_is_of_one_household(api, cast, programme, beneficiary, stranger):
    """The same person in two programmes shows the same card; another household does not."""
    other = Programme.objects.create(code="TX", nom="Travaux", projet=programme.projet, date_debut="2025-01-01")
    again = Beneficiary.objects.create(code="TX-1", menage=beneficiary.menage, programme=other, nom_complet="F")
    caller = api(cast.admin)
    assert caller.post(PATH, body(beneficiary)).status_code == 201
    assert caller.post(PATH, body(again, numeroDocument="ci77")).status_code == 201
    for taken in (body(beneficiary), body(beneficiary, numeroDocument="c i77"), body(stranger)):
        answer = caller.post(PATH, taken)
        assert (answer.status_code, answer.json()["code"]) == (409, "DUPLICATE_CODE"), taken
    free = caller.post(PATH, body(stranger, typeDocument="passeport")).json()["data"]
    assert caller.put(f"{PATH}/{free['id']}", {"typeDocument": "carte_identite"}).json()["code"] == "DUPLICATE_CODE"
    for _ in range(2):  # without a number there is nothing to compare
        assert caller.post(PATH, body(stranger, numeroDocument="")).status_code == 201
    assert IdentityDocument.objects.count() == 5


def test_it_follows_its_beneficiary(beneficiary, country):
    made = IdentityDocument.objects.create(
        beneficiaire=beneficiary, menage=beneficiary.menage, type_document="passeport", numero_document="P1"
    )
    home = Household.objects.create(code_menage="NEW", taille_menage=2, region=country.west)
    Beneficiary.objects.update(menage=home)
    made.refresh_from_db()
    assert made.menage_id == home.id
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE transfers_document_identite SET menage_id = %s", [beneficiary.menage_id])
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def test_erased_with_the_household(beneficiary):
    words = ("Zz-CARD-99", "Alfa Zzpere", "Nha Zzmere", "Zzreference")
    IdentityDocument.objects.create(
        beneficiaire=beneficiary,
        menage=beneficiary.menage,
        type_document="passeport",
        numero_document=words[0],
        nom_pere=words[1],
        nom_mere=words[2],
        reference=words[3],
    )
    anonymise_household(which=str(beneficiary.menage_id), reason="demande")
    assert holding(*words) == []


@pytest.mark.django_db(transaction=True)
def test_one_number_claimed_at_once(api, cast, country, programme):
    homes = [Household.objects.create(code_menage=f"H{n}", taille_menage=1, region=country.west) for n in range(4)]
    people = [
        Beneficiary.objects.create(code=f"TM-{n}", menage=home, programme=programme, nom_complet="P")
        for n, home in enumerate(homes)
    ]
    caller = api(cast.agent_west)
    answers = together(4, lambda n: caller.post(PATH, body(people[n])).status_code, numbered=True)
    assert sorted(answers) == [201, 409, 409, 409]
