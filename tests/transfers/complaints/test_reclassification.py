"""A complaint crosses the border of secrecy with its texts, either way, and leaves none of them behind."""

from accounts.notifications.models import Notification
from transfers.complaints.measures.models import Measure
from transfers.complaints.messages.models import OutboundMessage
from transfers.complaints.models import Complaint, ComplaintMove, ConfidentialText


def test_what_was_found_to_be_violence_becomes_secret(handled, send, members, cast, referent, household):
    """By who may handle it, without the permission to see cases: they lose sight of it."""
    Complaint.objects.update(menage=household, description="Battue", telephone="+245955000001", canal="sms")
    row = Complaint.objects.get()
    send("post", f"{handled}/commentaires", status=201, texte="Elle a peur")
    OutboundMessage.objects.create(plainte=row, texte="Votre plainte")
    Measure.objects.create(plainte=row, type="corriger_compte", empreinte="0")
    assert send("put", handled, status=400, categorie="vbg")["details"].keys() == {"categorie"}
    assert send("post", f"{handled}/reclasser", status=400, categorie="service")["details"].keys() == {"categorie"}
    assert Notification.objects.filter(data__plainteId=str(row.id)).exists()

    done = send("post", f"{handled}/reclasser", categorie="vbg")["data"]
    assert done == {"id": str(row.id), "statut": "nouvelle", "categorie": "vbg"}
    send("get", handled, status=404)
    row.refresh_from_db()
    members[0].refresh_from_db()
    assert (row.description, row.telephone, row.menage, row.membre, row.equipe) == (None,) * 5
    assert (members[0].en_cours, row.mesures.get().statut, row.messages.count()) == (0, "ecartee", 0)
    assert not ComplaintMove.objects.exclude(commentaire=None).exists()
    assert not Notification.objects.filter(data__plainteId=str(row.id)).exists()
    shown = send("get", handled, referent)["data"]
    assert (shown["description"], shown["telephone"]) == ("Battue", "+245955000001")
    history = send("get", f"{handled}/historique", referent)["data"]
    assert [(one["action"], one["champs"]) for one in history[:1]] == [("reclassement", ["paiement", "vbg"])]
    assert [one["commentaire"] for one in history if one["action"] == "commentaire"] == ["Elle a peur"]


def test_what_was_wrongly_taken_for_violence_comes_back_with_its_texts(take, send, cast, referent):
    path = f"plaintes/{take(categorie='vbg', objet='Rien reçu', plaignant='Binta')['id']}"
    send("post", f"{path}/commentaires", referent, 201, texte="Il s'agit d'argent")
    send("post", f"{path}/reclasser", status=404, categorie="paiement")
    send("post", f"{path}/reclasser", referent, categorie="paiement")
    shown = send("get", path)["data"]
    assert (shown["objet"], shown["plaignant"], shown["categorie"]) == ("Rien reçu", "Binta", "paiement")
    history = send("get", f"{path}/historique")["data"]
    assert [(one["action"], one["commentaire"]) for one in history] == [
        ("reclassement", None),
        ("commentaire", "Il s'agit d'argent"),
        ("creation", None),
    ]
    assert not ConfidentialText.objects.exists()
    assert Notification.objects.filter(data__evenement="plainte.nouvelle", data__plainteId=shown["id"]).exists()
