"""Comments, files, complaints of the same matter, satisfaction, and who sees whom to call."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from registry.erasure.services import anonymise_household
from registry.households.models import Household
from tests.conftest import make_user
from transfers.complaints.models import Complaint, ComplaintMove, ConfidentialText
from transfers.complaints.records.models import ComplaintFile

PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n"


@pytest.fixture
def deposit(api, settings, tmp_path):
    settings.FILES_ROOT = tmp_path / "fichiers"

    def upload(user, name="recu.pdf", content=PDF):
        answer = api(user).upload("/api/fichiers", {"file": SimpleUploadedFile(name, content, "application/pdf")})
        assert answer.status_code == 201, answer.content
        return answer.json()["data"]["id"]

    return upload


def test_comments_are_kept_with_their_author(take, send, cast):
    path = f"plaintes/{take()['id']}"
    send("post", f"{path}/commentaires", cast.agent_west, 201, texte="Appelée deux fois")
    send("post", f"{path}/commentaires", status=201, texte="Nous vérifions", pourPlaignant=True)
    answer, comment, created = send("get", f"{path}/historique")["data"]
    assert (answer["action"], comment["action"], created["action"]) == ("reponse", "commentaire", "creation")
    assert (comment["commentaire"], comment["auteur"]["id"]) == ("Appelée deux fois", str(cast.agent_west.id))
    assert send("post", f"{path}/commentaires", status=400, texte="x" * 10_001)["details"].keys() == {"texte"}
    send("post", f"{path}/commentaires", cast.agent_east, 404, texte="Ailleurs")


def test_comments_on_violence_stand_in_their_schema(take, send, cast, referent):
    taken = take(categorie="vbg")
    path = f"plaintes/{taken['id']}"
    shown = send("post", f"{path}/commentaires", referent, 201, texte="Entendue au centre")["data"]
    assert shown["commentaire"] == "Entendue au centre"
    assert not ComplaintMove.objects.exclude(commentaire=None).exists()
    assert list(ConfidentialText.objects.get().commentaires.values()) == ["Entendue au centre"]
    assert send("get", f"{path}/historique", referent)["data"][0]["commentaire"] == "Entendue au centre"
    send("get", f"{path}/historique", cast.admin, 404)


def test_who_looks_after_survivors_takes_and_handles_their_complaints(take, send, referent):
    taken = take(referent, categorie="vbg")
    path = f"plaintes/{taken['id']}"
    assert send("post", f"{path}/statut", referent, statut="rejetee")["data"]["statut"] == "rejetee"
    assert send("get", path, referent)["data"]["statut"] == "rejetee"


def test_whom_to_call_is_seen_by_who_may_see_contacts(take, send, cast, country, referent):
    path = f"plaintes/{take(plaignant='Binta', telephone='+245955000001')['id']}"
    reader = make_user("ROLE_USER", country.west)
    assert [send("get", path)["data"][name] for name in ("plaignant", "telephone")] == ["Binta", "+245955000001"]
    assert [send("get", path, reader)["data"][name] for name in ("plaignant", "telephone")] == [None, None]
    assert [one["plaignant"] for one in send("get", "plaintes", reader)["data"]] == [None]
    hidden = take(referent, categorie="vbg", plaignant="Aissatu")
    assert send("get", f"plaintes/{hidden['id']}", referent)["data"]["plaignant"] == "Aissatu"


def test_files_are_read_by_who_sees_the_complaint(take, send, api, cast, deposit, country):
    path = f"plaintes/{take()['id']}"
    file_id = deposit(cast.supervisor_west)
    shown = send("post", f"{path}/pieces", status=201, fichier=file_id)["data"]
    assert (shown["fichier"], shown["nom"]) == (file_id, "recu.pdf")
    assert send("get", f"{path}/pieces")["total"] == 1
    assert send("post", f"{path}/pieces", status=400, fichier=file_id)["details"].keys() == {"fichier"}
    for user, status in ((cast.agent_west, 200), (cast.agent_east, 404)):
        assert api(user).get(f"/api/fichiers/{file_id}").status_code == status


def test_files_on_violence_are_not_read_by_others(take, api, send, referent, cast, deposit):
    path = f"plaintes/{take(categorie='vbg')['id']}"
    file_id = deposit(referent)
    send("post", f"{path}/pieces", referent, 201, fichier=file_id)
    assert api(cast.admin).get(f"/api/fichiers/{file_id}").status_code == 404
    assert api(referent).get(f"/api/fichiers/{file_id}").status_code == 200


def test_an_erased_household_leaves_no_file(take, send, country, cast, deposit):
    taken = take()
    home = Household.objects.create(code_menage="H-1", taille_menage=3, region=country.west)
    Complaint.objects.filter(id=taken["id"]).update(menage=home)
    send("post", f"plaintes/{taken['id']}/pieces", status=201, fichier=deposit(cast.supervisor_west))
    send("post", f"plaintes/{taken['id']}/commentaires", status=201, texte="Binta a appelé")
    anonymise_household(which=str(home.id), reason="Demande")
    assert not ComplaintFile.objects.exists()
    assert not ComplaintMove.objects.exclude(commentaire=None).exists()


def test_complaints_of_the_same_matter_are_linked_once_both_ways(take, send, cast):
    first, second = take()["id"], take()["id"]
    send("post", f"plaintes/{first}/liens", plainte=second)
    send("post", f"plaintes/{second}/liens", plainte=first)
    for one, other in ((first, second), (second, first)):
        assert [each["id"] for each in send("get", f"plaintes/{one}/liens")["data"]] == [other]
    assert send("post", f"plaintes/{first}/liens", status=400, plainte=first)["details"].keys() == {"plainte"}
    send("delete", f"plaintes/{second}/liens/{first}")
    assert send("get", f"plaintes/{first}/liens")["total"] == 0
    send("delete", f"plaintes/{second}/liens/{first}", status=404)


def test_a_linked_complaint_about_violence_is_not_shown(take, send, cast, referent):
    first, hidden = take()["id"], take(categorie="vbg")["id"]
    send("post", f"plaintes/{first}/liens", status=400, plainte=hidden)
    send("post", f"plaintes/{first}/liens", referent, plainte=hidden)
    assert send("get", f"plaintes/{first}/liens")["data"] == []
    assert send("get", f"plaintes/{first}/liens", referent)["total"] == 1
    send("delete", f"plaintes/{first}/liens/{hidden}", referent)
    moves = ComplaintMove.objects.filter(action="lien").values_list("plainte_id", "champs")
    assert [(str(row), fields) for row, fields in moves] == [(hidden, []), (hidden, ["retire"])]


def test_satisfaction_is_said_after_closing(closed, handled, take, send):
    assert send("post", f"{closed}/satisfaction", note=4)["data"]["satisfaction"] == 4
    for note in (0, 6, True, "beaucoup"):
        assert send("post", f"{closed}/satisfaction", status=400, note=note)["details"].keys() == {"note"}
    assert send("post", f"plaintes/{take()['id']}/satisfaction", status=400, note=4)["code"] == "INVALID_STATUS"
    assert send("get", "equipes/stats/overview")["data"]["performance"]["satisfactionMoyenne"] == 4
