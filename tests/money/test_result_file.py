"""Operators' result files settle payments: line by line, once, and never more than was ordered."""

from datetime import timedelta
from io import BytesIO
from types import SimpleNamespace

import pytest
import xlwt
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from accounts.notifications.models import Notification
from config.postgis.base import get_connection
from tests.cases import walk_cases
from tests.conftest import make_user
from tests.money.files import csv_file, send_results, xlsx_file
from transfers.cycles.models import Cycle
from transfers.execution.models import Attempt
from transfers.ledger.api import check_ledger
from transfers.ledger.models import Movement
from transfers.payments.models import Payment


@pytest.fixture
def given(world, api, cast):
    """A cycle of six payments of 15,000 that were given out by file."""
    world.enrol(6)
    cycle = world.plan(fees=True)
    world.fund(200_000)
    client = api(cast.admin)

    def execute(path="executer", **body):
        get_connection().forget_locks()
        answer = client.post(f"/api/cycles/{cycle.id}/{path}", {"fournisseur": "fichier"} | body)
        assert answer.status_code == 200, answer.content

    execute(operateur="operator_a_money")
    return SimpleNamespace(
        cycle=cycle,
        refs=list(Payment.objects.order_by("reference").values_list("reference", flat=True)),
        send=lambda file, query="": send_results(client, cycle, file, query),
        execute=execute,
        read=lambda: client.get(f"/api/cycles/{cycle.id}").json()["data"],
    )


def statuses():
    return list(Payment.objects.order_by("reference").values_list("statut", flat=True))


def faults(answer):
    """(line, column, code) of the refused lines."""
    assert answer.status_code == 200, answer.content
    return [(each["ligne"], each["colonne"], each["code"]) for each in answer.json()["data"]["erreurs"]]


def counts(answer):
    data = answer.json()["data"]
    return tuple(data[name] for name in ("lignes", "traites", "reussis", "echoues", "dejaRegles", "nbErreurs"))


def test_what_nobody_was_given_has_no_result(given):
    """An order that is prepared has not left: whoever says that it was paid speaks of another one."""
    Attempt.objects.filter(paiement__reference=given.refs[0]).update(etat="preparee", sent_at=None)
    assert faults(given.send(csv_file(*(f"{reference};reussi;;;;" for reference in given.refs[:2])))) == [
        (2, "reference", "non_envoye")
    ]
    assert statuses()[:2] == ["en_cours", "reussi"]


def test_results_settle_payments(given, world):
    answer = given.send(
        csv_file(
            f"{given.refs[0]};reussi;;2025-03-10;15000;OP-0001",
            f"{given.refs[1]};Échoué;Compte inconnu;10/03/2025;;",
            f"{given.refs[2]};réussi;;2025-03-10 08:30:00;15 000,00;0007",
            f"{given.refs[3]};partiel;;;10000;",
        )
    )
    assert (answer.status_code, counts(answer)) == (200, (4, 4, 3, 1, 0, 0)), answer.content
    assert answer.json()["message"] == "4 résultats enregistrés."
    rows = list(Payment.objects.order_by("reference"))
    assert [row.statut for row in rows] == ["reussi", "echoue", "reussi", "reussi", "en_cours", "en_cours"]
    assert (rows[0].reference_operateur, rows[2].reference_operateur) == ("OP-0001", "0007")
    assert [row.motif_echec for row in rows[:2]] == [None, "Compte inconnu"]
    assert (rows[0].date_execution.isoformat(), rows[2].date_execution.isoformat()) == (
        "2025-03-10T12:00:00+00:00",
        "2025-03-10T08:30:00+00:00",
    )
    assert (rows[3].montant_recu, rows[0].montant_recu) == (10_000, None)
    totals = given.read()["totaux"]
    assert (totals["montantRecu"], totals["montantManquant"]) == (40_000, 5_000)
    # Two whole payments, one partial, each with 250 of fees; the unlisted ones stay reserved.
    assert world.balance() == (200_000 - 2 * 15_250 - 10_250, 2 * 15_250)
    assert check_ledger() == []


def test_a_failure_without_a_reason_has_one(given):
    given.send(csv_file(f"{given.refs[0]};echoue", titles="reference;statut"))
    assert Payment.objects.get(reference=given.refs[0]).motif_echec == "Refusé par l'opérateur."


