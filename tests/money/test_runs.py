"""How far a run is, and what nobody knows the end of, is read at any moment."""

from datetime import timedelta

import pytest
from django.utils import timezone

from config.postgis.base import get_connection
from tests.conftest import make_user
from transfers.execution import jobs
from transfers.execution.models import Attempt, Run


@pytest.fixture
def read(api, cast):
    def run(cycle, path, user=None, **query):
        get_connection().forget_locks()
        answer = api(user or cast.admin).get(f"/api/cycles/{cycle.id}/{path}", query)
        assert answer.status_code == 200, answer.content
        return answer.json()

    return run


@pytest.fixture
def lost(world, api, cast):
    """A cycle of six that was paid by an operator whose answers are lost."""
    world.enrol(6)
    cycle = world.plan()
    world.fund(200_000)
    get_connection().forget_locks()
    body = {"fournisseur": "simulateur", "operateur": "operator_a_money", "simulation": {"tauxInconnu": 100}}
    assert api(cast.admin).post(f"/api/cycles/{cycle.id}/executer", body).status_code == 200
    Attempt.objects.update(sent_at=timezone.now() - timedelta(hours=30, minutes=10))
    return cycle


def test_what_is_unknown_is_shown_with_its_age(lost, read):
    shown = read(lost, "inconnus", limit=4)
    assert (shown["totaux"]["nombre"], shown["totaux"]["montant"]) == (6, 90_000)
    assert [row["reference"] for row in shown["data"]] == [f"C-1-{number:07d}" for number in range(4)]
    assert {row["ageHeures"] for row in shown["data"]} == {30}
    assert shown["data"][0]["compte"].startswith("+245")
    (run,) = read(lost, "executions")["data"]
    assert (run["etat"], run["nbPaiements"], run["inconnus"], run["montantPaye"]) == ("en_attente", 6, 6, 0)
    assert run["inconnuDepuis"] == shown["totaux"]["plusAncien"]


def test_who_sees_one_region_is_shown_its_part(lost, world, read):
    user = make_user("ROLE_USER", world.regions[0])
    user.role.permissions = ["transferts.lire"]
    user.role.save()
    shown = read(lost, "inconnus", user=user)
    assert (shown["totaux"]["nombre"], len(shown["data"])) == (3, 3)
    assert {row["compte"] for row in shown["data"]} == {None}
    (run,) = read(lost, "executions", user=user)["data"]
    assert (run["nbPaiements"], run["montantTotal"]) == (3, 45_000)


def test_the_state_of_a_run_follows_from_lease_and_attempts(lost, read):
    run = Run.objects.get()

    def state():
        return read(lost, "executions")["data"][0]["etat"]

    Attempt.objects.filter(numero=1).update(etat="preparee", ask_at=None, sent_at=None)
    assert state() == "interrompue"
    Run.objects.update(bail_id=run.id, bail_fin=timezone.now() + timedelta(seconds=30))
    assert state() == "en_cours"
    Run.objects.update(bail_fin=timezone.now() - timedelta(seconds=1))
    assert state() == "interrompue"
    lost.suspendu_le = timezone.now()
    lost.save()
    assert state() == "suspendue"
    lost.suspendu_le = None
    lost.save()
    Run.objects.update(options={})
    get_connection().forget_locks()
    assert jobs.drive_run(run.id)
    row = read(lost, "executions")["data"][0]
    assert (row["etat"], row["reussis"], row["montantPaye"], row["inconnuDepuis"]) == ("terminee", 6, 90_000, None)
    assert read(lost, "inconnus")["data"] == []
