"""Cash: sheets by village, the cash that leaves with them, and what comes back of it."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.notifications.models import Notification
from tests.cases import walk_cases
from tests.conftest import make_user
from tests.money.colleagues import correct_accounts
from tests.money.files import csv_file, send_results
from transfers.beneficiaries.models import Beneficiary
from transfers.execution.models import Attempt, Run
from transfers.execution.sheets.models import Sheet
from transfers.ledger.api import check_ledger
from transfers.ledger.models import LedgerAccount, Movement
from transfers.operators.accounts import queries
from transfers.operators.models import OperatorAccount
from transfers.payments.models import Payment
from transfers.programmes.models import Programme


def holdings():
    """The balances of the accounts of cash, by nature."""
    rows = LedgerAccount.objects.exclude(nature__in=["operateur", "tresor", "frais"])
    return {nature: solde for nature, solde in rows.values_list("nature", "solde") if solde}


def paid(*numbers):
    return [{"numero": number, "statut": "reussi"} for number in numbers]


def failed(number, reason="Absente"):
    return {"numero": number, "statut": "echoue", "motif": reason}


def test_only_who_is_to_be_paid_in_cash_is_and_costs_no_fees(cash):
    answer = cash.begin()
    assert answer.status_code == 200, answer.content
    assert (answer.json()["data"]["nbPaiements"], cash.world.balance()) == (6, (200_000, 90_000))
    assert set(Attempt.objects.values_list("etat", "frais", "destination")) == {("envoyee", 0, None)}
    assert set(Payment.objects.filter(mode_paiement="mobile_money").values_list("statut", flat=True)) == {"planifie"}
    assert check_ledger() == []


def test_no_operator_gets_those_who_are_to_be_paid_in_cash(cash):
    answer = cash.call(f"/api/cycles/{cash.cycle.id}/executer", {"fournisseur": "fichier"})
    assert (answer.status_code, answer.json()["data"]["nbPaiements"]) == (200, 2)
    assert set(Payment.objects.filter(mode_paiement="especes").values_list("statut", flat=True)) == {"planifie"}
    assert cash.begin().json()["data"]["nbPaiements"] == 6
    assert check_ledger() == []


def test_cash_needs_an_account_that_is_named(cash):
    refused = cash.call(f"/api/cycles/{cash.cycle.id}/executer", {"fournisseur": "especes"})
    assert (refused.status_code, [*refused.json()["details"]]) == (400, ["operateur"])


def test_the_cash_of_a_sheet_leaves_the_account_and_what_is_not_signed_comes_back(cash):
    cash.begin()
    one, other, _third = cash.issue()
    answer = cash.do(one, "remise", payeur="Awa Sanhá")
    assert (answer.status_code, answer.json()["data"]["montantRemis"]) == (200, 30_000)
    assert (cash.world.balance(), holdings(), check_ledger()) == ((170_000, 60_000), {"especes_remises": 30_000}, [])
    answer = cash.do(one, "retour", lignes=[*paid(1), failed(2)], especesRendues=15_000)
    assert answer.status_code == 200, answer.content
    shown = answer.json()["data"]
    assert [shown[name] for name in ("etat", "montantRendu", "montantManquant")] == ["retournee", 15_000, 0]
    assert [line["statut"] for line in shown["lignes"]] == ["reussi", "echoue"]
    assert (holdings(), check_ledger()) == ({"beneficiaires": 15_000, "especes_rendues": 15_000}, [])
    assert cash.world.balance() == (170_000, 60_000)
    paid_one = Payment.objects.get(statut="reussi")
    assert paid_one.reference_operateur == "C-1-F0001/1"
    assert Payment.objects.get(statut="echoue").motif_echec == "Absente"
    answer = cash.do(one, "versement", reference="BORD-7")
    assert (answer.status_code, answer.json()["data"]["versementReference"]) == (200, "BORD-7")
    assert (cash.world.balance(), holdings()) == ((185_000, 60_000), {"beneficiaires": 15_000})
    assert cash.do(one, "versement", reference="BORD-7").json()["code"] == "INVALID_STATUS"
    account = Movement.objects.filter(compte_id=cash.world.account.compte_id).order_by("numero")
    assert list(account.values_list("type", "montant", "reference"))[1:] == [
        ("ajustement", -30_000, "C-1-F0001"),
        ("ajustement", 15_000, "C-1-F0001"),
    ]
    operator_account = OperatorAccount.objects.get(compte=cash.world.account.compte_id)
    shown = queries.sum_adjustments(operator_account)
    assert (shown.especes_remises, shown.especes_versees, shown.corrections) == (-30_000, 15_000, 0)
    rows = queries.paginate_movements(operator_account, {"page": 1, "limit": 2}).items
    assert [row.sorte for row in rows] == ["especes_versees", "especes_remises"]
    assert check_ledger() == []


@pytest.mark.parametrize("name", ["\u200b", "\u2066\u2069", " \u00ad "])
def test_a_payer_whom_nobody_can_read_gets_no_cash(cash, name):
    cash.begin()
    one = cash.issue()[0]
    refused = cash.do(one, "remise", payeur=name)
    assert (refused.status_code, [*refused.json()["details"]]) == (400, ["payeur"])
    assert (cash.world.balance(), holdings()) == ((200_000, 90_000), {})
    assert cash.do(one, "remise", payeur=f" Awa\u200b {name} Sanhá ").json()["data"]["payeur"] == "Awa Sanhá"


def test_a_partial_amount_is_signed_for(cash):
    cash.begin()
    one = cash.issue()[0]
    cash.do(one, "remise", payeur="Awa")
    line = {"numero": 2, "statut": "partiel", "montant": 5_000}
    assert cash.do(one, "retour", lignes=[*paid(1), line], especesRendues=10_000).status_code == 200
    assert holdings() == {"beneficiaires": 20_000, "especes_rendues": 10_000}
    assert Payment.objects.get(montant_recu=5_000).statut == "reussi"
    assert check_ledger() == []


def test_who_may_still_get_cash_of_a_sheet_is_not_paid_otherwise(cash):
    """A file says that a line has failed while the payer is on the way: the money is in his hands until he is back."""
    cash.begin()
    one = cash.issue()[0]
    cash.do(one, "remise", payeur="Awa")
    first, second = (line["reference"] for line in cash.client.get(f"/api/feuilles/{one.id}").json()["data"]["lignes"])
    assert send_results(cash.client, cash.cycle, csv_file(f"{first};echoue;Absente;;;")).json()["data"]["echoues"] == 1
    for fournisseur in ("especes", "simulateur"):
        body = {"fournisseur": fournisseur, "operateur": "operator_a_money"}
        refused = cash.call(f"/api/cycles/{cash.cycle.id}/relancer-echecs", body)
        assert (refused.status_code, refused.json()["code"]) == (409, "CONFLICT")
        assert "payeur" in refused.json()["error"]
    more = cash.world.plan(periode=cash.cycle)
    held = Payment.objects.get(reference=first)
    answer = cash.call(f"/api/cycles/{more.id}/executer", body)
    assert (answer.status_code, Attempt.objects.filter(paiement__cycle=more).count()) == (200, 2)  # by mobile money
    assert not Attempt.objects.filter(paiement__cycle=more, menage_id=held.menage_id).exists()
    (exception,) = cash.client.get(f"/api/cycles/{more.id}/exceptions?motif=especes_en_main").json()["data"]
    assert exception["beneficiaire"]["id"] == str(held.beneficiaire_id)
    brought = {"lignes": [failed(1), *paid(2)], "especesRendues": 15_000}
    assert cash.do(one, "retour", **brought).status_code == 200
    body = {"fournisseur": "especes", "operateur": "operator_a_money"}
    again = cash.call(f"/api/cycles/{cash.cycle.id}/relancer-echecs", body)
    assert (again.status_code, again.json()["data"]["nbPaiements"]) == (200, 1)
    assert check_ledger() == []


@pytest.mark.parametrize("statut", ["suspendu", "cloture"])
def test_no_cash_leaves_for_a_programme_that_is_not_active_and_what_left_comes_back(cash, statut):
    cash.begin()
    one, other, _third = cash.issue()
    cash.do(one, "remise", payeur="Awa")
    cash.do(other, "annuler")
    Programme.objects.update(statut=statut)
    assert cash.do(cash.sheets()[2], "remise", payeur="Awa").json()["code"] == "INVALID_STATUS"
    assert cash.call(f"/api/cycles/{cash.cycle.id}/feuilles").json()["code"] == "INVALID_STATUS"
    assert holdings() == {"especes_remises": 30_000}
    assert cash.do(one, "retour", lignes=paid(1, 2), especesRendues=0).status_code == 200
    assert (holdings(), check_ledger()) == ({"beneficiaires": 30_000}, [])


def test_cash_that_is_missing_waits_for_an_explanation(cash):
    cash.begin()
    one = cash.issue()[0]
    elsewhere = [make_user("ROLE_ADMIN", region) for region in cash.world.regions if region.id != one.region_id]
    cash.do(one, "remise", payeur="Awa")
    body = {"lignes": [*paid(1), failed(2)], "especesRendues": 12_000}
    refused = cash.do(one, "retour", **body)
    assert (refused.status_code, [*refused.json()["details"]]) == (400, ["motifManquant"])
    assert (Sheet.objects.get(id=one.id).etat, holdings()) == ("remise", {"especes_remises": 30_000})
    assert cash.do(one, "retour", motifManquant="Volée en route", **body).status_code == 200
    assert holdings() == {"beneficiaires": 15_000, "especes_rendues": 12_000, "attente": 3_000}
    told = Notification.objects.get(user=cash.world.treasurer, category="paiement", type="alert")
    assert told.params == {"sheet": one.reference, "missing": "3\u00a0000"}
    assert elsewhere and not Notification.objects.filter(user__in=elsewhere, type="alert").exists()
    assert check_ledger() == []


@walk_cases(
    ("lines", "cash_back", "field"),
    [
        (paid(1, 2), 1, "especesRendues"),
        ([*paid(1), failed(2)], 15_001, "especesRendues"),
        (paid(1), 15_000, "lignes"),
        (paid(1, 2, 3), 0, "lignes"),
        (paid(1, 1, 2), 0, "lignes"),
        ([*paid(1), {"numero": 2, "statut": "partiel", "montant": 15_000}], 0, "lignes"),
        ([*paid(1), {"numero": 2, "statut": "partiel", "montant": -1}], 0, "lignes"),
        ([*paid(1), {"numero": 2, "statut": "echoue"}], 15_000, "lignes"),
        (paid(1, 2), -1, "especesRendues"),
        (paid(1, 2), 1.5, "especesRendues"),
        (paid(1, 2), 10**30, "especesRendues"),
    ],
)
def test_what_does_not_fit_is_refused_whole(cash, lines, cash_back, field):
    cash.begin()
    one = cash.issue()[0]
    cash.do(one, "remise", payeur="Awa")
    refused = cash.do(one, "retour", lignes=lines, especesRendues=cash_back)
    assert refused.status_code == 400, refused.content
    assert {name.split(".")[0].split("[")[0] for name in refused.json()["details"]} == {field}
    assert (holdings(), set(Attempt.objects.values_list("etat", flat=True))) == (
        {"especes_remises": 30_000},
        {"envoyee"},
    )
    assert check_ledger() == []


def test_the_day_of_payment_is_not_before_the_cash_left_nor_to_come(cash):
    cash.begin()
    one = cash.issue()[0]
    cash.do(one, "remise", payeur="Awa")
    today = timezone.localdate()
    body = {"lignes": paid(1, 2), "especesRendues": 0}
    for day in (today - timedelta(days=1), today + timedelta(days=1)):
        refused = cash.do(one, "retour", dateExecution=day.isoformat(), **body)
        assert (refused.status_code, [*refused.json()["details"]]) == (400, ["dateExecution"])
    assert cash.do(one, "retour", dateExecution=today.isoformat(), **body).status_code == 200
    assert check_ledger() == []


def test_the_same_return_twice_changes_nothing(cash):
    cash.begin()
    one = cash.issue()[0]
    cash.do(one, "remise", payeur="Awa")
    body = {"lignes": [*paid(1), failed(2)], "especesRendues": 15_000}
    first = cash.do(one, "retour", **body)
    before = (holdings(), Movement.objects.count())
    again = cash.do(one, "retour", **body)
    assert (again.status_code, again["ETag"]) == (200, first["ETag"])
    other = cash.do(one, "retour", lignes=paid(1, 2), especesRendues=0)
    assert (other.status_code, other.json()["code"]) == (409, "CONFLICT")
    assert ((holdings(), Movement.objects.count()), check_ledger()) == (before, [])


def test_no_cash_no_return_and_no_cash_twice(cash):
    cash.begin()
    one = cash.issue()[0]
    assert cash.do(one, "retour", lignes=paid(1, 2), especesRendues=0).json()["code"] == "INVALID_STATUS"
    assert cash.do(one, "versement", reference="X").json()["code"] == "INVALID_STATUS"
    cash.do(one, "remise", payeur="Awa")
    assert cash.do(one, "remise", payeur="Awa").json()["code"] == "INVALID_STATUS"
    assert cash.do(one, "annuler").json()["code"] == "INVALID_STATUS"
    assert (cash.world.balance(), check_ledger()) == ((170_000, 60_000), [])


def test_an_old_version_is_refused(cash):
    cash.begin()
    one = cash.issue()[0]
    tag = cash.client.get(f"/api/feuilles/{one.id}")["ETag"]
    cash.do(one, "remise", payeur="Awa")
    body = {"lignes": paid(1, 2), "especesRendues": 0}
    stale = cash.call(f"/api/feuilles/{one.id}/retour", body, headers={"If-Match": tag})
    assert (stale.status_code, stale.json()["code"]) == (409, "CONFLICT")


def test_a_suspended_cycle_hands_out_nothing_and_takes_late_returns(cash):
    cash.begin()
    one, other, _third = cash.issue()
    cash.do(one, "remise", payeur="Awa")
    assert cash.call(f"/api/cycles/{cash.cycle.id}/suspendre-execution").status_code == 200
    assert cash.do(other, "remise", payeur="Awa").json()["code"] == "INVALID_STATUS"
    assert cash.do(one, "retour", lignes=paid(1, 2), especesRendues=0).status_code == 200
    assert (holdings(), check_ledger()) == ({"beneficiaires": 30_000}, [])


def test_results_may_be_uploaded_and_the_cash_is_counted_at_the_return(cash):
    cash.begin()
    one, other, _third = cash.issue()
    cash.do(one, "remise", payeur="Awa")
    lines = [line["reference"] for line in cash.client.get(f"/api/feuilles/{one.id}").json()["data"]["lignes"]]
    waiting = cash.client.get(f"/api/feuilles/{other.id}").json()["data"]["lignes"][0]["reference"]
    file = csv_file(f"{lines[0]};reussi;;;;", f"{lines[1]};partiel;;;5000;", f"{waiting};reussi;;;;")
    shown = send_results(cash.client, cash.cycle, file).json()["data"]
    assert (shown["reussis"], [fault["code"] for fault in shown["erreurs"]]) == (2, ["non_remis"])
    assert (holdings(), check_ledger()) == ({"beneficiaires": 20_000, "especes_remises": 10_000}, [])
    contradicted = cash.do(one, "retour", lignes=paid(2), especesRendues=10_000)
    assert (contradicted.status_code, [*contradicted.json()["details"]]) == (400, ["lignes"])
    assert cash.do(one, "retour", lignes=[], especesRendues=10_000).status_code == 200
    assert (holdings(), check_ledger()) == ({"beneficiaires": 20_000, "especes_rendues": 10_000}, [])


def test_who_is_known_to_be_absent_gets_no_cash_handed_out(cash):
    cash.begin()
    one = cash.issue()[0]
    lines = [line["reference"] for line in cash.client.get(f"/api/feuilles/{one.id}").json()["data"]["lignes"]]
    send_results(cash.client, cash.cycle, csv_file(f"{lines[0]};echoue;Décédée;;;"))
    assert (cash.world.balance(), check_ledger()) == ((200_000, 75_000), [])
    assert cash.do(one, "remise", payeur="Awa").json()["data"]["montantRemis"] == 15_000
    assert cash.do(one, "retour", lignes=[failed(1, "Décédée"), *paid(2)], especesRendues=0).status_code == 200
    assert (holdings(), check_ledger()) == ({"beneficiaires": 15_000}, [])


def test_the_end_of_all_sheets_is_the_end_of_the_run(cash):
    cash.begin()
    for sheet in cash.issue():
        cash.do(sheet, "remise", payeur="Awa")
        assert cash.do(sheet, "retour", lignes=paid(1, 2), especesRendues=0).status_code == 200
    assert Run.objects.get().annonce_le is not None
    assert (cash.world.balance(), holdings()) == ((110_000, 0), {"beneficiaires": 90_000})
    assert check_ledger() == []


def test_who_failed_by_mobile_money_may_be_paid_in_cash(cash):
    body = {"fournisseur": "simulateur", "simulation": {"tauxEchec": 100}}
    cash.call(f"/api/cycles/{cash.cycle.id}/executer", {**body, "operateur": "operator_a_money"})
    assert set(Payment.objects.values_list("statut", flat=True)) == {"echoue"}
    one = Payment.objects.filter(mode_paiement="mobile_money").first()
    Beneficiary.objects.filter(mode_paiement="especes").exclude(id=one.beneficiaire_id).update(
        mode_paiement="mobile_money"
    )
    correct_accounts(Beneficiary.objects.filter(id=one.beneficiaire_id), mode_paiement="especes")
    answer = cash.call(f"/api/cycles/{cash.cycle.id}/relancer-echecs", {"fournisseur": "especes"})
    assert (answer.status_code, answer.json()["data"]["nbPaiements"]) == (200, 1)
    (sheet,) = cash.issue()
    (line,) = cash.client.get(f"/api/feuilles/{sheet.id}").json()["data"]["lignes"]
    assert line["reference"] == f"{one.reference}-R2"
    cash.do(sheet, "remise", payeur="Awa")
    assert cash.do(sheet, "retour", lignes=paid(1), especesRendues=0).status_code == 200
    assert (Payment.objects.get(id=one.id).statut, check_ledger()) == ("reussi", [])


def test_sheets_of_another_region_are_not_found(cash, country):
    cash.begin()
    found = cash.issue()
    west = make_user("ROLE_SUPER_ADMIN", country.west)
    seen = cash.call(f"/api/feuilles/{found[0].id}/remise", {"payeur": "Awa"}, user=west)
    assert (found[0].region_id, seen.status_code) == (country.east.id, 404)
    assert cash.call(f"/api/feuilles/{found[1].id}/remise", {"payeur": "Awa"}, user=west).status_code == 200
    assert cash.call(f"/api/cycles/{cash.cycle.id}/feuilles", user=west).status_code == 403


def test_the_database_refuses_a_sheet_that_returns_more_than_it_got(cash):
    cash.begin()
    one = cash.issue()[0]
    cash.do(one, "remise", payeur="Awa")
    for change in ({"montant_remis": 30_001}, {"etat": "retournee", "montant_rendu": 30_001, "montant_manquant": 0}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Sheet.objects.filter(id=one.id).update(retour_le="2025-01-01T00:00Z", **change)