def test_the_same_file_twice_changes_nothing_and_says_so(given, world):
    lines = [
        f"{given.refs[0]};reussi;;2025-03-10;15000;A",
        f"{given.refs[1]};echoue;Fermé;;;",
        f"{given.refs[2]};partiel;;;1;",
    ]
    given.send(csv_file(*lines))
    before = list(Attempt.objects.order_by("id").values()), Movement.objects.count(), world.balance()
    again = given.send(csv_file(*lines))
    assert (again.status_code, counts(again)) == (200, (3, 0, 0, 0, 3, 3))
    assert again.json()["message"] == "Ce fichier a déjà été lu : rien n'a changé."
    assert (list(Attempt.objects.order_by("id").values()), Movement.objects.count(), world.balance()) == before
    assert check_ledger() == []


def test_a_settled_payment_is_never_overwritten(given, world):
    given.send(
        csv_file(f"{given.refs[0]};reussi;;;;", f"{given.refs[1]};echoue;Fermé;;;", f"{given.refs[2]};partiel;;;9;")
    )
    balance = world.balance()
    answer = given.send(
        csv_file(
            f"{given.refs[0]};echoue;;;;",
            f"{given.refs[1]};reussi;;;;",
            f"{given.refs[2]};reussi;;;;",
            f"{given.refs[2]}x;reussi;;;;",
        )
    )
    assert faults(answer) == [
        (2, "statut", "contredit"),
        (3, "statut", "contredit"),
        (4, "statut", "contredit"),
        (5, "reference", "inconnue"),
    ]
    assert "déjà réglé (payé)" in str(answer.json()["data"]) and "déjà réglé (refusé)" in str(answer.json()["data"])
    assert (answer.json()["message"], world.balance()) == ("Aucun résultat enregistré : voyez les erreurs.", balance)
    assert check_ledger() == []


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("INCONNU-0001;reussi;;;;", ("reference", "inconnue")),
        (";reussi;;;;", ("reference", "reference_vide")),
        ("{0};peut-être;;;;", ("statut", "statut")),
        ("{0};;;;;", ("statut", "statut_vide")),
        ("{0};reussi;;;15001;", ("montant", "trop_paye")),
        ("{0};partiel;;;15001;", ("montant", "trop_paye")),
        ("{0};reussi;;;14999;", ("montant", "montant_different")),
        ("{0};echoue;;;14999;", ("montant", "montant_different")),
        ("{0};reussi;;;0;", ("montant", "montant_different")),
        ("{0};partiel;;;;", ("montant", "montant_partiel")),
        ("{0};partiel;;;15000;", ("montant", "montant_partiel")),
        ("{0};partiel;;;0;", ("montant", "montant_partiel")),
        ("{0};reussi;;;-15000;", ("montant", "montant")),
        ("{0};reussi;;;15000.5;", ("montant", "montant")),
        ("{0};reussi;;;NaN;", ("montant", "montant")),
        ("{0};reussi;;;Infinity;", ("montant", "montant")),
        ("{0};reussi;;;1e30;", ("montant", "montant")),
        ("{0};reussi;;;1" + "0" * 30 + ";", ("montant", "montant")),
        ("{0};reussi;;;0x10;", ("montant", "montant")),
        ("{0};reussi;;2025-02-31;;", ("dateExecution", "date")),
        ("{0};reussi;;31/13/2025;;", ("dateExecution", "date")),
        ("{0};reussi;;hier;;", ("dateExecution", "date")),
        ("{0};reussi;;2999-01-01;;", ("dateExecution", "date_future")),
        ("{0};reussi;;;;" + "A" * 121, ("referenceOperateur", "reference_longue")),
        ("{0}-R1;reussi;;;;", ("reference", "non_envoye")),
        ("{0}-R2;reussi;;;;", ("reference", "non_envoye")),
        ("{0};reussi;;;;A;surplus", (None, "surplus")),
        ('{0};"reussi;;;;', (None, "guillemet")),
    ],
)
def test_a_wrong_line_is_refused_with_its_number_and_cell(given, world, line, fault):
    """The line beside it is taken, and nothing of the wrong one."""
    answer = given.send(csv_file(f"{given.refs[5]};reussi;;;;", line.format(*given.refs)))
    assert faults(answer) == [(3, *fault)]
    assert answer.json()["data"]["erreurs"][0]["message"]
    assert statuses() == ["en_cours"] * 5 + ["reussi"]
    assert (world.balance(), check_ledger()) == ((200_000 - 15_250, 5 * 15_250), [])


def test_nobody_was_paid_before_the_order_left(given, world):
    """The orders left on the first of January: a result of the day before is one of another order."""
    answer = given.send(csv_file(f"{given.refs[0]};reussi;;31/12/2024;;", f"{given.refs[1]};reussi;;2025-01-01;;"))
    assert faults(answer) == [(2, "dateExecution", "date_avant_envoi")]
    assert statuses()[:2] == ["en_cours", "reussi"]
    assert check_ledger() == []


