"""Who might graduate, and how each criterion is evaluated."""

from datetime import timedelta

import pytest
from django.utils import timezone

from registry.households.models import Household
from tests.api.world import draft_cycle
from transfers.beneficiaries.models import Beneficiary
from transfers.graduation.criteria.models import CriterionOperator, GraduationCriterion
from transfers.graduation.queries import list_verdicts


def candidates(api, user, programme, query=""):
    answer = api(user).get(f"/api/graduations/candidates/{programme.id}{query}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def set_score(beneficiary, score):
    Household.objects.filter(id=beneficiary.menage_id).update(score_pmt=score)


def add_criterion(programme, **values):
    defaults = {"nom": "C", "type": "score_pmt", "operateur": ">=", "valeur_seuil": 0, "poids": 1, "ordre": 9}
    return GraduationCriterion.objects.create(programme=programme, **defaults | values)


def verdict_of(beneficiary, criterion):
    [found] = [row for row in list_verdicts([beneficiary.id]) if row.critere_id == criterion.id]
    return found.valeur, found.valide


def test_who_meets_the_obligatory_criteria(api, cast, programme, beneficiary, criteria, pay):
    set_score(beneficiary, 39)
    assert candidates(api, cast.agent_west, programme)["data"] == []
    set_score(beneficiary, 40)
    body = candidates(api, cast.agent_west, programme)
    fared = {"score": 60.0, "criteresRemplis": 1, "criteresTotal": 2, "recommandation": "examiner"}
    assert body["data"] == [
        {"beneficiaire": {"id": str(beneficiary.id), "nomComplet": "Fatumata Djaló"}, "eligibilite": fared}
    ]
    assert body["meta"]["total"] == 1
    pay(draft_cycle(programme, 1), beneficiary, statut="reussi", date_execution=timezone.now())
    [row] = candidates(api, cast.agent_west, programme)["data"]
    assert row["eligibilite"] == fared | {"score": 100.0, "criteresRemplis": 2, "recommandation": "approuver"}


@pytest.mark.parametrize(
    "change",
    [
        {"statut_enrolement": "suspendu"},
        {"type": "substitut"},
        {"statut_enrolement": "gradue", "date_graduation": "2025-02-01T00:00Z"},
    ],
)
def test_who_is_no_candidate(api, cast, programme, beneficiary, criteria, change):
    set_score(beneficiary, 50)
    Beneficiary.objects.filter(id=beneficiary.id).update(**change)
    assert candidates(api, cast.admin, programme)["meta"]["total"] == 0


def test_who_is_proposed_is_no_candidate(api, cast, programme, beneficiary, criteria, graduating):
    set_score(beneficiary, 50)
    identity = graduating.propose(beneficiary).json()["data"]["id"]
    assert candidates(api, cast.admin, programme)["data"] == []
    graduating.cancel(identity)
    assert candidates(api, cast.admin, programme)["meta"]["total"] == 1


def test_candidates_of_ones_own_regions_the_best_first(api, cast, programme, beneficiary, stranger, criteria, pay):
    set_score(beneficiary, 50)
    set_score(stranger, 50)
    pay(draft_cycle(programme, 1), stranger, statut="reussi", date_execution=timezone.now())
    names = [row["beneficiaire"]["nomComplet"] for row in candidates(api, cast.admin, programme)["data"]]
    assert names == ["Umaro Baldé", "Fatumata Djaló"]
    assert candidates(api, cast.agent_west, programme)["meta"]["total"] == 1
    second = candidates(api, cast.admin, programme, "?page=2&limit=1")
    assert ([row["beneficiaire"]["nomComplet"] for row in second["data"]], second["meta"]["total"]) == (
        ["Fatumata Djaló"],
        2,
    )
    assert candidates(api, cast.admin, programme, "?page=9")["meta"]["total"] == 2


def test_without_active_criteria_nobody_is_a_candidate(api, cast, programme, beneficiary):
    set_score(beneficiary, 50)
    add_criterion(programme, actif=False)
    assert candidates(api, cast.admin, programme)["data"] == []


@pytest.mark.parametrize("operator", CriterionOperator.values)
def test_every_operator(programme, beneficiary, operator):
    compare = {
        ">=": lambda a, b: a >= b,
        "<=": lambda a, b: a <= b,
        "=": lambda a, b: a == b,
        "!=": lambda a, b: a != b,
        ">": lambda a, b: a > b,
        "<": lambda a, b: a < b,
    }[operator]
    row = add_criterion(programme, operateur=operator, valeur_seuil=40)
    for score in (39, 40, 41):
        set_score(beneficiary, score)
        assert verdict_of(beneficiary, row) == (score, compare(score, 40))


def test_every_type(programme, beneficiary, pay):
    Beneficiary.objects.filter(id=beneficiary.id).update(date_enrolement=timezone.now() - timedelta(days=100))
    pay(draft_cycle(programme, 1), beneficiary, statut="reussi", date_execution=timezone.now())
    pay(draft_cycle(programme, 2), beneficiary, statut="echoue", motif_echec="x")
    months = add_criterion(programme, type="duree_programme", valeur_seuil=3)
    received = add_criterion(programme, type="paiements_recus", valeur_seuil=2)
    income = add_criterion(programme, type="revenus", valeur_seuil=0)
    assets = add_criterion(programme, type="actifs", valeur_seuil=0)
    score = add_criterion(programme, valeur_seuil=0)
    set_score(beneficiary, None)
    assert verdict_of(beneficiary, months) == (3, True)
    assert verdict_of(beneficiary, received) == (1, False)
    for unknown in (income, assets, score):
        assert verdict_of(beneficiary, unknown) == (None, False)


def test_what_only_an_evaluator_can_state_keeps_nobody_out(api, cast, programme, beneficiary, criteria):
    set_score(beneficiary, 50)
    add_criterion(programme, type="revenus", obligatoire=True, poids=100)
    [row] = candidates(api, cast.admin, programme)["data"]
    assert row["eligibilite"] == {
        "score": 30.0,
        "criteresRemplis": 1,
        "criteresTotal": 3,
        "recommandation": "examiner",
    }


def test_criteria_of_a_graduation_with_their_values(api, cast, graduating, beneficiary, criteria):
    set_score(beneficiary, 47)
    identity = graduating.propose(beneficiary).json()["data"]["id"]

    def shown():
        rows = api(cast.agent_west).get(f"/api/graduations/{identity}/criteres").json()["data"]
        return [(row["nom"], row["valide"], row["valeur"], row["valeurCalculee"]) for row in rows]

    assert shown() == [("Score", True, 47.0, 47.0), ("Paiements", False, 0.0, 0.0)]
    graduating.evaluate(identity, True, True)
    assert shown() == [("Score", True, 45.0, 47.0), ("Paiements", True, 45.0, 0.0)]
    criteria[0].delete()
    assert [row[0] for row in shown()] == ["Score", "Paiements"]


def test_figures(api, cast, graduating, beneficiary, stranger, programme):
    graduating.approved(beneficiary)
    path = f"/api/graduations/stats/{programme.id}"
    data = api(cast.admin).get(path).json()["data"]
    assert data["totalBeneficiaires"] == 2
    assert (data["totalGraduations"], data["tauxGraduation"]) == (1, 50.0)
    assert data["graduationsParStatut"] == {
        "proposee": 0,
        "evaluee": 0,
        "approuvee": 1,
        "rejetee": 0,
        "annulee": 0,
    }
    assert data["graduationsParMois"] == [{"mois": f"{timezone.localdate():%Y-%m}", "count": 1}]
    assert data["tempsTraitementMoyen"] == {"propositionADecision": 0.0, "unite": "jours"}
    assert api(cast.agent_east).get(path).json()["data"]["totalGraduations"] == 0
