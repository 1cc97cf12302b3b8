"""The statuses of a programme: every transition from every status, by whom and when."""

from datetime import timedelta

import pytest
from django.utils import timezone

from registry.projects.models import Project
from tests.threads import together
from transfers.programmes.models import Programme, Statut
from transfers.programmes.services import end_past_programmes
from transfers.tasks import end_programmes

ALLOWED = {
    ("activer", "en_preparation"): "actif",
    ("suspendre", "actif"): "suspendu",
    ("reactiver", "suspendu"): "actif",
    ("cloturer", "actif"): "cloture",
    ("cloturer", "suspendu"): "cloture",
    ("cloturer", "termine"): "cloture",
}


def path(programme, move):
    return f"/api/programmes/{programme.id}/{move}"


@pytest.mark.parametrize("statut", Statut.values)
@pytest.mark.parametrize("move", ["activer", "suspendre", "reactiver", "cloturer"])
def test_every_move_from_every_status(api, cast, programme, move, statut):
    Programme.objects.update(statut=statut)
    answer = api(cast.admin).post(path(programme, move))
    if target := ALLOWED.get((move, statut)):
        assert (answer.status_code, answer.json()["data"]["statut"]) == (200, target)
        assert answer.json()["message"]
    else:
        assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_STATUS")
    assert Programme.objects.get().statut == (target or statut)


def test_who_may(api, cast, programme):
    assert api(cast.reader_west).post(path(programme, "suspendre")).status_code == 403
    assert api().post(path(programme, "suspendre")).status_code == 401
    unknown = api(cast.admin).post("/api/programmes/00000000-0000-7000-8000-000000000000/suspendre")
    assert unknown.status_code == 404


def test_not_over_what_another_has_done(api, cast, programme):
    caller = api(cast.admin)
    tag = caller.get(f"/api/programmes/{programme.id}")["ETag"]
    assert caller.post(path(programme, "suspendre"), headers={"If-Match": tag}).status_code == 200
    answer = caller.post(path(programme, "reactiver"), headers={"If-Match": tag})
    assert (answer.status_code, answer.json()["code"]) == (409, "CONFLICT")


@pytest.mark.parametrize(("move", "statut"), [("activer", "en_preparation"), ("reactiver", "suspendu")])
def test_what_is_over_does_not_run_again(api, cast, programme, move, statut):
    today = timezone.localdate()
    Programme.objects.update(statut=statut, date_fin=today - timedelta(days=1))
    answer = api(cast.admin).post(path(programme, move)).json()
    assert (answer["code"], "date de fin" in answer["error"]) == ("INVALID_STATUS", True)
    assert api(cast.admin).put(f"/api/programmes/{programme.id}", {"dateFin": str(today)}).status_code == 200
    assert api(cast.admin).post(path(programme, move)).status_code == 200


@pytest.mark.parametrize("statut", Statut.values)
def test_what_was_closed_is_changed_no_more(api, cast, programme, statut):
    Programme.objects.update(statut=statut)
    answer = api(cast.admin).put(f"/api/programmes/{programme.id}", {"description": "N"})
    assert answer.status_code == (400 if statut == "cloture" else 200)
    assert Programme.objects.get().description == ("" if statut == "cloture" else "N")


@pytest.mark.parametrize("statut", Statut.values)
def test_time_ends_the_active_ones(programme, statut):
    today = timezone.localdate()
    Programme.objects.update(statut=statut, date_fin=today)
    end_programmes(0)
    assert Programme.objects.get().statut == statut
    Programme.objects.update(date_fin=today - timedelta(days=1))
    end_programmes(0)
    assert Programme.objects.get().statut == ("termine" if statut == "actif" else statut)


def test_time_does_not_change_what_is_read_only(programme):
    Programme.objects.update(date_fin="2025-01-02")
    Project.objects.update(lecture_seule=True)
    assert end_past_programmes() == 0
    Project.objects.update(lecture_seule=False)
    assert end_past_programmes() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_who_move_it_at_once_one_does(api, cast, programme):
    caller = api(cast.admin)
    answers = together(2, lambda: caller.post(path(programme, "suspendre")).status_code)
    assert sorted(answers) == [200, 400]
