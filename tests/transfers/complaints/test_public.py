"""People without an account complain, follow their complaint with a code, rate and appeal; nothing else comes back."""

import pytest

from accounts.throttle.models import RequestCount
from tests.conftest import Api, make_user
from transfers.complaints.models import Complaint, ComplaintMove, ConfidentialText
from transfers.complaints.public.rules import LENGTH, generate_code, hash_code, is_code, names_violence

FORM = {"objet": "Paiement non reçu", "description": "Rien en mars", "nom": "Binta", "telephone": "+245955000001"}
SECRETS = ("Binta", "955000001", "Rien en mars")


@pytest.fixture
def post(db):
    def call(path, status=200, **body):
        answer = Api().post(f"/api/public/plaintes{path}", body)
        assert answer.status_code == status, answer.content
        return answer.json()

    return call


@pytest.fixture
def taken(post, country):
    return post("", 201, **FORM, categorie="paiement", regionId=str(country.west.id))["data"]


def test_a_complaint_of_anybody_is_taken_with_a_receipt(taken, country):
    row = Complaint.objects.get(reference=taken["reference"])
    assert (row.canal, row.region_id, row.plaignant, row.auteur_id) == ("formulaire", country.west.id, "Binta", None)
    assert len(taken["code"].replace("-", "")) == LENGTH
    assert taken["code"].encode() not in bytes(row.empreinte_suivi)


def test_who_has_the_code_learns_how_it_stands_and_nothing_else(taken, post, send):
    path = f"plaintes/{Complaint.objects.get().id}"
    send("post", f"{path}/commentaires", status=201, texte="Note interne")
    send("post", f"{path}/commentaires", status=201, texte="Nous vérifions", pourPlaignant=True)
    code = taken["code"].lower().replace("-", " ").replace("0", "O").replace("1", "l")
    told = post("/suivi", reference=taken["reference"].lower(), code=code)
    assert (told["data"]["statut"], [each["texte"] for each in told["data"]["reponses"]]) == (
        "nouvelle",
        ["Nous vérifions"],
    )
    assert not [secret for secret in (*SECRETS, "Note interne") if secret in str(told)]


def test_unknown_and_wrong_have_the_same_answer(taken, post):
    wrong = post("/suivi", 404, reference=taken["reference"], code=generate_code())
    unknown = post("/suivi", 404, reference="PLT-1999-000001", code=generate_code())
    without = Complaint.objects.create(reference="PLT-1", categorie="autre", priorite="basse", echeance="2025-01-01")
    assert wrong == unknown
    assert post("/suivi", 404, reference=without.reference, code="0" * LENGTH) == unknown


def test_violence_is_taken_and_told_by_people_only(post, send, referent, cast):
    taken = post("", 201, **FORM, categorie="vbg")["data"]
    row = Complaint.objects.get()
    assert (row.objet, row.plaignant, row.priorite) == (None, None, "haute")
    assert ConfidentialText.objects.get().plaignant == "Binta"
    send("get", f"plaintes/{row.id}", cast.admin, 404)
    reader = make_user("ROLE_VBG")
    reader.role.permissions = [*reader.role.permissions, "administration.toutes_regions"]
    reader.role.save()
    send("post", f"plaintes/{row.id}/commentaires", reader, 201, texte="Venez lundi", pourPlaignant=True)
    told = post("/suivi", **taken)
    assert (told["data"]["reponses"], told["data"]["statut"]) == ([], "nouvelle")
    assert "vbg" not in str(told)


@pytest.mark.parametrize(
    ("text", "violence"),
    [
        ("Mon mari me bat", True),
        ("J'ai été VIOLÉE par l'agent", True),
        ("Il veut coucher avec moi pour me payer", True),
        ("O meu marido bateu-me ontem", True),
        ("Querem casá-la à força", True),
        ("Abuso se\u00adxual na escola", True),
        ("E na leba mininu pa fanadu", True),
        ("He raped her", True),
        ("Le bâtiment violet est fermé, on nous a refusé le paiement", False),
        ("O agente pediu dinheiro; debate na tabanca", False),
        ("The list says the sex of my child is wrong", False),
    ],
)
def test_violence_is_recognised(text, violence):
    assert names_violence(None, text) is violence


