"""Whoever submits a list is warned of what he may have forgotten; nothing is refused for it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.operators import restore_operators
from transfers.operators.models import FeeTranche, Operator
from transfers.payments.models import Payment


@pytest.fixture
def submit(api, staff, cycle):
    return lambda: (
        api(staff.submitter).post(f"/api/cycles/{cycle.id}/soumettre").json()["data"].get("avertissements", [])
    )


@pytest.fixture
def tranche(payment):
    restore_operators()
    operator = Operator.objects.get(code="operator_a_money")
    Payment.objects.filter(id=payment.id).update(operateur=operator, mode_paiement="mobile_money")
    return FeeTranche.objects.create(
        operateur=operator.grille or operator,
        numero_tranche=990,
        montant_min=15_000,
        montant_max=15_000,
        taxe_administrative=100,
        frais_retrait=50,
    )


def test_a_list_without_forgotten_fees_has_no_warnings(payment, submit):
    assert submit() == []


def test_forgotten_fees_are_counted(payment, tranche, submit):
    (text,) = submit()
    assert text.startswith("1 paiement n'a pas de frais")


@pytest.mark.parametrize("change", [{"mode_paiement": "especes"}, {"montant": 15_001}])
def test_payments_without_a_tranche_are_not_counted(payment, tranche, submit, change):
    Payment.objects.filter(id=payment.id).update(**change)
    assert submit() == []


def test_an_early_cycle_is_named(payment, cycle, submit):
    first = timezone.localdate() + timedelta(days=3)
    type(cycle).objects.filter(id=cycle.id).update(date_debut=first, date_fin=first + timedelta(days=30))
    (text,) = submit()
    assert text.startswith("La période de ce cycle ne commence que le ") and str(first.year) in text
