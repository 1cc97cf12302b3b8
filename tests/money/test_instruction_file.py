"""The file that tells an operator what to pay: as its template says, and only what waits for it."""

import csv
from io import BytesIO, StringIO

import openpyxl
import pytest

from config.postgis.base import get_connection
from tests.conftest import make_user
from tests.money.files import csv_file, send_results
from transfers.cycles.models import Cycle
from transfers.execution.models import Attempt
from transfers.payments.models import Payment
from transfers.programmes.models import Programme

SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@pytest.fixture
def fetch(api, cast):
    def run(cycle, query="?operateur=operator_a_money&format=csv", user=None):
        get_connection().forget_locks()
        return api(user or cast.admin).get(f"/api/cycles/{cycle.id}/fichier-paiement{query}")

    return run


@pytest.fixture
def execute(api, cast):
    def run(cycle, path="executer", **body):
        get_connection().forget_locks()
        body = {"fournisseur": "fichier", "operateur": "operator_a_money"} | body
        answer = api(cast.admin).post(f"/api/cycles/{cycle.id}/{path}", body)
        assert answer.status_code == 200, answer.content
        return answer

    return run


@pytest.fixture
def cycle(world, execute):
    """A cycle of two payments of 15,000 that wait for the operator."""
    world.enrol(2)
    planned = world.plan()
    world.fund(100_000)
    execute(planned)
    return planned


def read(answer, encoding="utf-8-sig", delimiter=";"):
    assert answer.status_code == 200, answer.content
    return list(csv.reader(StringIO(b"".join(answer.streaming_content).decode(encoding)), delimiter=delimiter))


def set_template(world, **template):
    operator = world.account.operateur
    operator.modele_paiement = template
    operator.save()


def test_the_usual_file_holds_what_waits(cycle, fetch):
    answer = fetch(cycle)
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="C-1-operator_a_money.csv"'
    assert read(answer) == [
        ["reference", "nom", "compte", "montant", "motif"],
        ["C-1-0000000", "Personne 0", "+245950000000", "15000", "Cycle"],
        ["C-1-0000001", "Personne 1", "+245950000001", "15000", "Cycle"],
    ]


def test_executing_says_that_results_are_awaited(world, execute):
    world.enrol(2)
    planned = world.plan()
    world.fund(100_000)
    assert execute(planned).json()["message"] == "2 paiements attendent leur résultat."


def test_a_workbook_holds_accounts_as_texts_and_amounts_as_numbers(cycle, world, fetch):
    Payment.objects.filter(reference="C-1-0000001").update(nom_complet="=SUM(A1)")
    Attempt.objects.filter(paiement__reference="C-1-0000001").update(destination="0007")
    answer = fetch(cycle, "?format=xlsx")
    assert (answer.status_code, answer["Content-Type"]) == (200, SHEET)
    sheet = openpyxl.load_workbook(BytesIO(b"".join(answer.streaming_content))).active
    assert [[cell.value for cell in row] for row in sheet] == [
        ["reference", "nom", "compte", "montant", "motif"],
        ["C-1-0000000", "Personne 0", "+245950000000", 15000, "Cycle"],
        ["C-1-0000001", "=SUM(A1)", "0007", 15000, "Cycle"],
    ]
    assert {cell.data_type for cell in sheet["B"]} == {"s"}


def test_a_name_is_never_a_formula(cycle, fetch):
    Payment.objects.filter(reference="C-1-0000000").update(nom_complet="=cmd|'/c calc'!A1")
    assert read(fetch(cycle))[1][1:3] == ["'=cmd|'/c calc'!A1", "+245950000000"]


