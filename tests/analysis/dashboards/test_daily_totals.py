"""The sums by day are those of the rows, whatever was written and by how many at once."""

from functools import partial

import pytest
from django.db import connection

from analysis.dashboards.checks import check_daily_totals
from analysis.dashboards.models import SUM_FIELDS, DailyTotal
from geo.layers.api import fold_sums
from registry.households.models import Household
from tests.analysis.dashboards.conftest import at, pay
from tests.threads import together
from transfers.beneficiaries.models import Beneficiary
from transfers.payments.models import Payment


def read(sujet, **conditions):
    """Number and amount by status."""
    sums = {}
    for row in DailyTotal.objects.filter(sujet=sujet, **conditions):
        number, amount = sums.get(row.statut, (0, 0))
        sums[row.statut] = (number + row.nombre, amount + int(row.montant))
    return {status: found for status, found in sums.items() if found != (0, 0)}


def test_new_rows_are_counted_by_their_day(world, country):
    assert check_daily_totals() is None
    assert read("menage") == {"en_attente": (10, 0)}
    assert read("menage", jour=at(40).date(), region_id=country.west.id) == {"en_attente": (2, 0)}
    assert read("beneficiaire", programme_id=world.programme.id) == {"actif": (10, 0)}
    assert read("paiement", jour=at(3).date()) == {"reussi": (6, 85_000), "echoue": (2, 30_000)}


def test_a_household_that_moves_takes_its_beneficiaries_along(world, country):
    west, east = Household.objects.filter(region=country.west), Household.objects.filter(region=country.east)
    west.filter(id=world.beneficiaries[0].menage_id).update(region=country.east)
    for subject in ("beneficiaire", "inscrit"):
        assert read(subject, region_id=country.east.id) == {"actif": (6, 0)}
    assert check_daily_totals() is None
    with connection.cursor() as cursor:  # two change places in one statement: no sum of households differs
        one, other = west.first(), east.first()
        cursor.execute(
            "UPDATE registry_menage SET region_id = CASE id WHEN %s THEN %s::uuid ELSE %s END WHERE id IN (%s, %s)",
            [one.id, country.east.id, country.west.id, one.id, other.id],
        )
    Beneficiary.objects.filter(menage=one).update(statut_enrolement="suspendu")
    assert check_daily_totals() is None


def test_statuses_merges_and_erased_rows_are_followed(world):
    world.enrol(2)
    first, second, third = world.beneficiaries[9:12]
    Beneficiary.objects.filter(id=first.id).update(statut_enrolement="suspendu")
    Household.objects.filter(id=second.menage_id).update(statut="valide")
    Household.objects.filter(id=second.menage_id).update(score_pmt=12)
    assert read("beneficiaire") == read("inscrit") == {"actif": (11, 0), "suspendu": (1, 0)}
    Beneficiary.objects.filter(id=first.id).update(statut_enrolement="sorti", date_sortie=at(0), motif_sortie="Parti")
    assert read("inscrit") == {"actif": (11, 0)}
    Beneficiary.objects.filter(id__in=[second.id, third.id]).delete()
    Household.objects.filter(id=third.menage_id).delete()
    assert read("menage") == {"en_attente": (10, 0), "valide": (1, 0)}
    assert check_daily_totals() is None


def test_a_payment_that_comes_back_is_counted_as_failed(world):
    arrived = list(Payment.objects.filter(statut="reussi").order_by("reference"))
    pay(arrived[:1], "echoue", 3)
    assert read("paiement") == {"reussi": (5, 70_000), "echoue": (3, 45_000)}
    assert check_daily_totals() is None


def test_folding_changes_no_sum(world):
    Household.objects.update(statut="valide")
    before = [read(subject) for subject in ("menage", "beneficiaire", "paiement")]
    rows = DailyTotal.objects.count()
    fold_sums(DailyTotal, SUM_FIELDS)
    assert DailyTotal.objects.count() < rows
    assert [read(subject) for subject in ("menage", "beneficiaire", "paiement")] == before
    assert check_daily_totals() is None


def test_a_wrong_sum_is_found(world):
    DailyTotal.objects.filter(sujet="paiement").first().delete()
    assert "sums by day" in check_daily_totals()


@pytest.mark.django_db(transaction=True)
def test_an_emptied_table_has_no_sums(world):
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE registry_menage CASCADE")
    assert read("menage") == read("beneficiaire") == read("inscrit") == read("paiement") == {}


@pytest.mark.django_db(transaction=True)
def test_enrolments_and_moves_at_once_are_counted_once(world, country):
    """One enrols in a household while another moves it, whichever is first."""

    def enrol_or_move(household, number):
        if number:
            there = country.east if household.region_id == country.west.id else country.west
            return Household.objects.filter(id=household.id).update(region=there)
        code = f"TM-9{Beneficiary.objects.count():05d}"
        values = {"code": code, "programme": world.programme, "nom_complet": "S", "type": "substitut"}
        return Beneficiary.objects.create(menage=household, **values)

    for household in Household.objects.all():
        made, moved = together(2, partial(enrol_or_move, household), numbered=True)
        assert (type(made), moved) == (Beneficiary, 1)
    assert (read("beneficiaire"), read("inscrit")) == ({"actif": (20, 0)}, {"actif": (10, 0)})
    assert check_daily_totals() is None
