"""One household through the workflow: every pair of state and move."""

import pytest
from django.db import connection

from registry.collection_workflow.services import apply_transition_to_all
from registry.collection_workflow.states import COLLECTION_TRANSITIONS
from registry.households.models import Household, Statut, StatutCollecte
from registry.projects.models import Project
from tests.conftest import make_user
from tests.registry.collection_workflow.conftest import STATES
from tests.threads import together

# The whole table once more, by hand: what is not here is INVALID_STATUS.
ALLOWED = {
    ("en_collecte", "soumettre-collecte"): "soumis",
    ("en_collecte", "validate-collecte"): "valide",
    ("en_collecte", "integrate-collecte"): "integre",
    ("en_collecte", "reject-collecte"): "rejete",
    ("soumis", "validate-collecte"): "valide",
    ("soumis", "integrate-collecte"): "integre",
    ("soumis", "reject-collecte"): "rejete",
    ("valide", "integrate-collecte"): "integre",
    ("valide", "reject-collecte"): "rejete",
    ("rejete", "rouvrir-collecte"): "en_collecte",
}
MOVES = ["soumettre-collecte", "validate-collecte", "integrate-collecte", "reject-collecte", "rouvrir-collecte"]


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize("state", STATES)
def test_every_pair(api, cast, make, state, move):
    household = make(state)
    before = household.updated_at
    answer = api(cast.supervisor_west).post(f"/api/menages/{household.id}/{move}", {"motif": "autre"})
    household.refresh_from_db()
    after = (household.statut_collecte, household.statut)
    if (state, move) in ALLOWED:
        assert answer.status_code == 200, answer.content
        assert after == STATES[ALLOWED[state, move]]
        assert (answer.json()["data"]["statutCollecte"], answer.json()["data"]["statut"]) == after
        assert household.mouvements.count() == 1
        assert household.updated_at > before
    else:
        assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_STATUS")
        assert (after, household.mouvements.count(), household.updated_at) == (STATES[state], 0, before)


@pytest.mark.parametrize("move", COLLECTION_TRANSITIONS.values(), ids=str)
def test_the_database_moves_what_the_table_allows(cast, country, move):
    """Every pair that the two columns can hold, also those that the workflow never makes."""
    pairs = [(collecte, statut) for collecte in StatutCollecte.values for statut in Statut.values]
    rows = Household.objects.bulk_create(
        Household(code_menage=f"P{n}", taille_menage=1, region=country.west, statut_collecte=collecte, statut=statut)
        for n, (collecte, statut) in enumerate(pairs)
    )
    verdicts = apply_transition_to_all(
        ids=[row.id for row in rows], transition=move.name, user=cast.supervisor_west, motif="autre"
    )
    for row, pair in zip(rows, pairs, strict=True):
        row.refresh_from_db()
        assert (verdicts[row.id] is None) == move.is_allowed_from(*pair), pair
        after = (move.target, move.statut) if move.is_allowed_from(*pair) else pair
        assert (row.statut_collecte, row.statut) == after
        assert row.mouvements.count() == move.is_allowed_from(*pair)


def test_history_says_who_when_and_why(api, cast, make):
    household = make("soumis")
    caller = api(cast.supervisor_west)
    path = f"/api/menages/{household.id}"
    caller.post(f"{path}/reject-collecte", {"motif": "donnees_incompletes", "commentaire": "Sans GPS"})
    caller.post(f"{path}/rouvrir-collecte")
    shown = caller.post(f"{path}/validate-collecte", {"commentaire": "Complété"}).json()["data"]
    history = shown["historiqueValidation"]
    assert [(entry["action"], entry["de"], entry["vers"]) for entry in history] == [
        ("rejet", "pre_collecte", "rejete"),
        ("reouverture", "rejete", "pre_collecte"),
        ("validation", "pre_collecte", "valide"),
    ]
    assert (history[0]["motif"], history[0]["commentaire"]) == ("donnees_incompletes", "Sans GPS")
    assert history[0]["utilisateur"] == {"id": str(cast.supervisor_west.id), "nom": "Fatu Sané"}
    assert history[0]["date"].endswith("+00:00")
    detail = caller.get(path).json()["data"]
    assert detail["historiqueValidation"] == history
    assert shown["mouvementsPossibles"] == ["integration", "rejet"]
    assert detail["commentaireValidationCollecte"] == "Complété"
    assert detail["donneesValidation"] is None


def test_lists_say_who_moved_a_household_last_and_why(api, cast, make):
    rejected, imported, fresh = make("soumis"), make("soumis"), make("soumis")
    caller = api(cast.supervisor_west)
    caller.post(f"/api/menages/{rejected.id}/reject-collecte", {"motif": "hors_zone", "commentaire": "Au Sénégal"})
    decision = {"commentaire_validation_collecte": "À reprendre", "valide_collecte_par": cast.supervisor_west}
    Household.objects.filter(id=imported.id).update(
        statut_collecte="rejete", statut="rejete", date_validation_collecte="2026-01-05T10:00Z", **decision
    )
    rows = {row["id"]: row["dernierMouvement"] for row in caller.get("/api/menages?limit=50").json()["data"]}
    move = rows[str(rejected.id)]
    assert (move["action"], move["motif"], move["commentaire"], move["par"]) == (
        "rejet",
        "hors_zone",
        "Au Sénégal",
        "Fatu Sané",
    )
    known = rows[str(imported.id)]
    assert (known["action"], known["motif"], known["commentaire"]) == ("rejet", None, "À reprendre")
    assert known["date"].startswith("2026-01-05")
    assert rows[str(fresh.id)] is None


