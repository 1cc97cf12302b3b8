"""The figures of programmes against a calculation of their own from the rows, and against the ledger."""

import random

import pytest

from config.postgis.base import get_connection
from tests.money.conftest import World
from transfers.cycles.models import Cycle
from transfers.execution.models import Attempt, Run
from transfers.execution.settlement.services import settle_outcomes
from transfers.execution.types import Outcome
from transfers.ledger.api import check_ledger, find_project_accounts
from transfers.ledger.models import LedgerAccount
from transfers.payments.models import Payment
from transfers.payments.queries import find_wrong_totals
from transfers.programmes.models import Programme

BUDGET = 2_000_000
# How far a list is, and what may have become of its payments then.
STATES = {
    "brouillon": ["planifie", "annule"],
    "en_attente": ["planifie", "annule"],
    "rejete": ["planifie", "annule"],
    "valide": ["planifie", "annule", "en_cours", "reussi", "partiel", "echoue"],
}


@pytest.fixture
def read(api, cast):
    def run(address):
        answer = api(cast.admin).get(f"/api/programmes/{address}")
        assert answer.status_code == 200, answer.content
        return answer.json()["data"]

    return run


def fill_cycle(world, month, draw):
    """A cycle in some state, whose payments have had some outcomes."""
    cycle = world.plan(month=month, amount=draw.choice([10_000, 15_000]), fees=True)
    Cycle.objects.filter(id=cycle.id).update(statut_validation="brouillon", niveau_validation=0)
    state = draw.choice([*STATES, "valide", "valide"])
    for row in Payment.objects.filter(cycle=cycle):
        outcome = draw.choice(STATES[state])
        row.statut = "reussi" if outcome == "partiel" else outcome
        row.montant_recu = draw.randint(1, row.montant - 1) if outcome == "partiel" else None
        row.motif_echec = "Compte fermé" if outcome == "echoue" else None
        row.motif_exclusion = "Doublon" if outcome == "annule" else None
        row.save()
    Cycle.objects.filter(id=cycle.id).update(
        statut_validation=state, niveau_validation=2 if state == "valide" else 0, empreinte=cycle.empreinte
    )


def compute_expected(programme):
    """Allocated, engaged, paid and executed, payment by payment."""
    allocated = engaged = paid = executed = 0
    for cycle in programme.cycles.all():
        rows = list(cycle.paiements.all())
        for row in rows:
            allocated += row.montant if row.statut != "annule" else 0
            engaged += (
                row.montant if cycle.statut_validation == "valide" and row.statut in ("planifie", "en_cours") else 0
            )
            if row.statut == "reussi":
                paid += row.montant if row.montant_recu is None else row.montant_recu
        settled = [row for row in rows if row.statut in ("reussi", "echoue")]
        executed += bool(settled) and not [row for row in rows if row.statut in ("planifie", "en_cours")]
    return allocated, engaged, paid, executed


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(6))
def test_figures_are_those_of_the_rows(world: World, read, seed):
    draw = random.Random(seed)
    world.enrol(draw.randint(2, 6))
    for month in range(1, 9):
        fill_cycle(world, month, draw)
    other = Programme.objects.create(
        code="TX", nom="Autre", statut="actif", projet=world.project, date_debut="2025-01-01", budget_total=BUDGET
    )
    Programme.objects.filter(id=world.programme.id).update(budget_total=BUDGET)
    first = world.programme
    world.programme = other
    fill_cycle(world, 1, draw)
    expected = {programme: compute_expected(programme) for programme in (first, other)}
    for programme, (allocated, engaged, paid, executed) in expected.items():
        shown = read(programme.id)
        amounts = [float(shown[name]) for name in ("budgetAlloue", "montantEngage", "montantDecaisse")]
        assert (amounts, shown["nbCyclesExecutes"]) == ([allocated, engaged, paid], executed)
        statistics = read(f"{programme.id}/stats")
        assert sum(row["montant"] for row in statistics["cycles"]) == allocated
        assert sum(row["count"] for row in statistics["cycles"]) == programme.cycles.count()
        assert float(shown["budgetDisponible"]) == BUDGET - engaged - paid
        assert shown["tauxExecution"] == round(100 * paid / BUDGET, 2)
    summary = read("stats/summary")
    names = ("budgetAlloue", "montantEngage", "montantDecaisse", "nbCyclesExecutes")
    assert [summary[name] for name in names] == [sum(column) for column in zip(*expected.values(), strict=True)]
    assert summary["budgetDisponible"] == sum(BUDGET - engaged - paid for _, engaged, paid, _ in expected.values())
    assert find_wrong_totals() == []


def test_paid_is_what_the_ledger_says_the_beneficiaries_have(world: World, read, api, cast):
    world.enrol(5)
    cycle = world.plan(fees=True)
    world.fund(200_000)
    get_connection().forget_locks()
    body = {"fournisseur": "fichier", "operateur": "operator_a_money"}
    assert api(cast.admin).post(f"/api/cycles/{cycle.id}/executer", body).status_code == 200
    get_connection().forget_locks()
    one, two, three, four, _unknown = Attempt.objects.order_by("id").values_list("id", flat=True)
    outcomes = [
        Outcome(one, "confirmee", "OP-1"),
        Outcome(two, "confirmee", "OP-2", montant_recu=9_000),
        Outcome(three, "rejetee", motif="Compte fermé"),
        Outcome(four, "confirmee", "OP-4"),
    ]
    settle_outcomes(run=Run.objects.get(), outcomes=outcomes)
    accounts = find_project_accounts(world.project.id)
    received, fees = (LedgerAccount.objects.get(id=each).solde for each in (accounts.beneficiaires, accounts.frais))
    shown = read(world.programme.id)
    assert float(shown["montantDecaisse"]) == received == 39_000
    assert float(shown["montantEngage"]) == 15_000, "the one that is still on its way"
    assert fees == 3 * 250, "fees are no part of what the programme has paid"
    assert world.balance() == (200_000 - received - fees, 15_250)
    assert check_ledger() == []


def test_an_account_ends_with_the_last_payment_of_a_batch(world, api, cast):
    """All movements of a batch bear one moment."""
    world.enrol(40)
    world.fund(700_000)
    body = {"fournisseur": "simulateur", "operateur": "operator_a_money"}
    api(cast.admin).post(f"/api/cycles/{world.plan(fees=True).id}/executer", body)
    figures = api(cast.admin).get(f"/api/comptes-operateurs/{world.account.compte_id}/stats").json()["data"]["resume"]
    assert (figures["totalPaiements"], figures["nombrePaiements"]) == (40 * 15_250, 40)
    assert (figures["soldeFin"], world.balance(), check_ledger()) == (90_000, (90_000, 0), [])
