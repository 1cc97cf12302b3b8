"""A gateway brings messages with its signature, each taken once, and takes the answers along."""

import json
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.db import transaction
from django.utils import timezone
from standardwebhooks import Webhook

from config.ids import build_first_uuid7
from tests.conftest import Api, make_user
from tests.threads import in_thread, together, wait_for_a_wait
from transfers.complaints.gateway.rules import MAX_MESSAGES
from transfers.complaints.messages.models import OutboundMessage
from transfers.complaints.models import Complaint, ConfidentialText
from transfers.complaints.records.services import add_comment
from transfers.complaints.services import save_complaint

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
NUMBER = "+245955000001"


@pytest.fixture
def exchange(settings, db):
    settings.GATEWAY_SECRET = SECRET

    def call(status=200, secret=SECRET, sent_at=None, changed=None, **body):
        text = json.dumps(body)
        now = sent_at or datetime.now(UTC)
        headers = {
            "webhook-id": "m-1",
            "webhook-timestamp": str(int(now.timestamp())),
            "webhook-signature": Webhook(secret).sign("m-1", now, text),
        }
        answer = Api().post("/api/public/passerelle", changed or body, headers=headers)
        assert answer.status_code == status, answer.content
        return answer.json().get("data") or answer.json()

    return call


def sms(number="1", texte="Mon argent n'est pas venu", **more):
    return {"identifiant": f"sms-{number}", "canal": "sms", "numero": NUMBER, "texte": texte} | more


def test_a_message_becomes_a_complaint_and_is_answered(exchange):
    told = exchange(messages=[sms(langue="pt")])
    row = Complaint.objects.get()
    assert (row.canal, row.telephone, row.langue, row.reference) == ("sms", NUMBER, "pt", told["recus"][0]["reference"])
    (answer,) = told["aEnvoyer"]
    assert (answer["numero"], answer["langue"], row.reference in answer["texte"]) == (NUMBER, "pt", True)
    assert exchange(remis=[answer["id"]])["aEnvoyer"] == []
    assert OutboundMessage.objects.get().texte == ""


def test_what_cannot_be_delivered_keeps_nothing_else_back(exchange, settings):
    """More messages than one answer has, of no number or too old, stand before the one that can be delivered."""
    exchange(messages=[sms("1"), sms("2"), sms("3")])
    nameless, old, _good = Complaint.objects.order_by("id")
    Complaint.objects.filter(id=nameless.id).update(telephone=None)
    long_ago = build_first_uuid7(timezone.now() - timedelta(days=settings.GATEWAY_KEEP_DAYS, hours=1)).int
    OutboundMessage.objects.bulk_create(
        [OutboundMessage(id=UUID(int=long_ago + n), plainte=old, texte="Vieux") for n in range(MAX_MESSAGES)]
    )
    told = exchange()["aEnvoyer"]
    assert len(told) == 2 and {one["numero"] for one in told} == {NUMBER}
    assert "Vieux" not in str(told)


def test_a_message_that_comes_twice_is_taken_once(exchange):
    first = exchange(messages=[sms(), sms()])
    assert exchange(messages=[sms()])["recus"] == [first["recus"][0]]
    assert Complaint.objects.count() == 1


def test_a_message_that_names_a_complaint_is_added_to_it(exchange, send):
    reference = exchange(messages=[sms()])["recus"][0]["reference"]
    exchange(messages=[sms("2", f"{reference.lower()} toujours rien")])
    assert Complaint.objects.count() == 1
    assert Complaint.objects.get().historique.filter(commentaire__contains="toujours rien").exists()
    exchange(messages=[sms("3", f"{reference} d'un autre", numero="+245955000002")])
    assert Complaint.objects.count() == 2


