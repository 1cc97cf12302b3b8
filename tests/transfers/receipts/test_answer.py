"""Answers are typed or imported, seen in the caller's regions, and differences are announced."""

from io import BytesIO

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction

from accounts.notifications.models import Notification
from config.postgis.base import get_connection
from registry.erasure.services import anonymise_household
from tests.cases import walk_cases
from transfers.payments.models import Payment
from transfers.receipts.hooks import difference_listeners
from transfers.receipts.models import ReceiptAnswer

TITLES = "référence;recu;montant;frais;moyen;date;commentaire"


@pytest.fixture
def check(checks):
    """All of the six who were paid are asked."""
    return checks.draw(checks.pay(west=4, east=2), marge=1)


def test_an_answer_is_stored_with_who_typed_it(checks, check, cast):
    row = checks.sample(check)[0]
    early = checks.answer(check, row, recu="oui", moyen="visite", dateReponse="2025-02-27")
    assert (early.status_code, [*early.json()["details"]]) == (400, ["dateReponse"]), "before the payment"
    answer = checks.answer(check, row, recu="oui", moyen="visite", dateReponse="2025-03-01", commentaire="Contente")
    assert answer.status_code == 200, answer.content
    shown = answer.json()["data"]
    assert (shown["recu"], shown["montantRecu"], shown["moyen"]) == ("oui", 15_000, "visite")
    assert (shown["dateReponse"], shown["ecart"], shown["saisiPar"]["id"]) == ("2025-03-01", False, str(cast.admin.id))
    assert [one["id"] for one in checks.sample(check, repondu="true")] == [row["id"]]
    assert len(checks.sample(check, repondu="false")) == 5


def test_the_result_counts_answers_and_silence(checks, check, country):
    rows = checks.sample(check)
    west = [row for row in rows if row["region"]["nom"] == country.west.nom]
    checks.answer(check, west[0], recu="oui")
    checks.answer(check, west[1], recu="oui", fraisDemandes=500)
    checks.answer(check, west[2], recu="partiel", montantRecu=9_000)
    checks.answer(check, west[3], recu="non")
    result = checks.result(check)
    total = result["total"]
    assert (total["taille"], total["repondus"], total["oui"], total["partiel"], total["non"]) == (6, 4, 2, 1, 1)
    assert (total["frais"], total["ecarts"], total["sansReponse"]) == (1, 3, 2)
    assert total["tauxReponse"] == pytest.approx(4 / 6)
    assert total["estimation"] == {"taux": 0.5, "bas": pytest.approx(1 / 3), "haut": pytest.approx(2 / 3)}
    by_region = {row["region"]: row["estimation"] for row in result["strates"]}
    assert by_region[country.east.nom] is None
    assert by_region[country.west.nom]["bas"] < 0.5 < by_region[country.west.nom]["haut"]
    assert len(checks.sample(check, ecart="true")) == 3
    assert len(checks.sample(check, ecart="false")) == 3


@walk_cases(
    ("body", "field"),
    [
        ({"recu": "partiel"}, "montantRecu"),
        ({"recu": "partiel", "montantRecu": 15_000}, "montantRecu"),
        ({"recu": "partiel", "montantRecu": 0}, "montantRecu"),
        ({"recu": "oui", "montantRecu": 100}, "montantRecu"),
        ({"recu": "non", "montantRecu": 100}, "montantRecu"),
        ({"recu": "oui", "montantRecu": 10**30}, "montantRecu"),
        ({"recu": "oui", "fraisDemandes": -1}, "fraisDemandes"),
        ({"recu": "oui", "fraisDemandes": 1.5}, "fraisDemandes"),
        ({"recu": "peut-être"}, "recu"),
        ({"recu": "oui", "moyen": "pigeon"}, "moyen"),
        ({"recu": "oui", "dateReponse": "2999-01-01"}, "dateReponse"),
    ],
)
def test_answers_that_cannot_be(checks, check, body, field):
    answer = checks.answer(check, checks.sample(check)[0], **body)
    assert (answer.status_code, [*answer.json()["details"]]) == (400, [field])
    assert not ReceiptAnswer.objects.filter(recu__isnull=False).exists()


def test_the_database_refuses_them_too(check):
    with pytest.raises(IntegrityError), transaction.atomic():
        ReceiptAnswer.objects.update(recu="partiel", montant_recu=15_000, moyen="visite", date_reponse="2025-03-01")


def test_a_changed_answer_is_not_overwritten_unseen(checks, check):
    row = checks.sample(check)[0]
    address = f"/api/verifications/{check['id']}/reponses/{row['id']}"
    tag = checks.api(checks.admin).get(address)["ETag"]
    assert checks.answer(check, row, headers={"If-Match": tag}, recu="oui").status_code == 200
    assert checks.answer(check, row, headers={"If-Match": tag}, recu="non").json()["code"] == "CONFLICT"
    assert ReceiptAnswer.objects.get(id=row["id"]).recu == "oui"


