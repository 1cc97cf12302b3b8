"""Programmes: made, changed, deleted, and all that is refused."""

from typing import Any, Final

import pytest
from django.db import IntegrityError, transaction

from accounts.audit.models import Trace
from registry.projects.models import Project
from tests.threads import in_thread, wait_for_a_wait
from transfers.beneficiaries.models import Beneficiary
from transfers.programmes.models import Programme, ProgrammeRegion

PATH = "/api/programmes"


@pytest.fixture
def project(db):
    return Project.objects.create(code="FILETS2", nom="Filets sociaux")


@pytest.fixture
def draft(programme):
    """A programme that is still in preparation."""
    Programme.objects.update(statut="en_preparation")
    programme.refresh_from_db()
    return programme


def body(project, **more):
    return {
        "nom": "Transferts",
        "type": "formation",
        "dateDebut": "2025-01-01",
        "projetId": str(project.id),
    } | more


def test_a_state_is_changed_by_its_own_calls_only(api, cast, programme):
    """An answer of 200 would say that a programme is suspended whose people are paid on."""
    address = f"{PATH}/{programme.id}"
    shown = api(cast.admin).get(address).json()["data"]
    answer = api(cast.admin).put(address, {"statut": "suspendu"})
    assert (answer.status_code, list(answer.json()["details"])) == (400, ["statut"])
    assert api(cast.admin).put(address, {"nom": "Autre", "statut": shown["statut"]}).status_code == 200
    programme.refresh_from_db()
    assert (programme.nom, programme.statut) == ("Autre", shown["statut"])


def test_a_new_programme_is_in_preparation(api, cast, project):
    refused = api(cast.admin).post(PATH, body(project, statut="actif"))
    assert (refused.status_code, list(refused.json()["details"])) == (400, ["statut"])
    made = api(cast.admin).post(PATH, body(project, statut="en_preparation"))
    assert (made.status_code, made.json()["data"]["statut"]) == (201, "en_preparation")


def test_only_what_is_required(api, cast, project):
    answer = api(cast.admin).post(PATH, body(project))
    made = answer.json()["data"]
    assert (answer.status_code, made["code"], made["statut"]) == (201, "PRG-000001", "en_preparation")
    assert answer["ETag"]
    again = api(cast.admin).post(PATH, body(project, code=""))
    assert again.json()["data"]["code"] == "PRG-000002"
    shown = api(cast.reader_west).get(f"{PATH}/{made['id']}").json()["data"]
    assert {
        name: shown[name]
        for name in (
            "dateFin",
            "budgetTotal",
            "budgetAlloue",
            "budgetDisponible",
            "devise",
            "frequencePaiement",
            "seuilPmtMin",
            "categoriesPauvreteEligibles",
            "regionsEligibles",
            "regionsEligiblesNoms",
            "milieuEligible",
            "criteresChefMenage",
            "criteresMenage",
            "criteresVulnerabilite",
            "criteresPersonnalises",
            "conditionnalites",
            "partenaires",
            "niveauxRequis",
            "tauxExecution",
            "tauxCouverture",
            "joursRestants",
            "nbMenagesEligibles",
        )
    } == {
        "dateFin": None,
        "budgetTotal": None,
        "budgetAlloue": "0.00",
        "budgetDisponible": None,
        "devise": "XOF",
        "frequencePaiement": None,
        "seuilPmtMin": None,
        "categoriesPauvreteEligibles": [],
        "regionsEligibles": [],
        "regionsEligiblesNoms": {},
        "milieuEligible": "tous",
        "criteresChefMenage": {"sexe": None, "ageMin": None, "ageMax": None},
        "criteresMenage": {"tailleMin": None},
        "criteresVulnerabilite": [],
        "criteresPersonnalises": None,
        "conditionnalites": {"education": [], "sante": []},
        "partenaires": [],
        "niveauxRequis": 2,
        "tauxExecution": None,
        "tauxCouverture": None,
        "joursRestants": None,
        "nbMenagesEligibles": 0,
    }


