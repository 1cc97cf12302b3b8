"""How many levels a list needs when the amount of one payment is cut into several cycles."""

import pytest

from config.postgis.base import get_connection
from tests.threads import together
from transfers.approvals.services import submit_cycle
from transfers.cycles.models import Cycle
from transfers.programmes.models import Programme


@pytest.fixture
def split(cycle, payment, staff, pay, stranger):
    """A threshold of 20,000 at level 3, a cycle of 15,000 of a week, and a function that makes another one."""
    Programme.objects.update(montant_niveau_3=20_000)
    Cycle.objects.filter(id=cycle.id).update(date_fin="2025-01-07")

    def make(first: str, last: str, **values) -> Cycle:
        number = Cycle.objects.count() + 1
        other = Cycle.objects.create(
            code=f"TM-2025-{number:02d}",
            nom="Autre",
            programme=cycle.programme,
            numero_sequence=number,
            date_debut=first,
            date_fin=last,
            montant_par_beneficiaire=15_000,
            niveaux_requis=2,
            calcule_par=staff.calculator,
            **values,
        )
        pay(other, stranger)
        return other

    return make


def submit(cycle, staff, api):
    get_connection().forget_locks()
    answer = api(staff.submitter).post(f"/api/cycles/{cycle.id}/soumettre", {})
    assert answer.status_code == 200, answer.content
    return Cycle.objects.get(id=cycle.id).niveaux_requis


@pytest.mark.parametrize(
    ("first", "last", "levels"),
    [
        ("2025-02-01", "2025-02-28", 2),
        ("2024-12-01", "2024-12-31", 2),
        ("2025-02-28", "2025-02-28", 2),
        # A month cut into weeks is one month.
        ("2025-01-31", "2025-01-31", 3),
        ("2024-12-02", "2024-12-31", 3),
    ],
)
def test_short_cycles_beside_each_other_are_one_amount(split, cycle, staff, api, first, last, levels):
    assert submit(cycle, staff, api) == 2
    assert submit(split(first, last), staff, api) == levels


def test_supplementary_cycles_are_counted_with_their_period(split, cycle, staff, api):
    extra = split("2025-01-01", "2025-01-07", periode=cycle)
    assert submit(extra, staff, api) == 2
    assert submit(cycle, staff, api) == 3


def test_a_programme_of_quarters_counts_quarters(split, cycle, staff, api):
    Programme.objects.update(frequence_paiement="trimestriel")
    submit(cycle, staff, api)
    assert submit(split("2025-03-31", "2025-04-29"), staff, api) == 3


def test_what_is_rejected_does_not_count(split, cycle, staff, api):
    extra = split("2025-01-01", "2025-01-07", periode=cycle)
    assert submit(cycle, staff, api) == 2
    get_connection().forget_locks()
    assert api(staff.first).post(f"/api/cycles/{cycle.id}/rejeter", {"motif": "Erreur"}).status_code == 200
    assert submit(extra, staff, api) == 2


def test_what_has_failed_does_not_count(split, cycle, payment, staff, api):
    payment.statut, payment.motif_echec = "echoue", "Fermé"
    payment.save()
    validated = {"statut_validation": "valide", "niveau_validation": 2, "empreinte": b"list"}
    Cycle.objects.filter(id=cycle.id).update(**validated)
    assert submit(split("2025-01-01", "2025-01-07", periode=cycle), staff, api) == 2


@pytest.mark.django_db(transaction=True)
def test_two_that_are_submitted_at_once_count_each_other(split, cycle, staff):
    cycles = [cycle, split("2025-01-01", "2025-01-07", periode=cycle)]

    def submit_one(number: int) -> int:
        row = submit_cycle(cycle_id=cycles[number].id, user=staff.submitter, require=lambda _row: None)
        return row.niveaux_requis

    assert sorted(together(2, submit_one, numbered=True)) == [2, 3]
