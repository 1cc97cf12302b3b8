"""A deadline counts working days, stops while the complaint waits for somebody else, and is told when it has passed."""

from datetime import date, timedelta

import pytest
from django.db.models import Func, Value
from django.utils import timezone

from accounts.notifications.models import Notification
from accounts.roles.models import Role
from tests.conftest import make_user
from transfers.complaints.deadlines.services import escalate_complaints
from transfers.complaints.models import Complaint, Escalation
from transfers.complaints.queries import compute_deadline
from transfers.holidays.api import add_working_days, count_working_days
from transfers.holidays.models import Holiday

FRIDAY = date(2025, 3, 7)


@pytest.fixture
def holidays(db):
    """Of the week after FRIDAY, Monday each year and Wednesday once."""
    Holiday.objects.create(nom="Lundi", jour=date(2020, 3, 10), chaque_annee=True)
    Holiday.objects.create(nom="Mercredi", jour=date(2025, 3, 12))


def test_working_days_skip_weekends_and_holidays(settings, holidays):
    assert add_working_days(FRIDAY, 1) == date(2025, 3, 11)
    assert add_working_days(FRIDAY, 2) == date(2025, 3, 13)
    assert add_working_days(date(2025, 3, 13), -2) == FRIDAY
    assert count_working_days(FRIDAY, date(2025, 3, 13)) == 2
    settings.COMPLAINT_DAYS = settings.COMPLAINT_DAYS | {"urgente": 2}
    assert compute_deadline(FRIDAY, "urgente", suspended=1) == date(2025, 3, 14)


def test_a_level_is_the_same_day_counted_either_way(holidays):
    """Who is late by three working days is found by a date of the calendar: both ways agree."""
    for today in (FRIDAY + timedelta(days=days) for days in range(1, 15)):
        before = add_working_days(today, -3)
        for deadline in (today - timedelta(days=back) for back in range(12)):
            assert (deadline < before) == (add_working_days(deadline, 3) < today)


def age(identity, days):
    """Have a complaint taken so many days ago, with the deadline that follows."""
    row = Complaint.objects.get(id=identity)
    Complaint.objects.filter(id=row.id).update(
        date_creation=row.date_creation - timedelta(days=days), echeance=row.echeance - timedelta(days=days)
    )


def test_a_suspended_deadline_moves_by_the_working_days_that_it_stood(take, send):
    taken = take(priorite="moyenne")
    path = f"plaintes/{taken['id']}"
    send("post", f"{path}/suspendre", motif="attente_operateur", commentaire="Relevé demandé")
    refused = send("post", f"{path}/suspendre", status=400, motif="attente_operateur")
    assert refused["code"] == "INVALID_STATUS"
    assert send("get", path)["data"]["motifSuspension"] == "attente_operateur"
    begun = timezone.localdate() - timedelta(days=10)
    Complaint.objects.filter(id=taken["id"]).update(
        suspendue_depuis=begun, date_creation=timezone.now() - timedelta(days=12)
    )
    resumed = send("post", f"{path}/reprendre")["data"]
    lost = count_working_days(begun, timezone.localdate())
    assert resumed["joursSuspendus"] == lost
    start = timezone.localdate(Complaint.objects.get(id=taken["id"]).date_creation)
    assert resumed["echeance"] == compute_deadline(start, "moyenne", lost).isoformat()
    assert send("post", f"{path}/reprendre", status=400)["code"] == "INVALID_STATUS"
    actions = [move["action"] for move in send("get", f"{path}/historique")["data"]]
    assert actions == ["reprise", "suspension", "creation"]


def test_a_deadline_that_has_passed_is_not_suspended(take, send):
    taken = take()
    Complaint.objects.filter(id=taken["id"]).update(echeance="2020-01-01")
    body = {"motif": "attente_plaignant"}
    assert send("post", f"plaintes/{taken['id']}/suspendre", status=400, **body)["code"] == "INVALID_STATUS"
    assert send("post", f"plaintes/{taken['id']}/suspendre", status=400, motif="ennui")["code"] == "VALIDATION_ERROR"


def test_a_resolved_complaint_is_no_longer_suspended(handled, send):
    send("post", f"{handled}/suspendre", motif="force_majeure")
    send("post", f"{handled}/statut", statut="resolue", resolution="Fait")
    shown = send("get", handled)["data"]
    assert (shown["suspendueDepuis"], shown["motifSuspension"]) == (None, None)