def test_answers_and_statuses_go_out_by_the_gateway(exchange, send, cast, team):
    exchange(messages=[sms()])
    OutboundMessage.objects.all().delete()
    path = f"plaintes/{Complaint.objects.get().id}"
    send("post", f"{path}/commentaires", cast.admin, 201, texte="Venez lundi", pourPlaignant=True)
    send("post", f"{path}/commentaires", cast.admin, 201, texte="Note interne")
    send("post", f"{path}/statut", cast.admin, statut="rejetee")
    texts = [one["texte"] for one in exchange()["aEnvoyer"]]
    assert len(texts) == 2 and texts[0] == "Venez lundi"


def test_nothing_about_violence_goes_out(exchange):
    assert exchange(messages=[sms(categorie="vbg")])["aEnvoyer"] == []
    assert Complaint.objects.get().description is None


def test_violence_is_secret_by_whatever_message_it_comes(exchange):
    """Gateways know no categories; and a second message neither becomes a comment for all, nor a complaint for all."""
    paid = exchange(messages=[sms()])["recus"][0]["reference"]
    answers = len(exchange(messages=[])["aEnvoyer"])
    secret = exchange(messages=[sms("2", f"{paid} meu marido bateu-me")])["recus"][0]["reference"]
    more = exchange(messages=[sms("3", f"{secret} : venez le soir")])
    assert (more["recus"][0]["reference"], len(more["aEnvoyer"])) == (secret, answers)
    row = Complaint.objects.get(reference=secret)
    assert (row.categorie, row.telephone, row.confidentiel.telephone) == ("vbg", None, NUMBER)
    assert "venez le soir" in str(row.confidentiel.commentaires) and Complaint.objects.count() == 2


def test_only_the_gateway_is_heard(exchange, settings):
    exchange(401, secret="whsec_AAAA9r8GKYqrTwjUPD8ILPZIo2LaLaSw", messages=[sms()])
    exchange(401, sent_at=datetime.now(UTC) - timedelta(minutes=6), messages=[sms()])
    exchange(401, messages=[sms()], changed={"messages": [sms("2")]})
    assert Api().post("/api/public/passerelle", {"messages": [sms()]}).status_code == 401
    settings.GATEWAY_SECRET = ""
    assert Api().post("/api/public/passerelle", {"messages": [sms()]}).status_code == 503
    assert not Complaint.objects.exists()


@pytest.mark.parametrize("wrong", [{"canal": "pigeon"}, {"numero": "abc"}, {"texte": "x" * 10_001}, {"texte": ""}])
def test_messages_that_cannot_be(exchange, wrong):
    assert exchange(400, messages=[sms() | wrong])["code"] == "VALIDATION_ERROR"
    assert not Complaint.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_message_that_is_brought_by_many_at_once_is_taken_once(exchange, cast):
    told = together(8, lambda: exchange(messages=[sms()])["recus"][0]["reference"])
    assert (len(set(told)), Complaint.objects.count()) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_a_message_and_comments_at_once_are_all_kept(exchange, country):
    """Of violence they stand in one column: each is merged into what the others have left there."""
    secret = exchange(messages=[sms(categorie="vbg")])["recus"][0]["reference"]
    Complaint.objects.update(region=country.west)
    row = Complaint.objects.select_related("confidentiel").get(reference=secret)
    referent = make_user("ROLE_VBG", country.west)

    def bring(ready, _over):
        ready.set()
        exchange(messages=[sms("2", f"{secret} venez le soir")])

    with ExitStack() as stack, transaction.atomic():
        add_comment(complaint=row, texte="Appelée", for_complainant=False, user=referent)
        stack.enter_context(in_thread(bring))
        wait_for_a_wait()
    row.texts.objet = "Nouvel objet"
    save_complaint(row, ["objet"])
    kept = ConfidentialText.objects.get(plainte=row)
    assert sorted(kept.commentaires.values()) == ["Appelée", f"{secret} venez le soir"]
    assert (kept.objet, kept.telephone) == ("Nouvel objet", NUMBER)
