"""From proposal to decision: every status against every move, and what becomes of the beneficiary."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.api.world import approve
from tests.threads import together
from transfers.beneficiaries.models import Beneficiary
from transfers.cycles.models import Cycle
from transfers.graduation.criteria.models import GraduationCriterion
from transfers.graduation.models import Graduation, GraduationResult

STATES = {
    "proposee": {},
    "evaluee": {"date_evaluation": "2025-03-01", "score_global": 60},
    "approuvee": {
        "date_evaluation": "2025-03-01",
        "score_global": 60,
        "date_decision": "2025-03-02",
        "date_effective": "2025-03-02",
    },
    "rejetee": {"date_evaluation": "2025-03-01", "score_global": 60, "date_decision": "2025-03-02"},
    "annulee": {},
}
ALLOWED = {
    "evaluate": {"proposee": "evaluee", "evaluee": "evaluee"},
    "approve": {"evaluee": "approuvee"},
    "reject": {"evaluee": "rejetee"},
    "cancel": {"proposee": "annulee", "evaluee": "annulee", "approuvee": "annulee", "rejetee": "annulee"},
}


@pytest.fixture
def graduation(beneficiary):
    return Graduation.objects.create(beneficiaire=beneficiary, menage=beneficiary.menage, date_proposition="2025-03-01")


def make_move(graduating, name, identity):
    if name == "evaluate":
        return graduating.evaluate(identity)
    if name == "cancel":
        return graduating.cancel(identity)
    return graduating.decide(identity, name == "approve")


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("name", ALLOWED)
def test_every_pair(graduating, graduation, name, state):
    Graduation.objects.filter(id=graduation.id).update(statut=state, **STATES[state])
    answer = make_move(graduating, name, graduation.id)
    graduation.refresh_from_db()
    target = ALLOWED[name].get(state)
    if target is None:
        assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_STATUS")
        assert graduation.statut == state
        return
    assert (answer.status_code, answer.json()["data"]["statut"]) == (200, target), answer.content
    assert graduation.statut == target


def test_a_whole_life(api, cast, graduating, beneficiary):
    proposed = graduating.propose(beneficiary, commentaire="À revoir")
    today = timezone.localdate().isoformat()
    assert proposed.status_code == 201
    identity = proposed.json()["data"]["id"]
    assert proposed.json()["data"] == {"id": identity, "statut": "proposee", "dateProposition": today}
    graduating.evaluate(identity, scoreGlobal="72.50", recommandation="examiner", commentaire="Vu sur place")
    graduating.decide(identity, commentaire="Accord")
    shown = api(cast.agent_west).get(f"/api/graduations/{identity}").json()["data"]
    assert shown["beneficiaire"] == {
        "id": str(beneficiary.id),
        "nomComplet": "Fatumata Djaló",
        "codeMenage": beneficiary.menage.code_menage,
    }
    assert shown["donneesEvaluation"] == {"criteresValides": 1, "criteresTotal": 2, "scoreGlobal": 72.5}
    assert (shown["statut"], shown["typeGraduation"], shown["recommandation"]) == ("approuvee", "positive", "examiner")
    assert (shown["motif"], shown["commentaire"]) == ("Seuil atteint", "À revoir")
    assert (shown["commentaireEvaluation"], shown["commentaireDecision"]) == ("Vu sur place", "Accord")
    assert shown["dateEvaluation"] == shown["dateDecision"] == shown["dateEffective"] == today
    people = {shown[name]["id"] for name in ("proposePar", "evaluePar", "decidePar")}
    assert people == {str(cast.agent_west.id)}
    assert shown["annulePar"] is None
    person = api(cast.agent_west).get(f"/api/beneficiaires/{beneficiary.id}").json()["data"]
    assert (person["statutEnrolement"], person["estGradue"], person["actif"]) == ("gradue", True, False)
    assert person["dateGraduation"].startswith(timezone.now().date().isoformat())


def test_results_say_the_score_and_the_type(graduating, beneficiary):
    identity = graduating.propose(beneficiary).json()["data"]["id"]
    graduating.evaluate(identity, True, False)
    row = Graduation.objects.get(id=identity)
    assert (row.score_global, row.type_graduation, row.recommandation) == (60, "positive", "examiner")
    graduating.evaluate(identity, False, True)
    row.refresh_from_db()
    assert (row.score_global, row.type_graduation, row.recommandation) == (40, "negative", "rejeter")
    assert GraduationResult.objects.filter(graduation=row).count() == 2


def test_a_criterion_that_is_left_out_counts(graduating, beneficiary, criteria):
    """The rows decide what they can tell, here that nothing was paid; what only a person sees is not met."""
    GraduationCriterion.objects.create(
        programme=beneficiary.programme,
        nom="Revenus",
        type="revenus",
        operateur=">=",
        valeur_seuil=1,
        poids=100,
        ordre=3,
    )
    identity = graduating.propose(beneficiary).json()["data"]["id"]
    body = {"evaluation": {"criteresValides": graduating.results()[:1]}}
    assert graduating.send("put", f"/{identity}/evaluate", body).status_code == 200
    row = Graduation.objects.get(id=identity)
    assert (row.score_global, row.recommandation) == (30, "examiner")
    shown = graduating.send("get", f"/{identity}/criteres").json()["data"]
    assert [(one["nom"], one["valide"], one["valeur"]) for one in shown] == [
        ("Score", True, 45),
        ("Paiements", False, 0),
        ("Revenus", False, None),
    ]


def test_cancelling_an_approved_one_brings_back(graduating, beneficiary):
    identity = graduating.approved(beneficiary, dureePostSuiviMois=6)
    assert graduating.cancel(identity).status_code == 200
    beneficiary.refresh_from_db()
    assert (beneficiary.statut_enrolement, beneficiary.date_graduation) == ("actif", None)
    row = Graduation.objects.get(id=identity)
    assert (row.motif_annulation, row.date_annulation) == ("Situation revue", timezone.localdate())
    assert (row.suivi_post_graduation_actif, row.fin_post_suivi, row.date_effective) == (False, None, None)


def test_cancelling_brings_back_nobody_who_has_left_since(graduating, beneficiary):
    identity = graduating.approved(beneficiary)
    Beneficiary.objects.filter(id=beneficiary.id).update(
        statut_enrolement="sorti", date_sortie=timezone.now(), motif_sortie="demenagement"
    )
    assert graduating.cancel(identity).json()["data"]["statut"] == "annulee"
    beneficiary.refresh_from_db()
    assert beneficiary.statut_enrolement == "sorti"


def test_an_earlier_graduation_does_not_undo_a_later_one(graduating, beneficiary):
    first = graduating.approved(beneficiary)
    Beneficiary.objects.filter(id=beneficiary.id).update(statut_enrolement="actif")
    graduating.approved(beneficiary)
    assert graduating.cancel(first).status_code == 200
    beneficiary.refresh_from_db()
    assert beneficiary.statut_enrolement == "gradue"


@pytest.mark.parametrize(("validated", "effect"), [("brouillon", "recalculer"), ("valide", "paye")])
def test_lists_in_progress_are_told(graduating, beneficiary, programme, pay, validated, effect):
    cycle = Cycle.objects.create(
        code="C-1",
        nom="Mars",
        programme=programme,
        numero_sequence=1,
        date_debut="2025-03-01",
        date_fin="2025-03-31",
        montant_par_beneficiaire=15_000,
        niveaux_requis=2,
    )
    pay(cycle, beneficiary)
    if validated == "valide":
        approve(cycle)
    identity = graduating.evaluated(beneficiary)
    told = graduating.decide(identity).json()["data"]["cycles"]
    assert told == [
        {
            "id": str(cycle.id),
            "code": "C-1",
            "nom": "Mars",
            "statutValidation": validated,
            "nombre": 1,
            "effet": effect,
        }
    ]


@pytest.mark.parametrize("state", ["suspendu", "sorti", "gradue"])
def test_only_who_is_active_graduates(graduating, beneficiary, state):
    identity = graduating.evaluated(beneficiary)
    Beneficiary.objects.filter(id=beneficiary.id).update(
        statut_enrolement=state, date_sortie=timezone.now(), motif_sortie="x", date_graduation=timezone.now()
    )
    answer = graduating.decide(identity)
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_STATUS")
    assert graduating.decide(identity, False).status_code == 200


def test_one_open_graduation_each(graduating, beneficiary):
    identity = graduating.propose(beneficiary).json()["data"]["id"]
    again = graduating.propose(beneficiary)
    assert (again.status_code, again.json()["code"]) == (409, "CONFLICT")
    graduating.cancel(identity)
    assert graduating.propose(beneficiary).status_code == 201
    with pytest.raises(IntegrityError), transaction.atomic():
        Graduation.objects.create(beneficiaire=beneficiary, menage=beneficiary.menage, date_proposition="2025-03-01")


def test_a_substitute_is_not_proposed(graduating, beneficiary):
    other = Beneficiary.objects.create(
        code="TM-9",
        menage=beneficiary.menage,
        programme=beneficiary.programme,
        nom_complet="Outro",
        type="substitut",
        principal=beneficiary,
    )
    answer = graduating.propose(other)
    assert (answer.status_code, list(answer.json()["details"])) == (400, ["beneficiaire"])


def test_another_region_does_not_exist(cast, graduating, stranger):
    answer = graduating.propose(stranger)
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")
    identity = graduating.propose(stranger, user=cast.agent_east).json()["data"]["id"]
    assert graduating.evaluate(identity).status_code == 404
    assert graduating.decide(identity).status_code == 404
    assert graduating.cancel(identity).status_code == 404
    assert graduating.send("get", f"/{identity}").status_code == 404


def test_a_read_only_project_refuses(graduating, beneficiary, programme):
    identity = graduating.evaluated(beneficiary)
    programme.projet.lecture_seule = True
    programme.projet.save()
    for answer in (graduating.decide(identity), graduating.cancel(identity), graduating.evaluate(identity)):
        assert answer.json()["code"] == "READ_ONLY_PROJECT"
    beneficiary.refresh_from_db()
    assert beneficiary.statut_enrolement == "actif"


@pytest.mark.django_db(transaction=True)
def test_of_two_who_decide_at_once_one_is_refused(graduating, beneficiary):
    identity = graduating.evaluated(beneficiary)
    answers = together(2, lambda number: graduating.decide(identity, number == 0), numbered=True)
    assert sorted(answer.status_code for answer in answers) == [200, 400]
    [taken] = [answer.json()["data"]["statut"] for answer in answers if answer.status_code == 200]
    beneficiary.refresh_from_db()
    assert beneficiary.statut_enrolement == ("gradue" if taken == "approuvee" else "actif")
    assert Graduation.objects.get(id=identity).statut == taken


@pytest.mark.django_db(transaction=True)
def test_of_two_who_propose_at_once_one_is_refused(graduating, beneficiary):
    answers = together(2, lambda: graduating.propose(beneficiary))
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    assert Graduation.objects.count() == 1
