"""The demonstration's payments: cycles in every state, and a ledger that holds."""

from datetime import timedelta
from itertools import pairwise

import pytest
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from config.caller import ALL_REGIONS
from config.postgis.base import get_connection
from geo.facilities.models import VbgService
from tests.analysis.demo import scalar, seed
from transfers.approvals.models import Approval
from transfers.cycles.models import Cycle
from transfers.cycles.queries import annotate_execution_status
from transfers.execution.models import Attempt
from transfers.execution.sheets.models import Sheet
from transfers.ledger.api import check_ledger
from transfers.operators.accounts.queries import summarise_valued_period
from transfers.operators.models import Operator, OperatorAccount
from transfers.payments.calculation.queries import find_exceptions
from transfers.payments.models import Payment
from transfers.reconciliation.models import ReconciliationSession
from transfers.reconciliation.queries import compute_figures

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def country(django_db_setup, django_db_blocker):
    """One country of 500 households for the tests of this file, rolled back after them."""
    with django_db_blocker.unblock(), transaction.atomic():
        seed(seed=1)
        get_connection().forget_locks()
        yield
        transaction.set_rollback(True)


def test_the_ledger_holds(country):
    assert check_ledger() == []


def test_operators_and_services_for_survivors_are_named_and_reached(country):
    assert all(label.startswith("Opérateur") for label in Operator.objects.values_list("label", flat=True))
    assert not VbgService.objects.filter(telephone=None).exists(), "whoever is sent there can call first"


def test_sessions_of_reconciliation_are_in_every_open_state_and_one_is_closed(country):
    sessions = {row.statut: row for row in ReconciliationSession.objects.all()}
    assert set(sessions) == {"brouillon", "en_cours", "a_valider", "valide"}
    closed = compute_figures(sessions["valide"], ALL_REGIONS)
    assert (closed.a_decider, closed.taux) == (0, 100)
    open_ones = compute_figures(sessions["en_cours"], ALL_REGIONS)
    assert open_ones.en_erreur and open_ones.a_decider > open_ones.en_erreur // 2 and open_ones.taux > 80


def test_cycles_are_in_every_state(country):
    rows = annotate_execution_status(Cycle.objects.all()).values_list(
        "statut_validation", "niveau_validation", "statut"
    )
    assert set(rows) == {
        ("brouillon", 0, "planifie"),
        ("en_attente", 0, "planifie"),
        ("en_attente", 1, "planifie"),
        ("rejete", 0, "planifie"),
        ("valide", 2, "planifie"),
        ("valide", 2, "en_cours"),
        ("valide", 2, "echoue_partiel"),
        ("valide", 2, "termine"),
    }
    assert Cycle.objects.filter(suspendu_le__isnull=False).count() == 1
    assert Cycle.objects.filter(periode__isnull=False).count() == 1
    assert Cycle.objects.filter(calcule_le__isnull=True).count() == 1


def test_the_oldest_cycles_are_paid_as_a_whole(country):
    """Who is paid in cash comes later: nothing of a past cycle still waits to be sent."""
    rows = annotate_execution_status(Cycle.objects.filter(programme__code="TM-DEMO", periode=None)).order_by(
        "date_debut"
    )
    assert list(rows.values_list("statut", flat=True)) == [
        "termine",
        "termine",
        "echoue_partiel",
        "en_cours",
        "planifie",
        "planifie",
    ]
    cash = Payment.objects.filter(mode_paiement="especes", cycle__programme__code="TM-DEMO")
    assert set(cash.values_list("statut", "cycle__statut_validation")) == {
        ("planifie", "valide"),
        ("planifie", "en_attente"),
    }


def test_sheets_of_cash_are_in_every_state(country):
    """Issued, handed out, signed by all, and signed in part with the rest on the account or waiting to be deposited."""
    sheets = Sheet.objects.filter(cycle__programme__code="TM-BAFATA")
    assert set(sheets.values_list("etat", flat=True)) == {"emise", "remise", "retournee"}
    returned = sheets.filter(etat="retournee").order_by("-nombre", "numero")
    assert [(sheet.montant_rendu > 0, sheet.versement_le is not None) for sheet in returned] == [
        (True, True),
        (False, False),
        (True, False),
    ]
    assert all(0 < sheet.montant_rendu < sheet.montant for sheet in returned if sheet.montant_rendu)
    lines = Payment.objects.filter(mode_paiement="especes", cycle__feuilles__in=sheets).distinct()
    assert set(lines.values_list("statut", flat=True)) == {"reussi", "echoue", "en_cours"}
    # Cash was carried when the cycle was paid, not when the country was loaded.
    assert not sheets.filter(remise_le__gt=timezone.now() - timedelta(days=30)).exists()


def test_four_eyes_hold_and_approvals_bind_the_list(country):
    for cycle in Cycle.objects.filter(statut_validation="valide"):
        steps = Approval.objects.filter(cycle=cycle)
        assert {bytes(step.empreinte) for step in steps} == {bytes(cycle.empreinte)}
        assert len({step.user_id for step in steps}) == 3
        assert list(steps.order_by("date", "id").values_list("niveau", flat=True)) == [0, 1, 2]


def test_exceptions_of_every_kind(country):
    national = Cycle.objects.filter(programme__code="TM-DEMO")
    found = find_exceptions(national.get(periode__isnull=False), {"page": 1, "limit": 5}, ALL_REGIONS).counts
    reasons = {reason for reason, count in found.items() if count}
    assert reasons >= {"suspendu", "sorti", "gradue", "deja_paye", "sans_compte", "numero_invalide", "compte_partage"}


def test_payments_of_every_outcome(country):
    found = set(Payment.objects.values_list("statut", flat=True))
    assert found == {"planifie", "en_cours", "reussi", "echoue", "annule"}
    assert len(set(Payment.objects.filter(statut="echoue").values_list("motif_echec", flat=True))) > 1
    assert set(Payment.objects.filter(tranche=None).values_list("mode_paiement", flat=True)) == {"especes"}
    assert Attempt.objects.filter(etat="inconnue").exists()
    # Unknown for longer than a week, as a demonstration shows it on whatever day it is loaded.
    assert scalar(
        "SELECT bool_and(sent_at < now() - interval '7 days') FROM transfers_tentative WHERE etat = 'inconnue'"
    )


def test_nobody_is_paid_before_they_were_enrolled(country):
    paid = Payment.objects.filter(statut="reussi")
    assert paid.exists()
    assert not paid.filter(date_execution__lt=F("beneficiaire__date_enrolement")).exists()


def test_accounts_have_a_history(country):
    accounts = OperatorAccount.objects.select_related("compte")
    assert accounts.filter(actif=False).count() == 1
    assert [account.operateur_id for account in accounts if account.seuil > account.compte.solde] == ["operator_c"]
    assert scalar("SELECT count(DISTINCT date_valeur) FROM transfers_ecriture WHERE piece_id IS NOT NULL") > 5
    # By value date those that pay rose and fell for months, and nothing happened on the day of the load.
    for operator in ("operator_a_money", "operator_b_money"):
        account = accounts.get(operateur_id=operator)
        days = summarise_valued_period(account, "year", timezone.localdate()).evolution
        assert sum(one.solde != other.solde for one, other in pairwise(days)) > 5
        assert min(day.solde for day in days) >= 0
        assert days[-1].solde == days[-2].solde == account.compte.solde