def test_differences_are_announced_once(checks, check, cast):
    heard = []
    row = checks.sample(check)[0]
    with difference_listeners.override(complaints=lambda answers, user: heard.extend(a.id for a in answers)):
        checks.answer(check, row, recu="non")
        checks.answer(check, row, recu="partiel", montantRecu=1)
        checks.answer(check, checks.sample(check)[1], recu="oui")
    assert [str(one) for one in heard] == [row["id"]]
    sent = Notification.objects.filter(data__verificationId=check["id"])
    assert cast.admin.id in sent.values_list("user_id", flat=True)
    assert len({*sent.values_list("user_id", flat=True)}) == sent.count()


def test_a_caller_sees_the_people_in_reach(checks, check, cast, country):
    rows = checks.sample(check, user=cast.supervisor_west)
    assert {row["region"]["nom"] for row in rows} == {country.west.nom}
    result = checks.result(check, user=cast.supervisor_west)
    assert (result["taille"], result["total"]["population"], len(result["strates"])) == (4, 4, 1)
    assert "telephone" in rows[0]
    assert "telephone" not in checks.sample(check, user=cast.reader_west)[0]
    (east, *_) = [row for row in checks.sample(check) if row["region"]["nom"] == country.east.nom]
    assert checks.answer(check, east, user=cast.supervisor_west, recu="non").status_code == 404
    assert checks.answer(check, rows[0], user=cast.supervisor_west, recu="non").status_code == 200
    assert checks.answer(check, rows[0], user=cast.agent_west, recu="oui").status_code == 403


def upload(checks, check, content, name="reponses.csv", user=None):
    address = f"/api/verifications/{check['id']}/reponses/import"
    file = SimpleUploadedFile(name, content)
    answer = checks.api(user or checks.admin).upload(address, {"file": file})
    get_connection().forget_locks()
    return answer


def write_csv(*lines):
    return "\n".join([TITLES, *lines]).encode()


def test_answers_are_imported_line_by_line(checks, check):
    refs = checks.references(checks.sample(check))
    answer = upload(
        checks,
        check,
        write_csv(
            f"{refs[0]};oui;;;telephone;2025-03-02;",
            f"{refs[1]};Partiel;9000;500;visite;02/03/2025;Le marchand a gardé le reste",
            f"{refs[2]};partiel;;;visite;2025-03-02;",
            f"{refs[3]};oui;;;lettre;2025-03-02;",
            "INCONNUE;oui;;;visite;2025-03-02;",
            f"{refs[4]};oui;;;visite;2025-03-02;",
            f"{refs[4]};non;;;visite;2025-03-02;",
        ),
    )
    assert answer.status_code == 200, answer.content
    data = answer.json()["data"]
    assert (data["lignes"], data["traites"], data["nbErreurs"]) == (7, 2, 5)
    found = [(fault["ligne"], fault["colonne"]) for fault in data["erreurs"]]
    assert found == [(4, "montantRecu"), (5, "moyen"), (6, "reference"), (7, "reference"), (8, "reference")]
    stored = ReceiptAnswer.objects.filter(recu__isnull=False).order_by("paiement__reference")
    assert [(row.recu, row.montant_recu, row.frais_demandes) for row in stored] == [
        ("oui", 15_000, None),
        ("partiel", 9_000, 500),
    ]


def test_a_workbook_is_imported_too(checks, check):
    book = openpyxl.Workbook()
    book.active.append(["Référence", "Réponse", "Canal", "Date"])
    book.active.append([checks.references(checks.sample(check))[0], "non", "Visite", "2025-03-02"])
    content = BytesIO()
    book.save(content)
    assert upload(checks, check, content.getvalue(), "reponses.xlsx").json()["data"]["traites"] == 1
    assert ReceiptAnswer.objects.get(recu="non").montant_recu == 0


def test_another_region_s_people_are_unknown_in_a_file(checks, check, cast, country):
    (east, *_) = [row for row in checks.sample(check) if row["region"]["nom"] == country.east.nom]
    line = f"{east['paiement']['reference']};non;;;visite;2025-03-02;"
    data = upload(checks, check, write_csv(line), user=cast.supervisor_west).json()["data"]
    assert (data["traites"], data["nbErreurs"]) == (0, 1)
    assert not ReceiptAnswer.objects.filter(recu__isnull=False).exists()


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02", b"a;b\n1;2\n", TITLES.encode(), b"%PDF-1.7\n%%EOF"])
def test_files_that_say_nothing_are_refused(checks, check, content):
    answer = upload(checks, check, content)
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")


def test_an_erased_household_leaves_its_answer_and_no_words(checks, check):
    row = checks.sample(check)[0]
    checks.answer(check, row, recu="non", commentaire="Ma sœur Fatu l'a pris")
    payment = Payment.objects.get(reference=row["paiement"]["reference"])
    done = anonymise_household(which=str(payment.menage_id), reason="Demande").done
    assert done["answers about receipts"] == 1
    stored = ReceiptAnswer.objects.get(id=row["id"])
    assert (stored.recu, stored.commentaire) == ("non", None)
