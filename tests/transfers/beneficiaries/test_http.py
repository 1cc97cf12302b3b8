"""Beneficiaries over the API: created once, read by who may, changed by the table of statuses."""

import pytest

from config.ids import uuid7
from registry.projects.models import Project
from tests.threads import together
from transfers.beneficiaries.models import Beneficiary

PATH = "/api/beneficiaires"


def body(household, programme, **more):
    sent = {"nomComplet": "Mariama Seidi", "menageId": str(household.id), "programmeId": str(programme.id)}
    return sent | {"telephone": "955 123 456", "modePaiement": "mobile_money", "compteMobile": "955123457"} | more


@pytest.fixture
def agent(api, cast):
    return api(cast.agent_west)


def test_created_with_a_code_and_numbers_as_they_are_kept(agent, cast, programme, household):
    answer = agent.post(PATH, body(household, programme, actif=True, numeroOpB=" "))
    assert answer.status_code == 201, answer.content
    made = answer.json()["data"]
    row = Beneficiary.objects.get(id=made["id"])
    assert (made["codeBeneficiaire"], row.code) == ("TM-000001", "TM-000001")
    assert (made["telephone"], made["compteMobile"]) == ("+245955123456", "+245955123457")
    assert (made["actif"], made["typeBeneficiaire"], row.enrole_par) == (True, "principal", cast.agent_west)
    assert made["menage"]["region"]["nom"] == "Oio"
    again = agent.post(PATH, body(household, programme, nomComplet="Outra Pessoa", compteMobile=None))
    assert (again.status_code, again.json()["code"]) == (409, "CONFLICT")


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"nomComplet": ""}, "nomComplet"),
        ({"nomComplet": "a\u0007b"}, "nomComplet"),
        ({"menageId": None}, "menageId"),
        ({"menageId": str(uuid7())}, "menageId"),
        ({"programmeId": "x"}, "programmeId"),
        ({"modePaiement": "cheque"}, "modePaiement"),
        ({"telephone": "9" * 40}, "telephone"),
        ({"typeBeneficiaire": "substitut"}, "typeBeneficiaire"),
        ({"actif": "oui peut-être"}, "actif"),
        ({"prochaineRecertification": "demain"}, "prochaineRecertification"),
    ],
)
def test_refused(agent, programme, household, sent, field):
    answer = agent.post(PATH, body(household, programme) | sent)
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR"), answer.content
    assert field in answer.json()["details"]
    assert not Beneficiary.objects.exists()


def test_the_household_the_project_and_the_programme_must_allow_it(agent, programme, household, eastern):
    assert agent.post(PATH, body(eastern, programme)).status_code == 400
    closed = Project.objects.create(code="C", nom="C", peut_enroler=False)
    for change, status, code in (
        ({"statut": "rejete"}, 400, "INVALID_STATUS"),
        ({"statut": "valide", "projet": closed}, 403, "FORBIDDEN"),
    ):
        for name, value in change.items():
            setattr(household, name, value)
        household.save()
        answer = agent.post(PATH, body(household, programme))
        assert (answer.status_code, answer.json()["code"]) == (status, code)
    household.projet = None
    household.save()
    programme.statut = "cloture"
    programme.save()
    assert agent.post(PATH, body(household, programme)).json()["code"] == "INVALID_STATUS"
    programme.projet.lecture_seule = True
    programme.projet.save()
    assert agent.post(PATH, body(household, programme)).json()["code"] == "READ_ONLY_PROJECT"
    assert not Beneficiary.objects.exists()


def test_a_substitute_stands_in_for_the_principal(agent, programme, household, beneficiary):
    made = agent.post(PATH, body(household, programme, typeBeneficiaire="substitut")).json()["data"]
    told = agent.get(f"{PATH}/{made['id']}").json()["data"]
    assert (told["isPrincipal"], told["isSubstitut"]) == (False, True)
    assert told["beneficiairePrincipal"] == {"id": str(beneficiary.id), "nomComplet": "Fatumata Djaló"}
    # Who insists without saying as what becomes a substitute too; who asks to be the principal does not.
    forced = body(household, programme, nomComplet="Outra", compteMobile=None, forceCreate=True)
    assert agent.post(PATH, forced).json()["data"]["typeBeneficiaire"] == "substitut"
    assert agent.post(PATH, forced | {"typeBeneficiaire": "principal"}).json()["code"] == "CONFLICT"


