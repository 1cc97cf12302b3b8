"""A country in which people were registered, enrolled and paid on different days."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from config.postgis.base import get_connection
from registry.households.models import Household
from registry.projects.models import Project
from tests.money.conftest import World
from tests.operators import restore_operators
from transfers.operators.accounts.services import create_account
from transfers.operators.models import Operator
from transfers.payments.models import Payment


def at(days_ago: int) -> datetime:
    """Noon of a day before today: the same day in every zone near Greenwich."""
    day = timezone.localdate() - timedelta(days=days_ago)
    return datetime(day.year, day.month, day.day, 12, tzinfo=UTC)


def pay(payments: list[Payment], statut: str, days_ago: int, **values: Any) -> None:
    for payment in payments:
        payment.statut, payment.date_execution = statut, at(days_ago)
        payment.motif_echec = "Refusé" if statut == "echoue" else None
        for name, value in values.items():
            setattr(payment, name, value)
    fields = ["statut", "date_execution", "motif_echec", "montant_recu"]
    Payment.objects.bulk_update(payments, fields)


@pytest.fixture
def world(country: SimpleNamespace, cast: SimpleNamespace) -> World:
    """Ten households with a beneficiary each, every second one in the east; two of the west came 40 days ago.

    Of the ten payments of 15,000 six arrived 3 days ago (one of them in part: 10,000), two failed, two are planned.
    """
    restore_operators()
    project = Project.objects.create(code="MON", nom="Argent")
    account = create_account(
        operator=Operator.objects.get(code="operator_a_money"),
        project=project,
        opening=0,
        values={"numero_compte": "245001", "nom_compte": "Compte principal"},
        user=cast.admin,
    )
    get_connection().forget_locks()
    made = World(project, account, [country.west, country.east])
    made.treasurer = cast.admin
    made.enrol(10)
    early = [person.menage_id for person in made.beneficiaries[:4:2]]
    Household.objects.filter(id__in=early).update(created_at=at(40))
    payments = list(made.plan().paiements.order_by("reference"))
    pay(payments[:5], "reussi", 3)
    pay(payments[5:6], "reussi", 3, montant_recu=10_000)
    pay(payments[6:8], "echoue", 3)
    return made