def test_what_speaks_of_violence_is_secret_whatever_its_category(post, send, cast):
    told = post("", 201, **FORM | {"description": "Mon mari me bat"}, categorie="paiement")
    row = Complaint.objects.get()
    assert (row.categorie, row.description, row.plaignant, row.priorite) == ("vbg", None, None, "haute")
    assert told.keys() == post("", 201, **FORM).keys() and "vbg" not in str(told).lower()
    send("get", f"plaintes/{row.id}", cast.admin, 404)


def test_satisfaction_and_appeal_come_with_the_code(taken, post, send, team, members, country):
    path = f"plaintes/{Complaint.objects.get().id}"
    assert post("/satisfaction", 400, **taken, note=5)["code"] == "INVALID_STATUS"
    send("post", f"{path}/assigner", equipe=str(team.id), membre=str(members[0].id))
    for body in ({"statut": "en_cours"}, {"statut": "resolue", "resolution": "Payé"}, {"statut": "fermee"}):
        send("post", f"{path}/statut", **body)
    assert post("/satisfaction", **taken, note=2)["data"]["satisfaction"] == 2
    assert post("/satisfaction", 404, reference=taken["reference"], code="A" * LENGTH, note=2)
    assert post("/satisfaction", 400, **taken, note=9)["details"].keys() == {"note"}
    make_user("ROLE_SUPERVISEUR", country.west)
    assert post("/appel", **taken, motif="Toujours rien")["data"]["appelEnCours"] is True
    assert post("/appel", 400, **taken, motif="Encore")["code"] == "INVALID_STATUS"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"description": "D"}, "objet"),
        ({"objet": "O", "description": "x" * 10_001}, "description"),
        ({"objet": "O", "description": "D", "categorie": "toutes"}, "categorie"),
        ({"objet": "O", "description": "D", "regionId": "00000000-0000-4000-8000-000000000000"}, "regionId"),
        ({"objet": "O", "description": "D", "menageId": "00000000-0000-4000-8000-000000000000"}, "menageId"),
        ({"objet": "O", "description": "D", "langue": "xx"}, "langue"),
    ],
)
def test_what_a_form_may_not_hold(post, body, field):
    assert [*post("", 400, **body)["details"]] == [field]
    assert not Complaint.objects.exists()


def test_a_million_characters_are_refused(post):
    assert post("", 400, objet="O", description="x" * 1_000_000)["details"].keys() == {"description"}


def test_a_thousand_a_minute_are_not_taken(post, settings):
    settings.PUBLIC_REQUESTS_PER_MINUTE = 3
    RequestCount.objects.all().delete()
    for _ in range(3):
        post("", 201, objet="O", description="D")
    answer = Api().post("/api/public/plaintes", {"objet": "O", "description": "D"})
    assert (answer.status_code, answer.json()["code"]) == (429, "RATE_LIMITED")
    assert int(answer["Retry-After"]) <= 60
    assert Complaint.objects.count() == 3


def test_a_receipt_is_given_at_a_desk_and_replaces_the_one_before(take, send, post, cast):
    made = take()
    first = send("post", f"plaintes/{made['id']}/recu")["data"]
    second = send("post", f"plaintes/{made['id']}/recu")["data"]
    post("/suivi", 404, **first)
    assert post("/suivi", **second)["data"]["reference"] == made["reference"]
    assert ComplaintMove.objects.filter(plainte=made["id"], champs=["recu"], auteur=cast.supervisor_west).count() == 2


def test_the_code_of_who_complained_alone_is_replaced_by_managers_only(send, post, cast, country):
    told = post("", 201, **FORM, regionId=str(country.west.id))["data"]
    path = f"plaintes/{Complaint.objects.get(reference=told['reference']).id}"
    assert send("get", path)["data"]["recuDelivre"] is True
    assert send("post", f"{path}/recu", cast.agent_west, 403)["code"] == "FORBIDDEN"
    post("/suivi", **told)
    send("post", f"{path}/recu", cast.supervisor_west)
    post("/suivi", 404, **told)
    Complaint.objects.update(empreinte_suivi=None)
    assert send("get", path)["data"]["recuDelivre"] is False
    send("post", f"{path}/recu", cast.agent_west)
    assert ComplaintMove.objects.filter(champs=["recu"]).count() == 2


def test_a_code_is_bound_to_its_complaint():
    code = generate_code()
    stored = hash_code("PLT-2025-000001", code)
    assert is_code("PLT-2025-000001", code, stored)
    assert not is_code("PLT-2025-000002", code, stored)
    assert not is_code("PLT-2025-000001", code, None)
