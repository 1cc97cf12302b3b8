"""The graduation criteria of a programme: who writes them, and what is refused."""

import pytest

from transfers.graduation.criteria.models import GraduationCriterion
from transfers.graduation.criteria.services import MAX_CRITERIA

BODY = {"nom": "Score", "type": "score_pmt", "operateur": ">=", "valeurSeuil": 40}


@pytest.fixture
def path(programme):
    return f"/api/programmes/{programme.id}/graduation-criteria"


def test_written_read_changed_and_deleted(api, cast, path):
    caller = api(cast.admin)
    created = caller.post(path, BODY)
    assert created.status_code == 201
    identity = created.json()["data"]["id"]
    assert created.json()["data"] == {"id": identity, "nom": "Score"}
    caller.post(path, BODY | {"nom": "Durée", "type": "duree_programme", "obligatoire": True, "poids": 5})
    first, second = caller.get(path).json()["data"]
    assert first == {
        "id": identity,
        "nom": "Score",
        "description": None,
        "type": "score_pmt",
        "operateur": ">=",
        "valeurSeuil": 40.0,
        "poids": 1,
        "obligatoire": False,
        "actif": True,
        "ordre": 1,
    }
    assert (second["nom"], second["ordre"], second["obligatoire"], second["poids"]) == ("Durée", 2, True, 5)
    changed = caller.put(f"/api/graduation-criteria/{identity}", {"valeurSeuil": "55.5", "actif": False})
    assert (changed.json()["data"]["valeurSeuil"], changed.json()["data"]["actif"]) == (55.5, False)
    assert caller.delete(f"/api/graduation-criteria/{identity}").status_code == 200
    assert [row["nom"] for row in caller.get(path).json()["data"]] == ["Durée"]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"type": "inconnu"}, "type"),
        ({"operateur": "=>"}, "operateur"),
        ({"valeurSeuil": "beaucoup"}, "valeurSeuil"),
        ({"valeurSeuil": "1e30"}, "valeurSeuil"),
        ({"valeurSeuil": None}, "valeurSeuil"),
        ({"poids": -1}, "poids"),
        ({"poids": True}, "poids"),
        ({"ordre": 10**9}, "ordre"),
        ({"nom": ""}, "nom"),
        ({"nom": "x" * 256}, "nom"),
        ({"seuil": 3}, "seuil"),
    ],
)
def test_bad_input_changes_nothing(api, cast, path, wrong, field):
    answer = api(cast.admin).post(path, BODY | wrong)
    assert (answer.status_code, list(answer.json()["details"])) == (400, [field])
    assert not GraduationCriterion.objects.exists()


def test_one_region_does_not_write_criteria_of_the_country(api, cast, path, criteria):
    caller = api(cast.agent_west)
    assert caller.post(path, BODY).status_code == 403
    assert caller.put(f"/api/graduation-criteria/{criteria[0].id}", {"poids": 1}).status_code == 403
    assert caller.get(path).status_code == 200


def test_a_closed_programme_refuses(api, cast, path, programme, criteria):
    programme.statut = "cloture"
    programme.save()
    answer = api(cast.admin).post(path, BODY)
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_STATUS")
    assert api(cast.admin).delete(f"/api/graduation-criteria/{criteria[0].id}").json()["code"] == "INVALID_STATUS"


def test_no_more_than_can_be_read(api, cast, path, programme):
    GraduationCriterion.objects.bulk_create(
        GraduationCriterion(programme=programme, nom=f"{n}", type="score_pmt", operateur=">=", valeur_seuil=n, ordre=n)
        for n in range(MAX_CRITERIA)
    )
    answer = api(cast.admin).post(path, BODY)
    assert (answer.status_code, list(answer.json()["details"])) == (400, ["programme"])


def test_results_of_a_wrong_evaluation(graduating, beneficiary, criteria, programme):
    identity = graduating.propose(beneficiary).json()["data"]["id"]
    score, paid = graduating.results(True, True)
    foreign = score | {"critere": str(programme.id)}
    for results in ([], [paid], [score, score], [score, foreign], [score | {"valide": "peut-être"}]):
        body = {"evaluation": {"criteresValides": results}}
        answer = graduating.send("put", f"/{identity}/evaluate", body)
        assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR"), results
    for more in ({"scoreGlobal": 101}, {"scoreGlobal": -1}, {"recommandation": "oui"}, {"verdict": 1}):
        assert graduating.evaluate(identity, **more).status_code == 400
    assert graduating.send("put", f"/{identity}/evaluate", {}).status_code == 400
    assert graduating.send("get", f"/{identity}").json()["data"]["statut"] == "proposee"
    GraduationCriterion.objects.filter(id=criteria[1].id).update(actif=False)
    assert graduating.evaluate(identity).status_code == 400


def test_decisions_that_say_nothing(graduating, beneficiary):
    identity = graduating.evaluated(beneficiary)
    for body in (
        {},
        {"approuver": "oui peut-être"},
        {"approuver": True, "dureePostSuiviMois": 0},
        {"approuver": True, "dureePostSuiviMois": 61},
        {"approuver": True, "intervalleVisitesMois": 3},
        {"approuver": False, "dureePostSuiviMois": 6},
    ):
        assert graduating.send("put", f"/{identity}/decide", body).status_code == 400, body
    assert graduating.send("put", f"/{identity}/cancel", {}).status_code == 400
    assert graduating.send("put", f"/{identity}/cancel", {"motif": ""}).status_code == 400
    assert graduating.send("get", f"/{identity}").json()["data"]["statut"] == "evaluee"
