"""The last period of a programme gets its cycle, although the programme ends."""

from datetime import date

import pytest

from config.postgis.base import get_connection
from tests.transfers.cycles.test_recurrence import set_recurrence
from transfers.cycles.models import Cycle
from transfers.cycles.recurrence.services import generate_due_cycles
from transfers.cycles.rules import compute_generation_day, find_due_number
from transfers.cycles.types import Period
from transfers.programmes.models import Programme
from transfers.tasks import end_programmes


def cycles():
    return list(Cycle.objects.order_by("date_debut").values_list("date_debut", "date_fin", "periode"))


LAST = [(date(2025, 7, 1), date(2025, 7, 10), None)]


@pytest.fixture
def ending(call, programme):
    """A programme from 2025-01-01 to 2025-07-10 that generates on the 31st of each month."""
    Programme.objects.update(montant_par_beneficiaire=15_000, date_fin="2025-07-10")
    set_recurrence(call, programme, jourGeneration=31, delaiCreationJours=0)
    get_connection().forget_locks()
    return programme


def test_generation_days_of_a_cut_period_are_within_it():
    assert compute_generation_day(Period(date(2025, 7, 1), date(2025, 7, 10)), 31, 0) == date(2025, 7, 10)
    for today, number in ((date(2025, 7, 9), 5), (date(2025, 7, 10), 6), (date(2026, 3, 1), 6)):
        assert find_due_number(date(2025, 1, 1), "mensuel", 31, 0, today, date(2025, 7, 10)) == number
    assert find_due_number(date(2025, 1, 1), "mensuel", 1, 300, date(2025, 1, 1), date(2025, 7, 10)) == 6


def test_what_is_due_is_generated_before_the_programme_ends(ending):
    assert generate_due_cycles(date(2025, 7, 9)) == 1  # that of June
    end_programmes(0)
    assert (cycles()[1:], Programme.objects.get().statut) == (LAST, "termine")
    get_connection().forget_locks()
    end_programmes(0)
    assert len(cycles()) == 2


def test_people_create_what_an_ended_programme_owes(call, ending):
    Programme.objects.update(statut="termine")
    assert generate_due_cycles() == 0
    path = f"/api/programmes/{ending.id}/recurrence/generate"
    assert call("post", path, {"force": False}).status_code == 201
    assert cycles() == LAST
    for force in (False, True):
        assert call("post", path, {"force": force}).json()["code"] == "INVALID_STATUS"
    body = {"programmeId": str(ending.id), "dateDebut": "2025-06-01", "dateFin": "2025-06-30"}
    assert call("post", "/api/cycles", body | {"dateFin": "2025-07-30"}).status_code == 400
    Programme.objects.update(nombre_cycles_prevus=1)
    refused = call("post", "/api/cycles", body)
    assert (refused.status_code, refused.json()["code"]) == (400, "INVALID_STATUS")
    more = {"dateDebut": "2025-07-01", "dateFin": "2025-07-10", "supplementaire": True}
    assert call("post", "/api/cycles", body | more).status_code == 201
    Programme.objects.update(nombre_cycles_prevus=2)
    assert call("post", "/api/cycles", body).status_code == 201