def test_tomorrow_is_the_future(given):
    tomorrow = timezone.localdate() + timedelta(days=1)
    assert faults(given.send(csv_file(f"{given.refs[0]};reussi;;{tomorrow};;"))) == [
        (2, "dateExecution", "date_future")
    ]
    given.send(csv_file(f"{given.refs[0]};reussi;;{timezone.localdate()};;"))
    assert Payment.objects.get(reference=given.refs[0]).date_execution <= timezone.now()


def test_a_repeated_reference_refuses_all_its_lines(given):
    one, other = given.refs[:2]
    answer = given.send(csv_file(f"{one};reussi;;;;", f"{other};reussi;;;;", f"{one};echoue;;;;"))
    assert faults(answer) == [(2, "reference", "repetee"), (4, "reference", "repetee")]
    assert "ligne 4" in answer.json()["data"]["erreurs"][0]["message"]
    assert statuses()[:2] == ["en_cours", "reussi"]


def test_a_reference_of_the_operator_names_one_payment(given):
    one, two, three = given.refs[:3]
    answer = given.send(csv_file(f"{one};reussi;;;;X", f"{two};reussi;;;;X", f"{three};reussi;;;;Y"))
    assert faults(answer) == [
        (2, "referenceOperateur", "reference_operateur"),
        (3, "referenceOperateur", "reference_operateur"),
    ]
    assert faults(given.send(csv_file(f"{one};reussi;;;;Y"))) == [(2, "referenceOperateur", "reference_operateur")]
    assert check_ledger() == []


def test_results_of_another_cycle_are_refused(given, world, api, cast):
    other = world.plan(month=3)
    planned = Payment.objects.filter(cycle=other).first().reference
    assert faults(given.send(csv_file(f"{planned};reussi;;;;"))) == [(2, "reference", "autre_cycle")]
    answer = send_results(api(cast.admin), other, csv_file(f"{given.refs[0]};reussi;;;;", f"{planned};reussi;;;;"))
    assert faults(answer) == [(2, "reference", "autre_cycle"), (3, "reference", "non_envoye")]
    assert set(statuses()) == {"en_cours", "planifie"}


def test_a_result_of_an_earlier_attempt_never_settles_a_later_one(given, world):
    """Otherwise a failure that is read again would allow a third attempt while the operator pays the second."""
    failure = f"{given.refs[0]};echoue;Fermé;;;"
    given.send(csv_file(failure))
    given.execute("relancer-echecs")
    answer = given.send(csv_file(failure))
    assert (faults(answer), counts(answer)[4]) == ([(2, "statut", "deja_regle")], 1)
    assert sorted(Attempt.objects.filter(paiement__reference=given.refs[0]).values_list("numero", "etat")) == [
        (1, "rejetee"),
        (2, "envoyee"),
    ]
    assert counts(given.send(csv_file(f"{given.refs[0]}-R2;reussi;;;15000;")))[:3] == (1, 1, 1)
    assert (statuses()[0], check_ledger()) == ("reussi", [])


def test_late_results_of_a_finished_or_suspended_cycle_are_taken(given):
    given.send(csv_file(*(f"{reference};reussi;;;;" for reference in given.refs[:5])))
    Cycle.objects.update(suspendu_le="2025-01-01T00:00Z")
    answer = given.send(csv_file(*(f"{reference};reussi;;;;" for reference in given.refs)))
    assert (counts(answer), statuses()) == ((6, 1, 1, 0, 5, 5), ["reussi"] * 6)
    told = Notification.objects.filter(category="paiement", type="success").values_list("user_id", flat=True)
    assert len(told) == len(set(told)) > 0, "once each"
    assert check_ledger() == []


def test_what_is_paid_by_another_provider_is_not_settled_by_file(world, api, cast):
    world.enrol(1)
    cycle = world.plan()
    world.fund(100_000)
    client = api(cast.admin)
    client.post(
        f"/api/cycles/{cycle.id}/executer",
        {"fournisseur": "simulateur", "operateur": "operator_a_money", "simulation": {"tauxInconnu": 100}},
    )
    reference = Payment.objects.get().reference
    assert faults(send_results(client, cycle, csv_file(f"{reference};reussi;;;;"))) == [(2, "reference", "non_envoye")]