# A programme with everything; the regions are those of the test's country.
WHOLE: Final[dict[str, Any]] = {
    "code": "TM",
    "description": "D",
    "dateFin": "2999-12-31",
    "budgetTotal": "50000000.00",
    "devise": "XOF",
    "montantParBeneficiaire": "15000.00",
    "frequencePaiement": "mensuel",
    "objectifBeneficiaires": 100,
    "seuilPmtMin": 10.5,
    "seuilPmtMax": 60.0,
    "categoriesPauvreteEligibles": ["pauvre"],
    "niveauxRequis": 3,
    "milieuEligible": "rural",
    "avecConditionnalites": True,
    "criteresChefMenage": {"sexe": "F", "ageMin": 18, "ageMax": 60},
    "criteresMenage": {"tailleMin": 3},
    "criteresVulnerabilite": ["femme_rurale"],
    "criteresPersonnalises": {"texte": "Sinistrés"},
    "nombreCyclesPrevus": 12,
    "dureeMois": 24,
    "sourcesFinancement": ["État"],
    "partenaires": ["ONG"],
    "conditionnalites": {"education": ["Inscription"], "sante": ["Vaccination"]},
    "responsable": "Ana Gomes",
    "emailResponsable": "ana@example.org",
    "telephoneResponsable": "955 123 456",
}


@pytest.fixture
def whole(api, cast, country, project):
    """Send a programme with everything; return what was sent, and its address."""
    sent = WHOLE | {"regionsEligibles": [str(country.west.id)]}
    return sent, f"{PATH}/{api(cast.admin).post(PATH, body(project, **sent)).json()['data']['id']}"


def test_everything_is_kept(api, cast, country, whole):
    sent, path = whole
    first = api(cast.admin).get(path).json()["data"]
    assert {name: first[name] for name in sent} == sent | {"telephoneResponsable": "+245955123456"}
    assert first["regionsEligiblesNoms"] == {str(country.west.id): "Oio"}
    assert (first["budgetDisponible"], first["tauxExecution"], first["progressionCycles"]) == ("50000000.00", 0.0, 0.0)


def test_what_is_absent_from_a_change_stays(api, cast, country, whole):
    sent, path = whole
    caller = api(cast.admin)
    shown = caller.get(path)
    changes = {
        "nom": "Autre",
        "criteresChefMenage": {"sexe": "M"},
        "conditionnalites": {"sante": ["Poids"]},
        "criteresMenage": None,
        "regionsEligibles": [str(country.east.id)],
        "seuilPmtMin": None,
    }
    assert caller.put(path, changes, headers={"If-Match": shown["ETag"]}).status_code == 200
    assert caller.put(path, {"nom": "Tard"}, headers={"If-Match": shown["ETag"]}).json()["code"] == "CONFLICT"
    second = caller.get(path).json()["data"]
    # What is an object is sent as a whole.
    assert second["criteresChefMenage"] == {"sexe": "M", "ageMin": None, "ageMax": None}
    assert second["conditionnalites"] == {"education": [], "sante": ["Poids"]}
    assert second["regionsEligiblesNoms"] == {str(country.east.id): "Bafatá"}
    assert (second["nom"], second["seuilPmtMin"], second["criteresMenage"]) == ("Autre", None, {"tailleMin": None})
    same = set(sent) - set(changes) - {"telephoneResponsable"}
    assert {name: second[name] for name in same} == {name: sent[name] for name in same}
    told = Trace.objects.filter(racine=second["id"], model__in=["programme", "region_programme"])
    assert told.filter(model="programme", action="modification").get().changements["nom"] == ["Transferts", "Autre"]
    assert sorted(told.filter(model="region_programme").values_list("action", flat=True)) == [
        "creation",
        "creation",
        "suppression",
    ]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "wrong",
    [
        {"nom": ""},
        {"nom": "n" * 256},
        {"type": "don"},
        {"dateDebut": "hier"},
        {"dateFin": "2024-12-31"},
        {"projetId": "7"},
        {"projetId": "00000000-0000-7000-8000-000000000000"},
        {"budgetTotal": "-1"},
        {"budgetTotal": "10.50"},
        {"budgetTotal": "1e30"},
        {"budgetTotal": "NaN"},
        {"budgetTotal": "١٢٣"},
        {"montantParBeneficiaire": "1_000"},
        {"montantParBeneficiaire": "0.01"},
        {"devise": "EUR"},
        {"frequencePaiement": "quotidien"},
        {"objectifBeneficiaires": -1},
        {"objectifBeneficiaires": 2**31},
        {"objectifBeneficiaires": True},
        {"nombreCyclesPrevus": 0},
        {"seuilPmtMax": 100.01},
        {"seuilPmtMin": -1},
        {"seuilPmtMin": 50, "seuilPmtMax": 49},
        {"categoriesPauvreteEligibles": ["riche"]},
        {"categoriesPauvreteEligibles": "pauvre"},
        {"milieuEligible": "mer"},
        {"criteresChefMenage": {"sexe": "X"}},
        {"criteresChefMenage": [1]},
        {"criteresChefMenage": {"ageMin": 60, "ageMax": 20}},
        {"criteresChefMenage": {"ageMax": 131}},
        {"criteresMenage": {"tailleMin": -1}},
        {"criteresVulnerabilite": ["veuf"]},
        {"niveauxRequis": 0},
        {"niveauxRequis": 5},
        {"niveauxRequis": None},
        {"regionsEligibles": ["7"]},
        {"regionsEligibles": ["00000000-0000-7000-8000-000000000000"]},
        {"conditionnalites": {"sante": "x"}},
        {"emailResponsable": "ana"},
        {"criteresPersonnalises": "x" * 10_001},
        {"partenaires": [str(n) for n in range(101)]},
        {"code": "c" * 31},
        {"code": "Anonyme-1"},
        {"description": "\x00"},
        {"sourcesFinancement": [None]},
    ],
)
def test_bad_input_is_told_and_changes_nothing(api, cast, project, wrong):
    caller = api(cast.admin)
    answer = caller.post(PATH, body(project, **wrong))
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR"), answer.content
    assert not Programme.objects.exists()
    made = caller.post(PATH, body(project)).json()["data"]["id"]
    before = caller.get(f"{PATH}/{made}").json()["data"]
    assert caller.put(f"{PATH}/{made}", wrong).json()["code"] == "VALIDATION_ERROR"
    assert caller.get(f"{PATH}/{made}").json()["data"] == before


