"""Many at once: a verdict on each, whatever their number."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.audit.models import Trace
from config.ids import uuid7
from registry.households.models import Household
from transfers.beneficiaries.models import Beneficiary
from transfers.graduation.criteria.models import GraduationCriterion
from transfers.graduation.models import Graduation, GraduationResult


@pytest.fixture
def crowd(programme, household):
    """Twelve principals of the west, with scores from 30 on."""
    people = []
    for n in range(12):
        row = Household.objects.create(
            code_menage=f"G-{n}", taille_menage=2, region=household.region, statut="valide", score_pmt=30 + n * 2
        )
        people.append(
            Beneficiary.objects.create(code=f"G-{n}", menage=row, programme=programme, nom_complet=f"Personne {n}")
        )
    return people


def send(graduating, name, ids, **more):
    answer = graduating.send("post", f"/bulk-{name}", {"ids": [str(each) for each in ids]} | more)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def test_from_proposal_to_decision(graduating, crowd, stranger):
    people = [row.id for row in crowd]
    told = send(graduating, "propose", [*people, people[0], stranger.id, uuid7()], motif="Bilan")
    assert (told["success"], told["errors"]) == (12, 3)
    assert [row["statut"] for row in told["details"][12:]] == ["erreur"] * 3
    rows = list(Graduation.objects.order_by("id"))
    assert {row.motif for row in rows} == {"Bilan"}
    told = send(graduating, "evaluate", [row.id for row in rows])
    assert told["success"] == 12
    by_score = {row.score_pmt_final: row for row in Graduation.objects.all()}
    assert (by_score[38].recommandation, by_score[38].type_graduation, by_score[38].score_global) == (
        "rejeter",
        "negative",
        0,
    )
    assert (by_score[40].recommandation, by_score[40].type_graduation, by_score[40].score_global) == (
        "examiner",
        "positive",
        60,
    )
    assert GraduationResult.objects.count() == 24
    good = Graduation.objects.filter(type_graduation="positive").values_list("id", flat=True)
    told = send(graduating, "decide", good, approuver=True, dureePostSuiviMois=6)
    assert (told["success"], told["errors"], told["cycles"]) == (7, 0, [])
    assert Beneficiary.objects.filter(statut_enrolement="gradue").count() == 7
    told = send(graduating, "decide", [row.id for row in rows], approuver=False)
    assert (told["success"], told["errors"]) == (5, 7)
    assert {row["message"] is None for row in told["details"] if row["statut"] == "rejetee"} == {True}
    trace = Trace.objects.filter(action="operation", model="masse_decider_graduations")
    assert trace.count() == 2


def test_an_evaluation_again_replaces_the_results(graduating, crowd):
    send(graduating, "propose", [row.id for row in crowd])
    ids = list(Graduation.objects.values_list("id", flat=True))
    send(graduating, "evaluate", ids)
    send(graduating, "evaluate", ids)
    assert GraduationResult.objects.count() == 24


def test_what_has_to_be_seen_on_the_spot_is_not_evaluated_by_rows(graduating, crowd, programme):
    send(graduating, "propose", [crowd[0].id])
    [identity] = Graduation.objects.values_list("id", flat=True)
    GraduationCriterion.objects.create(
        programme=programme,
        nom="Revenu",
        type="revenus",
        operateur=">=",
        valeur_seuil=1,
        obligatoire=True,
        ordre=3,
    )
    told = send(graduating, "evaluate", [identity])
    assert (told["errors"], "Revenu" in told["details"][0]["message"]) == (1, True)
    GraduationCriterion.objects.update(actif=False)
    assert send(graduating, "evaluate", [identity])["errors"] == 1
    assert Graduation.objects.get(id=identity).statut == "proposee"


def test_statements_do_not_grow_with_the_number(graduating, crowd):
    def count(name, ids, **more):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            send(graduating, name, ids, **more)
        return len(queries)

    one, many = [crowd[0].id], [row.id for row in crowd[1:]]
    assert count("propose", one) == count("propose", many)
    first, *rest = Graduation.objects.order_by("id").values_list("id", flat=True)
    assert count("evaluate", [first]) == count("evaluate", rest)
    more = {"approuver": True, "dureePostSuiviMois": 6}
    assert count("decide", [first], **more) == count("decide", rest, **more)


@pytest.mark.parametrize("name", ["propose", "evaluate", "decide"])
def test_bad_lists_of_ids(graduating, name):
    more = {"approuver": True} if name == "decide" else {}
    for ids in ([], ["x"], "x", None):
        answer = graduating.send("post", f"/bulk-{name}", {"ids": ids} | more)
        assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")
