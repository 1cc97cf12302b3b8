"""Who generates at once makes one cycle."""

from collections import Counter
from datetime import date

import pytest

from tests.threads import together
from transfers.cycles.models import Cycle, Recurrence
from transfers.cycles.recurrence.services import generate_due_cycles
from transfers.programmes.models import Programme

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def path(programme):
    Programme.objects.update(montant_par_beneficiaire=15_000)
    Recurrence.objects.create(
        programme=programme,
        active=True,
        mode_generation="automatique",
        frequence_paiement="mensuel",
        jour_generation=1,
    )
    return f"/api/programmes/{programme.id}/recurrence/generate"


def test_generating_at_once_makes_one_cycle(api, cast, path):
    caller = api(cast.admin)
    answers = together(6, lambda: caller.post(path))
    assert Counter(answer.status_code for answer in answers) == {201: 1, 409: 5}
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"CONFLICT"}
    assert Cycle.objects.count() == 1


def test_forcing_at_once_numbers_each_cycle(api, cast, path):
    caller = api(cast.admin)
    answers = together(4, lambda: caller.post(path, {"force": True}))
    assert {answer.json()["data"]["numeroSequence"] for answer in answers} == {1, 2, 3, 4}
    assert Cycle.objects.filter(periode__isnull=True).count() == 1


def test_the_job_and_requests_make_one_cycle(api, cast, path):
    caller, today = api(cast.admin), date(2025, 2, 1)
    Programme.objects.update(date_fin="2025-02-28")

    body = {"programmeId": str(Programme.objects.get().id), "dateDebut": "2025-02-01", "dateFin": "2025-02-28"}

    def make(number):
        return generate_due_cycles(today) if number % 2 else caller.post("/api/cycles", body).status_code

    results = together(6, make, numbered=True)
    assert Counter(results) in ({201: 1, 409: 2, 0: 3}, {1: 1, 409: 3, 0: 2})
    assert Cycle.objects.count() == 1


def test_deleting_and_generating_at_once_ends_well(api, cast, path):
    """The generated cycle is named by the recurrence: both are locked in one order."""
    caller = api(cast.admin)
    for _round in range(4):
        made = f"/api/cycles/{caller.post(path, {'force': True}).json()['data']['id']}"

        def act(number, made=made):
            return caller.post(path, {"force": True}) if number else caller.delete(made)

        results = together(2, act, numbered=True)
        assert results[1].status_code == 201, results[1].content
        assert results[0].status_code == 200 or results[0].json()["code"] == "HAS_DEPENDENCIES"
        Recurrence.objects.update(dernier_cycle=None)
        Cycle.objects.filter(periode__isnull=False).delete()
        Cycle.objects.all().delete()
