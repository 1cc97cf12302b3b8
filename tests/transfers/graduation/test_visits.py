"""Visits after a graduation: planned by the decision, and made by a follow-up."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from accounts.erasure.api import ErasureSubject
from transfers.cycles.api import add_months
from transfers.follow_ups.models import FollowUp
from transfers.graduation.models import Graduation
from transfers.graduation.rules import iterate_visit_days
from transfers.graduation.services import erase_graduations
from transfers.graduation.visits.models import GraduationVisit


@pytest.fixture
def approved(graduating, beneficiary):
    return graduating.approved(beneficiary, dureePostSuiviMois=7)


@pytest.fixture
def follow_up(beneficiary):
    return FollowUp.objects.create(
        beneficiaire=beneficiary, menage=beneficiary.menage, type_suivi="visite", date_suivi=timezone.now()
    )


def test_days():
    assert list(iterate_visit_days(date(2025, 1, 31), 7, 3)) == [
        date(2025, 4, 30),
        date(2025, 7, 31),
        date(2025, 8, 31),
    ]
    assert list(iterate_visit_days(date(2025, 1, 1), 2, 3)) == [date(2025, 3, 1)]


def test_a_decision_plans_them(api, cast, graduating, approved):
    today = timezone.localdate()
    shown = graduating.send("get", f"/{approved}").json()["data"]
    assert (shown["suiviPostGraduationActif"], shown["dureePostSuiviMois"]) == (True, 7)
    assert shown["finPostSuivi"] == add_months(today, 7).isoformat()
    body = graduating.send("get", "/suivis").json()
    assert [row["datePrevue"] for row in body["data"]] == [add_months(today, n).isoformat() for n in (3, 6, 7)]
    assert {row["statut"] for row in body["data"]} == {"a_faire"}
    assert body["data"][0]["beneficiaire"]["nomComplet"] == "Fatumata Djaló"
    assert api(cast.agent_east).get("/api/graduations/suivis").json()["data"] == []


def test_made_and_not_made(graduating, approved, follow_up):
    first = GraduationVisit.objects.first()
    made = graduating.send("put", f"/suivis/{first.id}", {"suivi": str(follow_up.id)})
    assert (made.status_code, made.json()["data"]["statut"]) == (200, "fait")
    assert made.json()["data"]["dateSuivi"] is not None

    def found(query):
        return [row["id"] for row in graduating.send("get", f"/suivis?{query}").json()["data"]]

    assert found("statut=fait") == [str(first.id)]
    assert len(found("statut=a_faire")) == 2
    GraduationVisit.objects.filter(id=first.id).update(date_prevue=timezone.localdate() - timedelta(days=1))
    assert found("statut=en_retard") == []
    undone = graduating.send("put", f"/suivis/{first.id}", {"suivi": None})
    assert undone.json()["data"]["statut"] == "en_retard"
    assert found("statut=en_retard") == found(f"dateFin={timezone.localdate()}") == [str(first.id)]


def test_a_deleted_follow_up_leaves_the_visit_to_be_made(graduating, api, cast, approved, follow_up):
    first = GraduationVisit.objects.first()
    graduating.send("put", f"/suivis/{first.id}", {"suivi": str(follow_up.id)})
    assert api(cast.agent_west).delete(f"/api/suivis/{follow_up.id}").status_code == 200
    first.refresh_from_db()
    assert first.suivi_id is None


def test_follow_ups_that_do_not_count(graduating, approved, follow_up, stranger):
    first = GraduationVisit.objects.first()
    other = FollowUp.objects.create(
        beneficiaire=stranger, menage=stranger.menage, type_suivi="visite", date_suivi=timezone.now()
    )
    FollowUp.objects.filter(id=follow_up.id).update(date_suivi="2024-01-01T00:00Z")
    for sent in (str(other.id), str(follow_up.id), "x"):
        answer = graduating.send("put", f"/suivis/{first.id}", {"suivi": sent})
        assert (answer.status_code, list(answer.json()["details"])) == (400, ["suivi"])
    assert graduating.send("put", f"/suivis/{first.id}", {}).status_code == 400
    first.refresh_from_db()
    assert first.suivi_id is None


def test_cancelling_leaves_only_what_was_made(graduating, approved, follow_up):
    first = GraduationVisit.objects.first()
    graduating.send("put", f"/suivis/{first.id}", {"suivi": str(follow_up.id)})
    graduating.cancel(approved)
    assert list(GraduationVisit.objects.values_list("id", flat=True)) == [first.id]


def test_erasing_a_household_erases_what_was_written(graduating, approved, beneficiary):
    subject = ErasureSubject(beneficiary.menage_id, None, (), (beneficiary.menage_id,))
    assert erase_graduations(subject) == 1
    row = Graduation.objects.get(id=approved)
    assert (row.motif, row.commentaire, row.statut) == (None, None, "approuvee")