def test_integration_keeps_who_validated(api, cast, make):
    household = make("soumis")
    api(cast.supervisor_west).post(f"/api/menages/{household.id}/validate-collecte", {"commentaire": "Vu"})
    api(cast.admin).post(f"/api/menages/{household.id}/integrate-collecte")
    household.refresh_from_db()
    assert household.valide_collecte_par_id == cast.supervisor_west.id
    assert household.commentaire_validation_collecte == "Vu"
    direct = make("soumis")
    api(cast.admin).post(f"/api/menages/{direct.id}/integrate-collecte")
    direct.refresh_from_db()
    assert (direct.valide_collecte_par_id, direct.date_validation_collecte is None) == (cast.admin.id, False)


def test_reopening_clears_the_decision_and_keeps_its_comment(api, cast, make):
    household = make("soumis")
    caller = api(cast.supervisor_west)
    caller.post(f"/api/menages/{household.id}/reject-collecte", {"motif": "autre", "commentaire": "À refaire"})
    caller.post(f"/api/menages/{household.id}/rouvrir-collecte")
    household.refresh_from_db()
    assert (household.valide_collecte_par_id, household.date_validation_collecte) == (None, None)
    assert household.commentaire_validation_collecte == "À refaire"


@pytest.mark.parametrize("body", [{}, {"motif": ""}, {"motif": None}, {"motif": "x" * 101}, {"motif": ["a"]}])
def test_rejecting_needs_a_reason(api, cast, make, body):
    household = make("soumis")
    answer = api(cast.supervisor_west).post(f"/api/menages/{household.id}/reject-collecte", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")
    assert list(answer.json()["details"]) == ["motif"]


def test_who_may(api, cast, make):
    household = make("en_collecte")
    path = f"/api/menages/{household.id}"
    assert api(cast.agent_west).post(f"{path}/validate-collecte").status_code == 403
    assert api(cast.reader_west).post(f"{path}/soumettre-collecte").status_code == 403
    assert api(cast.agent_east).post(f"{path}/soumettre-collecte").status_code == 404
    assert api(cast.agent_west).post(f"{path}/soumettre-collecte").status_code == 200


@pytest.mark.parametrize(
    ("flags", "state", "move", "code"),
    [
        ({"lecture_seule": True}, "soumis", "validate-collecte", "READ_ONLY_PROJECT"),
        ({"actif": False}, "valide", "integrate-collecte", "READ_ONLY_PROJECT"),
        ({"peut_collecter": False}, "rejete", "rouvrir-collecte", "FORBIDDEN"),
        ({"peut_collecter": False}, "en_collecte", "soumettre-collecte", "FORBIDDEN"),
        # What was collected may still be judged.
        ({"peut_collecter": False}, "soumis", "validate-collecte", None),
        ({"peut_scorer": False, "peut_enroler": False}, "rejete", "rouvrir-collecte", None),
    ],
)
def test_the_project_is_asked(api, cast, make, flags, state, move, code):
    household = make(state, projet=Project.objects.create(code="P", nom="P", **flags))
    answer = api(cast.supervisor_west).post(f"/api/menages/{household.id}/{move}")
    assert answer.json().get("code") == code, answer.content


def test_old_version_is_a_conflict(api, cast, make):
    household = make("soumis")
    caller = api(cast.supervisor_west)
    tag = caller.get(f"/api/menages/{household.id}")["ETag"]
    Household.objects.get(id=household.id).save()
    answer = caller.post(f"/api/menages/{household.id}/validate-collecte", headers={"If-Match": tag})
    assert (answer.status_code, answer.json()["code"]) == (409, "CONFLICT")


def test_a_surveyors_household_is_being_collected(api, cast, country):
    surveyor = make_user("ROLE_ENQUETEUR", country.west, nom="Té")
    made = api(surveyor).post("/api/menages", {"tailleMenage": 2}).json()["data"]
    assert (made["statut"], made["enqueteur"]["id"]) == ("collecte", str(surveyor.id))
    answer = api(surveyor).post(f"/api/menages/{made['id']}/soumettre-collecte")
    assert answer.json()["data"]["statut"] == "en_attente"


@pytest.mark.django_db(transaction=True)
def test_two_at_once_make_one_move(api, country):
    user = make_user("ROLE_SUPERVISEUR", country.west)
    household = Household.objects.create(code_menage="X", taille_menage=1, region=country.west)
    caller = api(user)
    answers = together(4, lambda: caller.post(f"/api/menages/{household.id}/validate-collecte").status_code)
    connection.ensure_connection()
    household.refresh_from_db()
    assert sorted(answers) == [200, 400, 400, 400]
    assert household.mouvements.count() == 1