def test_the_file_follows_the_template_of_the_operator(cycle, world, fetch):
    set_template(
        world,
        colonnes=[
            {"titre": "Montant", "champ": "montant"},
            {"titre": "N°, compte", "champ": "compte"},
            {"titre": "Réf", "champ": "reference"},
            {"titre": "Devise", "champ": "constante", "valeur": "XOF"},
            {"titre": "Nom", "champ": "nom"},
            {"titre": "Ménage", "champ": "codeMenage"},
        ],
        separateur=",",
        encodage="windows-1252",
        telephone="national",
        montant="decimal_point",
    )
    Payment.objects.filter(reference="C-1-0000000").update(nom_complet="Inês Đỗ")
    answer = fetch(cycle)
    assert answer["Content-Type"] == "text/csv; charset=windows-1252"
    assert read(answer, "windows-1252", ",") == [
        ["Montant", "N°, compte", "Réf", "Devise", "Nom", "Ménage"],
        ["15000.00", "950000000", "C-1-0000000", "XOF", "Inês ??", "H-000000"],
        ["15000.00", "950000001", "C-1-0000001", "XOF", "Personne 1", "H-000001"],
    ]
    set_template(world, telephone="e164_sans_plus", montant="decimal_virgule", separateur="\t", encodage="utf-8")
    assert read(fetch(cycle), "utf-8", "\t")[2] == ["C-1-0000001", "Personne 1", "245950000001", "15000,00", "Cycle"]


def test_a_template_that_cannot_be_used_is_told(cycle, world, fetch):
    set_template(world, colonnes=[])
    answer = fetch(cycle)
    assert (answer.status_code, answer.json()["code"]) == (503, "NOT_CONFIGURED")


def test_what_is_settled_is_not_paid_again(cycle, fetch, execute, api, cast):
    send_results(api(cast.admin), cycle, csv_file("C-1-0000000;reussi;;;;", "C-1-0000001;echoue;Fermé;;;"))
    answer = fetch(cycle)
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_STATUS")
    execute(cycle, "relancer-echecs")
    assert [row[0] for row in read(fetch(cycle))[1:]] == ["C-1-0000001-R2"], "another attempt has another reference"


def test_only_sent_payments_of_runs_by_file_are_listed(cycle, world, fetch, execute):
    world.enrol(2)
    world.fund(100_000)
    other = world.plan(month=3)
    execute(other, fournisseur="simulateur", simulation={"tauxInconnu": 100})
    assert fetch(other).json()["code"] == "INVALID_STATUS"
    Attempt.objects.filter(paiement__reference="C-1-0000000").update(etat="preparee", sent_at=None)
    Attempt.objects.filter(paiement__reference="C-1-0000001").update(etat="inconnue")
    assert [row[0] for row in read(fetch(cycle))[1:]] == ["C-1-0000001"]


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("?operateur=operator_a_money&format=pdf", "VALIDATION_ERROR"),
        ("?operateur=operator_b_money", "INVALID_STATUS"),
        ("?operateur=nobody", "INVALID_STATUS"),
    ],
)
def test_other_files_are_refused(cycle, fetch, query, code):
    answer = fetch(cycle, query)
    assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_nobody_pays_a_suspended_cycle(cycle, fetch):
    Cycle.objects.update(suspendu_le="2025-01-01T00:00Z")
    assert fetch(cycle).json()["code"] == "INVALID_STATUS"


@pytest.mark.parametrize("statut", ["suspendu", "cloture"])
def test_nobody_pays_for_a_programme_that_is_not_active(cycle, fetch, statut):
    Programme.objects.update(statut=statut)
    assert fetch(cycle).json()["code"] == "INVALID_STATUS"


def test_the_whole_list_is_for_who_sees_all_of_it(cycle, world, fetch, cast):
    for user in (make_user("ROLE_SUPER_ADMIN", world.regions[0]), cast.agent_west):
        assert fetch(cycle, user=user).status_code == 403


def test_head_tells_the_kind_only(cycle, api, cast):
    answer = api(cast.admin)._call("head", f"/api/cycles/{cycle.id}/fichier-paiement")
    assert (answer.status_code, b"".join(answer.streaming_content)) == (200, b"")