@pytest.mark.parametrize("missing", ["nom", "type", "dateDebut", "projetId"])
def test_what_is_required(api, cast, project, missing):
    sent = body(project)
    del sent[missing]
    answer = api(cast.admin).post(PATH, sent).json()
    assert (answer["code"], list(answer["details"])) == ("VALIDATION_ERROR", [missing])


def test_what_stands_is_held_against_what_is_sent(api, cast, draft):
    Programme.objects.update(seuil_pmt_min=40, chef_age_max=30, date_fin="2026-01-01")
    for sent in (
        {"seuilPmtMax": 39},
        {"criteresChefMenage": {"ageMin": 31, "ageMax": 30}},
        {"dateDebut": "2026-02-01"},
    ):
        assert api(cast.admin).put(f"{PATH}/{draft.id}", sent).json()["code"] == "VALIDATION_ERROR"


@pytest.mark.parametrize("code", ["=1+1", "+TM", "-TM", "T;M", 'T"M', "T\u200bM", "T\u202eM", "../TM"])
def test_a_code_bears_what_references_of_payments_may(api, cast, project, draft, code):
    """Payments are called after it: operators send back what they could read."""
    for answer in (
        api(cast.admin).post(PATH, body(project, code=code)),
        api(cast.admin).put(f"{PATH}/{draft.id}", {"code": code}),
    ):
        assert (answer.status_code, list(answer.json()["details"])) == (400, ["code"])


def test_one_programme_a_key(api, cast, project):
    caller, key = api(cast.admin), {"Idempotency-Key": "programme-1"}
    first, second = (caller.post(PATH, body(project), headers=key) for _ in range(2))
    assert first.json() == second.json()
    assert Programme.objects.count() == 1


def test_a_code_is_one_programme_s(api, cast, programme, project):
    caller = api(cast.admin)
    assert caller.post(PATH, body(project, code="TM")).status_code == 409
    other = caller.post(PATH, body(project, code="TX")).json()["data"]["id"]
    answer = caller.put(f"{PATH}/{other}", {"code": "TM"})
    assert (answer.status_code, answer.json()["code"]) == (409, "DUPLICATE_CODE")
    # A generated one goes round what somebody typed.
    Programme.objects.filter(id=other).update(code="PRG-000001")
    assert caller.post(PATH, body(project)).json()["data"]["code"] == "PRG-000002"


@pytest.mark.django_db(transaction=True)
def test_a_generated_code_that_somebody_is_typing_goes_to_him(api, cast, project):
    """His programme is not committed yet when the number is looked at: the next one is taken, and nobody is refused."""

    def type_it(ready, over):
        with transaction.atomic():
            Programme.objects.create(code="PRG-000001", nom="N", projet=project, date_debut="2025-01-01")
            ready.set()
            wait_for_a_wait()

    with in_thread(type_it):
        answer = api(cast.admin).post(PATH, body(project))
    assert (answer.status_code, answer.json()["data"]["code"]) == (201, "PRG-000002")