def test_substitutes_stand_in_for_the_next_principal(agent, programme, household, beneficiary):
    sent = body(household, programme, typeBeneficiaire="substitut")
    substitute = agent.post(PATH, sent).json()["data"]["id"]
    agent.put(f"{PATH}/{beneficiary.id}", {"statutEnrolement": "sorti", "motifSortie": "décès"})
    heir = agent.post(PATH, body(household, programme, nomComplet="Umaro Baldé", compteMobile=None)).json()["data"][
        "id"
    ]
    assert agent.get(f"{PATH}/{substitute}").json()["data"]["beneficiairePrincipal"]["id"] == heir


def test_contacts_are_absent_for_who_may_not_see_them(api, cast, agent, programme, household):
    made = agent.post(PATH, body(household, programme, compteBancaire="0042", numeroOpB="966000000")).json()["data"]
    reader = api(cast.reader_west)
    for told in (reader.get(PATH).json()["data"][0], reader.get(f"{PATH}/{made['id']}").json()["data"]):
        assert not {"telephone", "compteMobile", "compteBancaire", "numeroOpB"} & set(told)
    assert agent.get(f"{PATH}/{made['id']}").json()["data"]["numeroOpB"] == "+245966000000"
    assert reader.get(PATH, {"search": "955123456"}).json()["pagination"]["total"] == 0
    assert agent.get(PATH, {"search": "955 123 456"}).json()["pagination"]["total"] == 1


def test_the_whole_detail(agent, programme, household, beneficiary):
    one = f"{PATH}/{beneficiary.id}"
    paper = {"beneficiaireId": str(beneficiary.id), "typeDocument": "passeport", "numeroDocument": "P 1"}
    agent.post("/api/documents-identite", paper)
    visit = {"beneficiaireId": str(beneficiary.id), "typeSuivi": "appel", "dateSuivi": "2025-03-12T09:00:00Z"}
    agent.post("/api/suivis", visit | {"latitude": 12.5, "longitude": -15.2})
    # Another's are not told with his.
    other = Beneficiary.objects.create(
        code="TM-7", menage=household, programme=programme, nom_complet="Outra", type="substitut", principal=beneficiary
    )
    agent.post("/api/suivis", visit | {"beneficiaireId": str(other.id)})
    agent.post("/api/documents-identite", paper | {"beneficiaireId": str(other.id), "numeroDocument": "P 2"})
    told = agent.get(one).json()["data"]
    assert told["codeBeneficiaire"] == "TM-1"
    assert told["menage"]["localite"]["nom"] == "Cutia"
    assert (told["menage"]["scorePmt"], told["menage"]["tailleMenage"]) == (18.5, 5)
    assert told["programmes"] == [{"id": str(programme.id), "code": "TM", "nom": "Transferts"}]
    assert [row["numeroDocument"] for row in told["documentsIdentite"]] == ["P 1"]
    assert told["suivis"][0]["agent"]["nom"] == "Bacar Mané"
    assert (told["dernierSuivi"], told["suivis"][0]["latitude"]) == ("2025-03-12T09:00:00+00:00", 12.5)
    assert (told["statistiques"]["nbSuivis"], told["statistiques"]["nbProgrammes"]) == (1, 1)
    assert [told[name] for name in ("cycles", "paiements", "plaintes", "conditionnalites")] == [[], [], [], []]
    tag = agent.get(one)["ETag"]
    assert agent.get(one, headers={"If-None-Match": tag}).status_code == 304
    agent.post("/api/suivis", visit)
    assert agent.get(one, headers={"If-None-Match": tag}).status_code == 200


