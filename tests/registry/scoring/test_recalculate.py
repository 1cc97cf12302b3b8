"""Recalculating scores: of one, of all, within scope and project; null with its reason, never 0."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.utils import timezone

from accounts.jobs.jobs import execute_job
from config.ids import uuid7
from registry.collection_workflow.services import ASSIGN_SURVEYOR
from registry.households.mass.services import run_mass_operation
from registry.households.models import Dwelling, HeadOfHousehold, Household
from registry.pmt.models import PmtMethod
from registry.pmt.services import create_method, publish_method
from registry.projects.models import Project
from registry.scoring.services import score_batch
from tests.threads import together

TERMS = [
    {"variable": "tailleMenage", "operateur": "lineaire", "poids": -4},
    {"variable": "chefMenage.sexe", "operateur": "=", "valeur": "F", "poids": -1.5},
    {
        "variable": "geographie",
        "operateur": "poids",
        "poids": 2,
        "valeur": {"localite": {"OI01001": -1}, "region": {"OI": 3, "BA": 5}, "milieu": {"urbain": 9}},
    },
]


def released(**more):
    """In force, with eligibility up to 30: 40 - 4 x size - 1.5 if F + 2 x place."""
    values = {
        "nom": "Essai",
        "intercept": 40.0,
        "termes": TERMS,
        "par_defaut": True,
        "seuil_pauvrete": 30.0,
        "seuils": {"extreme_pauvre": 10, "pauvre": 16.5, "vulnerable": 60},
    }
    return publish_method(method=create_method(values=values | more))


@pytest.fixture
def method(country):
    return released()


def recalculate(caller, household):
    return caller.post(f"/api/menages/{household.id}/recalculate-pmt")


def test_one_score_is_computed_and_the_old_one_kept(api, cast, household, method):
    data = recalculate(api(cast.supervisor_west), household).json()["data"]
    # 40 - 4 x 5 - 1.5 + 2 x -1
    assert (data["oldScore"], data["newScore"]) == (18.5, 16.5)
    assert (data["categoriePauvrete"], data["eligibleProgramme"]) == ("vulnerable", True)
    household.refresh_from_db()
    assert (household.ancien_score_pmt, household.methode_pmt) == (Decimal("18.50"), method.id)


def test_a_missing_value_makes_the_score_null_with_the_reason(api, cast, eastern, method):
    Household.objects.filter(id=eastern.id).update(score_pmt=40, eligible_programme=True)
    answer = recalculate(api(cast.admin), eastern).json()
    assert (answer["data"]["oldScore"], answer["data"]["newScore"]) == (40, None)
    assert (answer["data"]["categoriePauvrete"], answer["data"]["eligibleProgramme"]) == (None, False)
    assert "Sexe du chef" in answer["message"] and answer["data"]["motif"] == answer["message"]


def test_an_unchanged_household_is_not_written(api, cast, household, method):
    caller = api(cast.admin)
    recalculate(caller, household)
    before = Household.objects.get(id=household.id)
    recalculate(caller, household)
    after = Household.objects.get(id=household.id)
    assert (before.updated_at, before.date_pmt) == (after.updated_at, after.date_pmt)
    assert caller.post("/api/menages/recalculate-all-pmt").json()["data"]["modifies"] == 0


def test_a_place_falls_back_to_the_next_larger_one(api, cast, household, eastern, method, country):
    def weight(**place):
        Household.objects.filter(id=household.id).update(**place)
        rows = api(cast.admin).get(f"/api/menages/{household.id}/explication-pmt").json()["data"]["termes"]
        return rows[2]["valeurMenage"]

    assert weight(localite=country.cutia) == -1
    assert weight(localite=None, secteur=None) == 3
    assert weight(region=country.east) == 5
    assert weight(region=None, milieu="urbain") == 9
    assert weight(milieu="rural") is None


def test_all_that_the_caller_sees_and_nothing_else(api, cast, household, eastern, method):
    data = api(cast.supervisor_west).post("/api/menages/recalculate-all-pmt").json()["data"]
    assert data == {"traites": 1, "reussis": 1, "echoues": 0, "erreurs": [], "modifies": 1}
    eastern.refresh_from_db()
    assert eastern.methode_pmt is None
    data = api(cast.admin).post("/api/menages/recalculate-all-pmt").json()["data"]
    assert (data["traites"], data["reussis"], data["echoues"], data["modifies"]) == (2, 1, 1, 1)
    assert data["erreurs"][0]["id"] == str(eastern.id)


@pytest.mark.parametrize(
    ("flags", "code"), [({"peut_scorer": False}, "FORBIDDEN"), ({"lecture_seule": True}, "READ_ONLY_PROJECT")]
)
def test_the_projects_guard_holds_for_one_and_for_all(api, cast, household, eastern, method, flags, code):
    closed = Project.objects.create(code="P", nom="P", **flags)
    Household.objects.filter(id=household.id).update(projet=closed)
    assert recalculate(api(cast.admin), household).json()["code"] == code
    data = api(cast.admin).post("/api/menages/recalculate-all-pmt").json()["data"]
    assert (data["traites"], data["echoues"]) == (2, 2)
    assert Household.objects.get(id=household.id).methode_pmt is None


@pytest.mark.parametrize("flags", [{"peut_scorer": False}, {"lecture_seule": True}])
def test_the_projects_guard_holds_for_a_batch(api, cast, household, eastern, method, flags):
    closed = Project.objects.create(code="P", nom="P", **flags)
    open_one = Household.objects.create(code_menage="OUVERT", taille_menage=5, region=household.region)
    HeadOfHousehold.objects.create(menage=open_one, nom_complet="N", sexe="F")
    Household.objects.filter(id=household.id).update(projet=closed)
    sent = {"ids": [str(household.id), str(open_one.id)]}
    answer = api(cast.admin).post("/api/menages/bulk-recalculate-pmt", sent).json()["data"]
    assert (answer["traites"], answer["reussis"], answer["echoues"]) == (2, 1, 1)
    assert [error["id"] for error in answer["erreurs"]] == [str(household.id)]
    household.refresh_from_db()
    open_one.refresh_from_db()
    assert (household.methode_pmt, household.score_pmt) == (None, Decimal("18.50"))
    assert str(open_one.methode_pmt) == str(method.id) and open_one.score_pmt is not None


def test_a_later_version_leaves_the_scores_of_the_one_before(api, cast, household):
    """Weights that change are a new version: who was scored by the old one keeps score and version until recalculated."""
    caller, method = api(cast.admin), released(date_debut=timezone.localdate() - timedelta(days=9))
    recalculate(caller, household)
    draft = caller.post(f"/api/pmt-methodes/{method.id}/versions").json()["data"]
    caller.put(f"/api/pmt-methodes/{draft['id']}", {"intercept": 90})
    assert caller.post(f"/api/pmt-methodes/{draft['id']}/publier").status_code == 200
    household.refresh_from_db()
    assert (household.score_pmt, household.methode_pmt) == (Decimal("16.50"), method.id)
    told = caller.get(f"/api/menages/{household.id}/explication-pmt").json()["data"]
    assert (told["methode"]["version"], told["score"], told["aJour"]) == (method.version, 16.5, True)
    recalculate(caller, household)
    household.refresh_from_db()
    assert str(household.methode_pmt) == draft["id"] and household.ancien_score_pmt == Decimal("16.50")


def test_a_score_that_can_no_longer_be_computed_makes_nobody_eligible(api, cast, household, method):
    """It becomes null, never 0; the score before is kept, and the reason."""
    recalculate(api(cast.admin), household)
    assert Household.objects.get(id=household.id).eligible_programme is True
    HeadOfHousehold.objects.filter(menage=household).delete()
    answer = recalculate(api(cast.admin), household).json()["data"]
    assert (answer["oldScore"], answer["newScore"], answer["eligibleProgramme"]) == (16.5, None, False)
    household.refresh_from_db()
    assert (household.score_pmt, household.categorie_pauvrete, household.eligible_programme) == (None, None, False)
    assert household.ancien_score_pmt == Decimal("16.50") and "chefMenage.sexe" in household.motif_pmt


def test_a_job_does_what_the_request_does(api, cast, household, method, settings):
    caller = api(cast.supervisor_west)
    settings.SYNCHRONOUS_MAX_ROWS = 0
    answer = caller.post("/api/menages/recalculate-all-pmt")
    assert answer.status_code == 202
    execute_job(answer.json()["data"]["jobId"])
    job = caller.get(f"/api/jobs/{answer.json()['data']['jobId']}").json()["data"]
    assert (job["statut"], job["resultat"]["modifies"]) == ("termine", 1)
    assert Household.objects.get(id=household.id).score_pmt == Decimal("16.50")


def test_without_a_method_nothing_is_touched(api, cast, household):
    PmtMethod.objects.filter(par_defaut=True).update(date_fin=timezone.localdate().replace(year=2021))
    for path in (f"/api/menages/{household.id}/recalculate-pmt", "/api/menages/recalculate-all-pmt"):
        assert api(cast.admin).post(path).json()["code"] == "INVALID_STATUS"
    household.refresh_from_db()
    assert household.score_pmt == Decimal("18.50")


def test_a_typed_score_is_no_methods_and_reads_its_thresholds(api, cast, household, method):
    caller = api(cast.admin)
    recalculate(caller, household)
    caller.put(f"/api/menages/{household.id}", {"scorePmt": 31})
    household.refresh_from_db()
    assert (household.methode_pmt, household.categorie_pauvrete) == (None, "vulnerable")
    assert household.eligible_programme is False


def test_explanation_adds_up(api, cast, household, method):
    caller = api(cast.reader_west)
    data = caller.get(f"/api/menages/{household.id}/explication-pmt").json()["data"]
    assert data["intercept"] + sum(term["contribution"] for term in data["termes"]) == data["somme"] == 16.5
    assert [term["valeurMenage"] for term in data["termes"]] == [5, "F", -1]
    assert (data["score"], data["scoreEnregistre"], data["aJour"]) == (16.5, 18.5, False)
    recalculate(api(cast.admin), household)
    assert caller.get(f"/api/menages/{household.id}/explication-pmt").json()["data"]["aJour"] is True


def test_explanation_by_a_draft_and_of_what_is_missing(api, cast, household, method):
    terms = [
        {"variable": "logement.nbPieces", "operateur": "lineaire", "poids": 1},
        {"variable": "personnesParPiece", "operateur": "lineaire", "poids": 1},
    ]
    draft = create_method(values={"nom": "B", "intercept": 0.0, "termes": terms})
    Dwelling.objects.create(menage=household, nb_pieces=0)
    data = (
        api(cast.admin).get(f"/api/menages/{household.id}/explication-pmt", {"methode": str(draft.id)}).json()["data"]
    )
    assert (data["score"], data["manque"], data["somme"]) == (None, ["personnesParPiece"], None)
    assert data["termes"][0]["contribution"] == 0


def test_tallies_follow(api, cast, household, method):
    api(cast.admin).post("/api/menages/recalculate-all-pmt")
    with connection.cursor() as cursor:
        cursor.execute("SELECT sum(somme_pmt), sum(avec_pmt) FROM registry_menage_tally")
        assert cursor.fetchone() == (Decimal("16.50"), 1)


def test_a_batch_with_unknown_foreign_and_repeated_ids(api, cast, household, eastern, method):
    sent = [str(household.id), str(uuid7()), str(eastern.id), str(household.id)]
    answer = api(cast.supervisor_west).post("/api/menages/bulk-recalculate-pmt", {"ids": sent}).json()["data"]
    assert (answer["traites"], answer["reussis"], answer["echoues"]) == (4, 1, 3)
    assert [error["id"] for error in answer["erreurs"]] == sent[1:]
    assert len({error["message"] for error in answer["erreurs"][:2]}) == 1
    eastern.refresh_from_db()
    assert eastern.methode_pmt is None


def test_a_batch_says_why_a_score_is_missing(api, cast, eastern, method):
    answer = api(cast.admin).post("/api/menages/bulk-recalculate-pmt", {"ids": [str(eastern.id)]}).json()["data"]
    assert "Sexe du chef" in answer["erreurs"][0]["message"]


@pytest.mark.parametrize("ids", [[], ["x"], "x", None, [{}]])
def test_a_batch_of_nothing_is_refused(api, cast, method, ids):
    assert api(cast.admin).post("/api/menages/bulk-recalculate-pmt", {"ids": ids}).status_code == 400


def test_a_batch_that_is_too_large(api, cast, method, settings):
    settings.BULK_MAX_IDS = 2
    sent = {"ids": [str(uuid7()) for _ in range(3)]}
    assert api(cast.admin).post("/api/menages/bulk-recalculate-pmt", sent).json()["code"] == "VALIDATION_ERROR"


def test_a_batch_as_a_job(api, cast, household, method):
    caller = api(cast.admin)
    answer = caller.post("/api/menages/bulk-recalculate-pmt?async=1", {"ids": [str(household.id), str(uuid7())]})
    assert answer.status_code == 202
    execute_job(answer.json()["data"]["jobId"])
    result = caller.get(f"/api/jobs/{answer.json()['data']['jobId']}").json()["data"]["resultat"]
    assert (result["traites"], result["reussis"], result["echoues"]) == (2, 1, 1)


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
def test_a_batch_and_another_mass_operation_of_the_same_households(cast, country):
    """Both lock in the order of the ids, whatever order the rows stand in: none waits for who waits for it."""
    released()
    rows = [
        Household.objects.create(code_menage=f"X-{n}", taille_menage=5, milieu="rural", region=country.west)
        for n in range(300)
    ]
    ids = [row.id for row in rows]
    for row in reversed(rows[:150]):
        HeadOfHousehold.objects.create(menage=row, nom_complet="N", sexe="F")
        Household.objects.filter(id=row.id).update(altitude=3)

    def work(number):
        for turn in range(6):
            if number:
                run_mass_operation(ASSIGN_SURVEYOR, ids=ids, user=cast.admin, enqueteur=None)
            else:
                score_batch(ids=ids, user=cast.admin)
                # The next turn writes again.
                Household.objects.filter(id=ids[turn]).update(score_pmt=None)
        return "done"

    assert together(3, work, numbered=True) == ["done"] * 3