def test_workbooks_are_read_too(given):
    day = timezone.localdate().replace(year=2025, month=3, day=10)
    answer = given.send(
        xlsx_file(
            (given.refs[0], "reussi", None, day, 15000, "000123"),
            (given.refs[1], "echoue", "=1+1", "2025-03-10", 15000.0, None),
            (given.refs[2], "reussi", None, None, 15000.5, None),
            (7, "reussi", None, None, None, None),
        )
    )
    assert faults(answer) == [(4, "montant", "montant"), (5, "reference", "inconnue")]
    assert Payment.objects.get(reference=given.refs[0]).reference_operateur == "000123"
    assert statuses()[:3] == ["reussi", "echoue", "en_cours"]


def test_an_xls_is_read_too(given):
    book = xlwt.Workbook()
    sheet = book.add_sheet("resultats")
    for line, row in enumerate([("reference", "statut", "montant"), (given.refs[0], "reussi", 15000)]):
        for place, value in enumerate(row):
            sheet.write(line, place, value)
    out = BytesIO()
    book.save(out)
    answer = given.send(SimpleUploadedFile("resultats.xls", out.getvalue()))
    assert counts(answer)[:3] == (1, 1, 1)


def test_titles_and_statuses_of_the_operator_are_known(given, world):
    operator = world.account.operateur
    operator.modele_paiement = {"titres": {"reference": ["End-to-end Id"]}, "statuts": {"ACSC": "reussi"}}
    operator.save()
    answer = given.send(csv_file(f"{given.refs[0]},ACSC,x", titles="END TO END ID,Status,Other"))
    assert counts(answer)[:3] == (1, 1, 1)


@walk_cases(
    ("file", "word"),
    [
        (csv_file(titles="reference;statut"), "aucun résultat"),
        (csv_file("A;B", titles="numero;statut"), "reference"),
        (csv_file("A;B", titles="reference;etat"), "statut"),
        (csv_file("A;B;C", titles="reference;statut;status"), "Gardez-en une"),
        ("text", "pas un fichier"),
    ],
)
def test_a_file_that_cannot_be_read_changes_nothing(given, file, word):
    answer = given.send(file)
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR"), answer.content
    assert word in str(answer.json()["details"])
    assert set(statuses()) == {"en_cours"}


def test_a_long_file_is_a_job(given, settings, world):
    settings.SYNCHRONOUS_MAX_ROWS = 3
    answer = given.send(csv_file(*(f"{reference};reussi;;;;" for reference in given.refs)))
    assert answer.status_code == 202, answer.content
    job = Job.objects.get(id=answer.json()["data"]["jobId"])
    get_connection().forget_locks()
    execute_job(job.id)
    job.refresh_from_db()
    assert (job.statut, job.resultat["reussis"]) == ("termine", 6)
    assert (statuses(), check_ledger()) == (["reussi"] * 6, [])


def test_who_does_not_see_all_that_is_paid_sends_no_results(given, api, cast, world):
    regional = make_user("ROLE_SUPER_ADMIN", world.regions[0])
    for user in (regional, cast.agent_west):
        answer = send_results(api(user), given.cycle, csv_file(f"{given.refs[0]};reussi;;;;"))
        assert answer.status_code == 403
    assert set(statuses()) == {"en_cours"}


def test_a_payment_that_came_back_has_failed_and_its_money_is_there(given, world):
    given.send(csv_file(*(f"{ref};reussi;;2025-03-10;15000;OP-{place}" for place, ref in enumerate(given.refs[:4]))))
    before, _reserved = world.balance()
    fee = Attempt.objects.order_by("id").first().frais
    answer = given.send(
        csv_file(
            f"{given.refs[0]};retourne;Compte clos;2025-03-12;15000;",
            f"{given.refs[1]};Devolvido;Conta encerrada;;{15_000 + fee};",
            f"{given.refs[2]};retourne;;;14999;",
            f"{given.refs[4]};retourné;Numéro fermé;;;",
        )
    )
    assert faults(answer) == [(4, "montant", "montant_different")]
    data = answer.json()["data"]
    assert (data["traites"], data["retournes"], data["echoues"]) == (3, 2, 1)
    assert statuses() == ["echoue", "echoue", "reussi", "reussi", "echoue", "en_cours"]
    assert (world.balance()[0], check_ledger()) == (before + 15_000 + 15_000 + fee, [])
    first = Payment.objects.get(reference=given.refs[0])
    assert first.motif_echec == "Compte clos"
    assert Movement.objects.get(contrepasse__objet_id=first.tentatives.get().id).ecriture.date_valeur.day == 12
    again = given.send(csv_file(f"{given.refs[0]};retourne;Compte clos;2025-03-12;15000;"))
    assert faults(again) == [(2, "statut", "deja_regle")]
    assert check_ledger() == []