def test_code_and_project_stay_once_it_has_begun(api, cast, draft, project, household):
    caller, path = api(cast.admin), f"{PATH}/{draft.id}"
    assert caller.put(path, {"code": "NEUF", "projetId": str(project.id)}).status_code == 200
    Beneficiary.objects.create(code="TM-1", menage=household, programme=draft, nom_complet="F")
    for sent in ({"code": "TX"}, {"projetId": str(Project.objects.get(code="FILETS").id)}):
        assert caller.put(path, sent).json()["code"] == "VALIDATION_ERROR"
    # Sent again as they are, they are no change.
    assert caller.put(path, {"code": "NEUF", "projetId": str(project.id), "nom": "N"}).status_code == 200


@pytest.mark.parametrize("flags", [{"lecture_seule": True}, {"actif": False}])
def test_a_read_only_project_takes_nothing(api, cast, draft, project, flags):
    caller, path = api(cast.admin), f"{PATH}/{draft.id}"
    Project.objects.filter(code="FILETS2").update(**flags)
    assert caller.post(PATH, body(project)).json()["code"] == "READ_ONLY_PROJECT"
    assert caller.put(path, {"projetId": str(project.id)}).json()["code"] == "READ_ONLY_PROJECT"
    Project.objects.filter(code="FILETS").update(**flags)
    for answer in (caller.put(path, {"nom": "N"}), caller.post(f"{path}/activer"), caller.delete(path)):
        assert (answer.status_code, answer.json()["code"]) == (400, "READ_ONLY_PROJECT")
    assert Programme.objects.get().nom == "Transferts"


def test_a_region_that_is_not_seen_does_not_come(api, cast, country, draft):
    path = f"{PATH}/{draft.id}"
    west, east = (str(region.id) for region in (country.west, country.east))
    ProgrammeRegion.objects.create(programme=draft, region=country.west)
    answer = api(cast.agent_west).put(path, {"regionsEligibles": [west, east]})
    assert answer.json()["details"] == {"regionsEligibles": ["Une de ces régions est introuvable."]}
    assert api(cast.admin).put(path, {"regionsEligibles": [west, east, west]}).status_code == 200
    assert set(api(cast.admin).get(path).json()["data"]["regionsEligibles"]) == {west, east}


def test_deleted_only_in_preparation_and_with_nothing_on_it(api, cast, country, draft, household):
    caller, path = api(cast.admin), f"{PATH}/{draft.id}"
    ProgrammeRegion.objects.create(programme=draft, region=country.east)
    assert api(cast.agent_west).delete(path).status_code == 403
    person = Beneficiary.objects.create(code="TM-1", menage=household, programme=draft, nom_complet="F")
    answer = caller.delete(path).json()
    assert (answer["code"], answer["data"]) == ("HAS_DEPENDENCIES", {"dependencies": {"beneficiaires": 1}})
    assert ProgrammeRegion.objects.count() == 1
    person.delete()
    for statut in ("actif", "suspendu", "termine", "cloture"):
        Programme.objects.update(statut=statut)
        assert caller.delete(path).json()["code"] == "INVALID_STATUS"
    Programme.objects.update(statut="en_preparation")
    assert caller.delete(path, headers={"If-Match": '"old"'}).json()["code"] == "CONFLICT"
    assert caller.delete(path).status_code == 200
    assert caller.get(path).status_code == 404
    assert not ProgrammeRegion.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "don"},
        {"statut": "parti"},
        {"devise": "EUR"},
        {"frequence_paiement": "jour"},
        {"chef_sexe": "X"},
        {"milieu_eligible": "mer"},
        {"categories_pauvrete_eligibles": ["riche"]},
        {"niveaux_requis": 5},
        {"criteres_vulnerabilite": ["x"]},
        {"seuil_pmt_max": 101},
        {"seuil_pmt_min": 9, "seuil_pmt_max": 8},
        {"chef_age_min": 9, "chef_age_max": 8},
        {"budget_total": -1},
        {"date_fin": "2024-01-01"},
    ],
)
def test_what_the_database_refuses(programme, wrong):
    with pytest.raises(IntegrityError), transaction.atomic():
        Programme.objects.update(**wrong)