def test_another_region_is_not_there(api, cast, stranger):
    agent = api(cast.agent_west)
    one = f"{PATH}/{stranger.id}"
    assert agent.get(one).status_code == agent.put(one, {"telephone": "1"}).status_code == 404
    assert agent.post(f"{one}/activate").status_code == agent.post(f"{one}/deactivate").status_code == 404
    assert agent.get(PATH).json()["pagination"]["total"] == 0


def test_found_by(api, cast, country, programme, beneficiary, stranger):
    caller = api(cast.admin)

    def codes(**query):
        answer = caller.get(PATH, query)
        assert answer.status_code == 200, answer.content
        return [row["codeBeneficiaire"] for row in answer.json()["data"]]

    Beneficiary.objects.filter(id=stranger.id).update(statut_enrolement="suspendu")
    assert codes() == ["TM-2", "TM-1"]
    assert codes(actif="true") == ["TM-1"]
    assert codes(actif="false") == codes(statutEnrolement="suspendu") == ["TM-2"]
    assert codes(search="djalo fatumata") == codes(search="tm-1") == ["TM-1"]
    assert codes(search="²") == codes(search="мир djalo") == []
    assert codes(region=str(country.west.id)) == codes(secteur=str(country.north.id)) == ["TM-1"]
    assert codes(localite=str(country.galomaro.id)) == ["TM-2"]
    assert codes(projet=str(programme.projet_id)) == codes(programme=str(programme.id)) == ["TM-2", "TM-1"]
    assert codes(**{"menage.id": str(beneficiary.menage_id)}) == ["TM-1"]
    assert codes(projet=str(uuid7())) == codes(programme=str(uuid7())) == []
    for wrong in ({"actif": "peut-etre"}, {"region": "x"}, {"menage.id": "x"}, {"limit": 101}, {"page": 0}):
        assert caller.get(PATH, wrong).json()["code"] == "VALIDATION_ERROR"


def test_changed_with_its_version(agent, household, programme, beneficiary):
    one = f"{PATH}/{beneficiary.id}"
    tag = agent.get(one)["ETag"]
    sent = {"telephone": "957000111", "modePaiement": "especes", "documentVerifie": True, "menageId": str(household.id)}
    answer = agent.put(one, sent, headers={"If-Match": tag})
    assert answer.status_code == 200, answer.content
    assert (answer.json()["data"]["telephone"], answer.json()["data"]["modePaiement"]) == ("+245957000111", "especes")
    seen = agent.get(one).json()["data"]["dateVerificationDocument"]
    agent.put(one, {"documentVerifie": True})
    assert agent.get(one).json()["data"]["dateVerificationDocument"] == seen is not None
    assert agent.put(one, {"modePaiement": "especes"}, headers={"If-Match": tag}).json()["code"] == "CONFLICT"
    other = {"menageId": str(household.id), "typeBeneficiaire": "substitut"}
    assert "typeBeneficiaire" in agent.put(one, other).json()["details"]
    history = agent.get(f"/api/menages/{household.id}/historique").json()["data"]
    assert next(row for row in history if row["model"] == "beneficiaire")["changements"]


def test_two_who_make_the_principal_at_once(transactional_db, api, cast, programme, household):
    def make(number):
        names = ("Mariama Seidi", "Umaro Baldé")
        sent = body(household, programme, nomComplet=names[number], telephone=None, compteMobile=None)
        return api(cast.agent_west).post(PATH, sent).status_code

    assert sorted(together(2, make, numbered=True)) == [201, 409]
    assert Beneficiary.objects.count() == 1


def test_an_answer_is_kept_for_its_key(agent, programme, household):
    key = {"Idempotency-Key": "enrol-1"}
    first, second = (agent.post(PATH, body(household, programme), headers=key) for _ in range(2))
    assert first.status_code == second.status_code == 201
    assert first.json() == second.json()
    assert Beneficiary.objects.count() == 1