def titles(user):
    return list(Notification.objects.filter(user=user, category="plainte").values_list("title", flat=True))


def test_late_complaints_are_told_to_the_team_then_to_the_direction(take, send, team, members, cast, country):
    leader = make_user("ROLE_AGENT", country.west)
    team.responsable = leader
    team.save()
    direction = make_user("ROLE_DIRECTION")
    for _ in range(2):
        taken = take()
        Complaint.objects.filter(id=taken["id"]).update(echeance=timezone.localdate() - timedelta(days=1), equipe=team)
    waiting = take()
    assert escalate_complaints(timezone.localdate()) == 2
    assert escalate_complaints(timezone.localdate()) == 0
    (told,) = Notification.objects.filter(user=leader, data__evenement="plainte.depassee")
    assert (told.params, told.type) == ({"n": 2}, "warning")
    moves = send("get", f"plaintes/{taken['id']}/historique")["data"]
    assert [(move["champs"], move["commentaire"]) for move in moves if move["action"] == "escalade"] == [
        (["responsable"], leader.nom_complet)
    ]
    assert titles(direction) == []
    later = timezone.localdate() + timedelta(days=10)
    Complaint.objects.filter(id=waiting["id"]).update(echeance=later)
    assert escalate_complaints(later) == 2
    assert len(titles(direction)) == 1
    assert set(Complaint.objects.values_list("niveau_escalade", flat=True)) == {
        Escalation.AUCUNE,
        Escalation.DIRECTION,
    }
    assert escalate_complaints(later) == 0


def test_a_suspended_complaint_is_not_late(take, send):
    path = f"plaintes/{take()['id']}"
    send("post", f"{path}/suspendre", motif="attente_enquete")
    Complaint.objects.update(echeance="2020-01-01")
    assert escalate_complaints(timezone.localdate()) == 0


def test_late_violence_is_told_only_to_who_sees_cases_and_names_nothing(take, cast, referent):
    taken = take(categorie="vbg")
    Complaint.objects.filter(id=taken["id"]).update(echeance="2020-01-01")
    referent.role.permissions = [*referent.role.permissions, "plaintes.gerer_equipes"]
    referent.role.save()
    assert escalate_complaints(timezone.localdate()) == 1
    told = list(Notification.objects.filter(category="plainte").select_related("user__role"))
    assert referent.id in [one.user_id for one in told]
    assert all("vbg.voir_cas" in one.user.role.permissions for one in told)
    assert not [one for one in told if one.data or taken["reference"] in f"{one.title} {one.message} {one.params}"]


def test_a_deadline_that_no_longer_counts_does_not_move(handled, send):
    """Another priority after the resolution would rewrite whether it came in time."""
    send("put", handled, priorite="haute")
    before = send("get", handled)["data"]["echeance"]
    send("post", f"{handled}/statut", statut="resolue", resolution="Payé")
    assert send("put", handled, status=400, priorite="basse")["code"] == "INVALID_STATUS"
    send("put", handled, objet="Autre mot", priorite="haute")
    shown = send("get", handled)["data"]
    assert (shown["echeance"], shown["objet"], shown["priorite"]) == (before, "Autre mot", "haute")
    Complaint.objects.update(statut="en_cours", date_resolution=None, appel_en_cours=True)
    assert send("put", handled, status=400, priorite="basse")["code"] == "INVALID_STATUS"


def test_a_level_that_nobody_hears_is_told_to_others(take, referent, cast, caplog):
    """Of violence to who may see its cases, never to administrators; of others to administrators, who give permissions."""
    Role.objects.update(permissions=Func("permissions", Value("plaintes.recevoir_escalades"), function="array_remove"))
    take(categorie="vbg")
    late = {"echeance": "2020-01-01", "niveau_escalade": Escalation.RESPONSABLE}
    Complaint.objects.update(**late)
    Notification.objects.all().delete()

    def told():
        rows = list(Notification.objects.filter(title="Personne n'est prévenu de plaintes en retard"))
        return {row.user_id: row.data for row in rows}

    assert escalate_complaints(timezone.localdate()) == 1
    assert told() == {referent.id: {}, cast.vbg.id: {}}
    assert "level direction" in caplog.text
    take()
    Complaint.objects.filter(niveau_escalade=Escalation.AUCUNE).update(**late)
    Notification.objects.all().delete()
    assert escalate_complaints(timezone.localdate()) == 1
    assert cast.admin.id in told() and referent.id not in told()
