"""Who must know of a complaint is told once, in the language of notifications, and of violence nothing is named."""

import pytest
from django.db import transaction

from accounts.notifications.models import Notification
from accounts.users.models import User
from tests.conftest import make_user
from tests.walk import undone
from transfers.complaints.gateway.services import exchange_messages
from transfers.complaints.gateway.types import GatewayMessage
from transfers.complaints.messages.models import OutboundMessage
from transfers.complaints.models import Complaint
from transfers.complaints.services import create_complaint
from transfers.complaints.teams.models import TeamMember

NUMBER = "+245955000001"


def told(event):
    """Who was told of an event since the last time this was asked."""
    rows = Notification.objects.filter(data__evenement=f"plainte.{event}")
    found = sorted(rows.values_list("user_id", flat=True))
    Notification.objects.all().delete()
    return found


@pytest.fixture
def leader(team, country):
    team.responsable = make_user("ROLE_AGENT", country.west)
    team.save()
    return team.responsable


def test_a_new_complaint_is_told_to_who_leads_the_team(take, send, leader, team, members, cast, country):
    taken = take()
    (row,) = Notification.objects.all()
    assert (row.user_id, row.category, row.params) == (leader.id, "plainte", {"reference": taken["reference"]})
    assert row.data == {"evenement": "plainte.nouvelle", "plainteId": taken["id"]}
    assert told("nouvelle") == [leader.id]
    # Who takes it knows; who leads a team may also be a member of it.
    take(leader)
    assert told("nouvelle") == []
    TeamMember.objects.filter(user=cast.agent_west).update(role="responsable")
    take(leader)
    assert told("nouvelle") == [cast.agent_west.id]
    # Where nobody leads, those who manage teams: who leads another region's does not see it.
    TeamMember.objects.update(role="membre")
    team.responsable = cast.agent_east
    team.save()
    take()
    assert told("nouvelle") == [cast.admin.id]
    take(categorie="service")
    assert told("nouvelle") == [cast.admin.id]
    secret = take(categorie="vbg")
    (row,) = Notification.objects.all()
    assert (row.user_id, row.params, row.data) == (cast.vbg.id, {}, {})
    assert secret["reference"] not in f"{row.title}{row.message}" and "vbg" not in f"{row.title}{row.message}".lower()


def test_messages_of_a_gateway_are_told_together(leader, country, cast):
    def bring(number, text, categorie="paiement"):
        message = GatewayMessage(f"sms-{number}", "sms", NUMBER, text, "fr", categorie)
        with transaction.atomic():
            return exchange_messages(messages=[message], delivered=[])[0]

    with transaction.atomic():
        many = [GatewayMessage(f"m-{n}", "sms", NUMBER, "Rien reçu", "fr", "paiement") for n in range(3)]
        (first, *_rest), _waiting = exchange_messages(messages=many, delivered=[])
    # They are of no region: only who sees the whole country may read them.
    rows = Notification.objects.filter(data__evenement="plainte.nouvelle")
    assert {(row.user_id, row.params["n"]) for row in rows} == {(cast.admin.id, 3)}
    Notification.objects.all().delete()
    bring(4, f"{first.reference} toujours rien")
    assert told("commentaire") == [cast.admin.id]
    Complaint.objects.update(region=country.west)
    bring(5, f"{first.reference} encore rien")
    assert cast.admin.id in told("commentaire")


def test_a_decided_appeal_is_told_to_whom_it_concerns(closed, send, team, members, cast, country):
    examiner = make_user("ROLE_SUPERVISEUR", country.west)
    Complaint.objects.update(canal="sms", telephone=NUMBER)
    for decision, word in (("confirme", "rejeté"), ("revise", "accueilli")):
        send("post", f"{closed}/appel", status=201, motif="Injuste", examinateur=str(examiner.id))
        assert told("appel") == [examiner.id]
        send("post", f"{closed}/appel/decision", examiner, decision=decision, motif="Vu")
        found = told("appel_decide")
        # Who appealed, who handled it, and, as nobody leads this team, who manages teams.
        assert {cast.supervisor_west.id, cast.agent_west.id, cast.admin.id} <= set(found)
        assert examiner.id not in found and cast.agent_east.id not in found
        assert word in OutboundMessage.objects.latest("id").texte
        examiner = make_user("ROLE_SUPERVISEUR", country.west)


def test_a_handled_complaint_is_told_of_what_others_do(handled, send, leader, cast, country):
    Notification.objects.all().delete()
    send("post", f"{handled}/commentaires", status=201, texte="Vu au guichet")
    assert told("commentaire") == [cast.agent_west.id]
    send("post", f"{handled}/commentaires", cast.agent_west, 201, texte="Noté")
    assert told("commentaire") == []
    send("post", f"{handled}/statut", cast.agent_west, statut="resolue", resolution="Payé")
    assert told("terminee") == [cast.supervisor_west.id]
    send("post", f"{handled}/statut", statut="fermee")
    assert told("terminee") == []


def test_a_complaint_that_is_reopened_goes_back_to_its_handler_or_to_the_queue(
    handled, send, leader, members, cast, country
):
    def reopen():
        send("post", f"{handled}/statut", statut="resolue", resolution="Payé")
        Notification.objects.all().delete()
        return send("post", f"{handled}/statut", statut="en_cours")["data"]["statut"]

    assert (reopen(), told("rouverte")) == ("en_cours", [cast.agent_west.id])
    other = Complaint.objects.create(
        reference="PLT-0", categorie="paiement", priorite="haute", echeance="2099-01-01", region=country.west
    )
    given = {"equipe": members[0].equipe, "membre": members[0]}
    hindrances = (
        lambda: TeamMember.objects.filter(id=members[0].id).update(actif=False),
        lambda: User.objects.filter(id=cast.agent_west.id).update(is_active=False),
        lambda: Complaint.objects.filter(id=other.id).update(statut="ouverte", **given),
    )
    for hinder in hindrances:
        with undone():
            send("post", f"{handled}/statut", statut="resolue", resolution="Payé")
            hinder()
            Notification.objects.all().delete()
            assert send("post", f"{handled}/statut", statut="en_cours")["data"]["statut"] == "nouvelle"
            assert (send("get", handled)["data"]["membre"], told("nouvelle")) == (None, [leader.id])


def test_taking_a_complaint_asks_few_statements(country, cast, django_assert_max_num_queries):
    """Who is told is asked once or twice, whatever the number of users: it was most of the work of taking a complaint."""
    values = {"objet": "O", "categorie": "paiement", "priorite": "haute", "region": country.west}
    with django_assert_max_num_queries(12):
        create_complaint(values=values, user=cast.agent_west)
    assert Notification.objects.filter(user=cast.supervisor_west).exists()
