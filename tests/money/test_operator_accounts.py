"""Ask an operator for the accounts and the names of a cycle before money moves."""

import pytest

from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from config.postgis.base import get_connection
from tests.money.operators import start_operator
from transfers.execution.providers.gsma.accounts import are_same_name
from transfers.ledger.api import check_ledger


@pytest.fixture
def check(api, cast, settings):
    """Check the accounts of a cycle at its operator; return the answer, or the finished job."""
    settings.OUTGOING_ALLOW_PRIVATE, settings.GSMA_SECONDS = True, 1

    def run(cycle, connections, user=None):
        settings.GSMA_CONNECTIONS = connections
        get_connection().forget_locks()
        body = {"operateur": "operator_a_money"}
        answer = api(user or cast.admin).post(f"/api/cycles/{cycle.id}/verifier-comptes", body)
        if answer.status_code != 202:
            return answer
        execute_job(Job.objects.get(id=answer.json()["data"]["jobId"]).id)
        return Job.objects.get(id=answer.json()["data"]["jobId"])

    return run


def test_who_has_no_account_a_closed_one_or_anothers(world, check, tmp_path):
    world.enrol(30)
    cycle = world.plan()
    with start_operator(tmp_path / "paid.jsonl") as operator:
        job = check(cycle, operator.connections)
        assert operator.read_log() == []
    assert job.statut == "termine", job.erreur
    result = job.resultat
    assert {name: result[name] for name in ("verifies", "valides", "aCorriger", "sansReponse")} == {
        "verifies": 30,
        "valides": 21,
        "aCorriger": 9,
        "sansReponse": 0,
    }
    assert result["parChamp"] == {"compte": {"inconnu": 3, "indisponible": 3}, "nom": {"autre": 3}}
    first = result["erreurs"][0]
    assert (first["reference"], first["problemes"][0]["code"]) == ("C-1-0000007", "indisponible")
    assert "OUTRE" not in str(result), "the operator's own name of a person is not kept"
    assert check_ledger() == []


def test_an_operator_that_does_not_answer_makes_nobody_suspect(world, check):
    world.enrol(30)
    cycle = world.plan()
    nobody = {"operator_a_money": {"url": "http://127.0.0.1:9", "debitParty": {"accountid": "1"}}}
    result = check(cycle, nobody).resultat
    assert (result["verifies"], result["aCorriger"], result["sansReponse"]) == (0, 0, 30)


def test_an_operator_without_an_api_is_not_asked(world, check):
    world.enrol(1)
    answer = check(world.plan(), {})
    assert (answer.status_code, answer.json()["code"], Job.objects.count()) == (503, "NOT_CONFIGURED", 0)


def test_who_only_reads_asks_no_operator(world, check, cast):
    world.enrol(1)
    assert check(world.plan(), {}, cast.reader_west).status_code == 403


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Maria Gomes", "GOMES Maria", True),
        ("João da Silva", "Joao Silva", True),
        ("Maria F. Gomes", "Maria Gomes", True),
        ("Maria Gomes", "Maria Mendes", False),
        ("Maria Gomes", "Maria", False),
        ("Maria", "maria", True),
        ("Maria Gomes", "", False),
    ],
)
def test_names_of_one_person(one, other, same):
    assert are_same_name(one, other) is same
    assert are_same_name(other, one) is same
