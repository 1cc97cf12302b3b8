"""An appeal is decided by another person than those who decided; one that is granted goes to another member."""

import pytest

from accounts.notifications.models import Notification
from accounts.users.models import User
from tests.conftest import make_user
from transfers.complaints.appeals.models import Appeal
from transfers.complaints.appeals.services import replace_examiners
from transfers.complaints.models import Complaint
from transfers.complaints.teams.models import TeamMember


@pytest.fixture
def examiner(country):
    return make_user("ROLE_SUPERVISEUR", country.west)


def test_another_person_decides(closed, send, examiner, members, cast):
    assert send("get", closed)["data"]["appelEnCours"] is False
    own = send("post", f"{closed}/appel", status=400, motif="Injuste", examinateur=str(cast.supervisor_west.id))
    assert own["details"].keys() == {"examinateur"}
    taken = send("post", f"{closed}/appel", status=201, motif="Injuste", examinateur=str(examiner.id))["data"]
    assert (taken["statut"], taken["examinateur"]["id"]) == ("depose", str(examiner.id))
    assert send("post", f"{closed}/appel", status=400, motif="Encore")["code"] == "INVALID_STATUS"
    body = {"decision": "revise", "motif": "À reprendre"}
    assert send("post", f"{closed}/appel/decision", status=403, **body)["code"] == "FORBIDDEN"
    assert send("post", f"{closed}/appel/decision", examiner, **body)["data"]["statut"] == "revise"
    shown = send("get", closed)["data"]
    assert (shown["statut"], shown["membre"], shown["resolution"], shown["niveauEscalade"]) == (
        "nouvelle",
        None,
        None,
        0,
    )


def test_a_granted_appeal_goes_to_another_member(closed, send, examiner, team, members, country):
    send("post", f"{closed}/appel", status=201, motif="Injuste", examinateur=str(examiner.id))
    send("post", f"{closed}/appel/decision", examiner, decision="revise", motif="Oui")
    body = {"equipe": str(team.id)}
    refused = send("post", f"{closed}/assigner", status=400, membre=str(members[0].id), **body)
    assert refused["code"] == "INVALID_STATUS"
    other = TeamMember.objects.create(equipe=team, user=make_user("ROLE_AGENT", country.west))
    chosen = {str(other.id), str(members[1].id)}
    assert send("post", f"{closed}/assigner", **body)["data"]["membre"]["id"] in chosen


def test_a_confirmed_decision_stands(closed, send, examiner):
    send("post", f"{closed}/appel", status=201, motif="Injuste", examinateur=str(examiner.id))
    send("post", f"{closed}/appel/decision", examiner, decision="confirme", motif="Juste")
    shown = send("get", closed)["data"]
    assert (shown["statut"], shown["appelEnCours"], shown["resolution"]) == ("fermee", False, "Payé")
    assert send("post", f"{closed}/appel/decision", examiner, 400, decision="confirme", motif="M")


def test_only_what_was_decided_is_appealed(take, send, handled, examiner):
    for path in (f"plaintes/{take()['id']}", handled):
        assert send("post", f"{path}/appel", status=400, motif="M")["code"] == "INVALID_STATUS"
    assert send("post", f"{handled}/appel", status=400)["details"].keys() == {"motif"}


def test_nothing_moves_while_an_appeal_is_open(handled, send, examiner):
    send("post", f"{handled}/statut", statut="resolue", resolution="Fait")
    send("post", f"{handled}/appel", status=201, motif="M", examinateur=str(examiner.id))
    assert send("post", f"{handled}/statut", status=400, statut="fermee")["code"] == "INVALID_STATUS"
    assert Complaint.objects.get().statut == "resolue"


def test_an_appeal_without_anybody_else_is_refused(closed, send, monkeypatch):
    monkeypatch.setattr("transfers.complaints.appeals.services.list_examiners", lambda _row: [])
    assert send("post", f"{closed}/appel", status=400, motif="M")["code"] == "INVALID_STATUS"
    assert Complaint.objects.get().appel_en_cours is False


def test_an_examiner_who_may_no_longer_decide_is_replaced(closed, send, examiner, members, country, cast):
    send("post", f"{closed}/appel", status=201, motif="Injuste", examinateur=str(examiner.id))
    assert replace_examiners() == 0
    User.objects.filter(id=examiner.id).update(is_active=False)
    Notification.objects.all().delete()
    assert (replace_examiners(), replace_examiners()) == (1, 0)
    appeal = Appeal.objects.get()
    deciders = {cast.supervisor_west.id, cast.agent_west.id, examiner.id}
    assert appeal.contre_id == cast.agent_west.id and appeal.examinateur_id not in deciders
    told = Notification.objects.filter(data__evenement="plainte.appel").values_list("user_id", flat=True)
    assert list(told) == [appeal.examinateur_id]
    assert send("get", f"{closed}/historique")["data"][0]["champs"] == ["examinateur"]


def test_who_decided_what_was_undone_is_not_chosen_again(closed, send, examiner, team, members, cast):
    """The supervisor has closed it: they are a member too, and the only one with room."""
    members[1].delete()
    send("post", f"{closed}/appel", status=201, motif="Injuste", examinateur=str(examiner.id))
    send("post", f"{closed}/appel/decision", examiner, decision="revise", motif="Oui")
    own = TeamMember.objects.create(equipe=team, user=cast.supervisor_west)
    assert send("post", f"{closed}/assigner", status=400)["code"] == "INVALID_STATUS"
    judge = TeamMember.objects.create(equipe=team, user=examiner)
    assert send("post", f"{closed}/assigner")["data"]["membre"]["id"] == str(judge.id)
    send("post", f"{closed}/assigner", equipe=str(team.id), membre=str(own.id))
