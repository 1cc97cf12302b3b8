"""Accounts are checked against the operator's template before money moves, person by person."""

import pytest
from django.db.models import F

from config.postgis.base import get_connection
from tests.conftest import make_user
from transfers.beneficiaries.models import Beneficiary
from transfers.execution.models import Attempt
from transfers.ledger.api import check_ledger
from transfers.operators.models import OperatorAccount
from transfers.payments.models import Payment


@pytest.fixture
def check(api, cast):
    def run(cycle, user=None, **query):
        get_connection().forget_locks()
        answer = api(user or cast.admin).get(f"/api/cycles/{cycle.id}/controle-comptes", query)
        assert answer.status_code == 200, answer.content
        return answer.json()

    return run


@pytest.fixture
def cycle(world):
    world.enrol(6)
    return world.plan()


def change(number, **values):
    Payment.objects.filter(reference=f"C-1-{number:07d}").update(**values)


def faults(told):
    return [
        (row["reference"][-1], [(each["champ"], each["code"]) for each in row["problemes"]]) for row in told["data"]
    ]


def test_good_accounts_have_no_fault(cycle, check):
    told = check(cycle)
    assert (told["data"], told["pagination"]["total"]) == ([], 0)
    assert told["totaux"] == {"verifies": 6, "valides": 6, "aCorriger": 0, "parChamp": {}}


def test_what_is_missing_or_malformed_is_told_by_person(cycle, check):
    change(0, compte_mobile=None)
    change(1, compte_mobile="95 12")
    change(2, nom_complet=" ")
    change(3, mode_paiement="virement_bancaire", compte_mobile=None, compte_bancaire="0000 1234")
    change(4, mode_paiement="virement_bancaire", compte_mobile=None, compte_bancaire="?")
    change(5, mode_paiement="especes", compte_mobile=None)
    told = check(cycle)
    assert faults(told) == [
        ("0", [("compte", "manquant")]),
        ("1", [("compte", "mal_forme")]),
        ("2", [("nom", "manquant")]),
        ("4", [("compte", "mal_forme")]),
    ]
    assert told["totaux"] == {
        "verifies": 5,
        "valides": 1,
        "aCorriger": 4,
        "parChamp": {"compte": {"mal_forme": 2, "manquant": 1}, "nom": {"manquant": 1}},
    }
    assert told["data"][0]["problemes"][0]["message"] == "Le compte manque."
    assert told["data"][1]["compte"] == "95 12"


def test_what_the_operator_refuses_is_told(cycle, world, check):
    operator = world.account.operateur
    operator.modele_paiement = {
        "encodage": "windows-1252",
        "comptes": {"prefixes": ["95", "96"], "longueur": 9, "nom_max": 12, "montant_max": 20_000},
    }
    operator.save()
    change(0, compte_mobile="+245970000000")
    change(1, compte_mobile="+24595000000")
    change(2, compte_mobile="+221950000000")
    change(3, nom_complet="Un nom bien trop long")
    change(4, nom_complet="Đỗ")
    assert faults(check(cycle)) == [
        ("0", [("compte", "refuse")]),
        ("1", [("compte", "refuse")]),
        ("2", [("compte", "refuse")]),
        ("3", [("nom", "trop_long")]),
        ("4", [("nom", "illisible")]),
    ]


def test_amounts_beyond_the_limits_of_the_operator_are_told(cycle, world, check):
    operator = world.account.operateur
    operator.modele_paiement = {"comptes": {"montant_max": 14_999}}
    operator.save()
    told = check(cycle, limit=2, page=3)
    assert (told["totaux"]["parChamp"], told["pagination"]["pages"]) == ({"montant": {"hors_limites": 6}}, 3)
    assert [row["reference"][-1] for row in told["data"]] == ["4", "5"]
    assert check(cycle, operateur="operator_c")["totaux"]["verifies"] == 0


def test_after_a_failure_the_corrected_account_is_checked(cycle, check):
    change(0, compte_mobile=None, statut="echoue", motif_echec="Sans compte")
    change(1, statut="echoue", motif_echec="Fermé")
    change(2, statut="reussi", compte_mobile=None)
    change(3, statut="echoue", motif_echec="Fermé")
    change(4, statut="echoue", motif_echec="Fermé")
    Beneficiary.objects.filter(code="TM-000001").update(compte_mobile=None)
    # Their mode was corrected, too: in cash nobody needs an account, and a bank asks for another one.
    Beneficiary.objects.filter(code="TM-000003").update(mode_paiement="especes", compte_mobile=None)
    Beneficiary.objects.filter(code="TM-000004").update(mode_paiement="virement_bancaire", compte_bancaire="?")
    told = check(cycle)
    assert faults(told) == [("1", [("compte", "manquant")]), ("4", [("compte", "mal_forme")])]
    assert told["totaux"]["verifies"] == 4


def test_everybody_is_told_of_his_regions_only(cycle, world, check, cast):
    for number in range(6):
        change(number, compte_mobile=None)
    regional = make_user("ROLE_SUPER_ADMIN", world.regions[0])
    told = check(cycle, user=regional)
    assert (told["totaux"]["verifies"], [row["reference"][-1] for row in told["data"]]) == (3, ["0", "2", "4"])


def test_accounts_are_shown_to_who_sees_contacts(cycle, check, cast):
    change(0, compte_mobile="95 12")
    assert check(cycle)["data"][0]["compte"] == "95 12"
    assert check(cycle, user=cast.reader_west)["data"][0]["compte"] is None


def test_a_number_at_the_second_operator_is_tried_again(world, check, api, cast):
    """The first number belongs to another operator, or to nobody: money must not go there through the second."""
    world.enrol(2)
    cycle = world.plan()
    OperatorAccount.objects.filter(compte_id=world.account.compte_id).update(operateur_id="operator_b_money")
    Payment.objects.update(operateur_id="operator_b_money")
    people = Beneficiary.objects.order_by("code")
    people.update(numero_op_b=F("compte_mobile"), compte_mobile="+245955999999")
    people.filter(id=people[1].id).update(compte_mobile="", compte_bancaire="BANQUE-1")
    world.fund(100_000)
    for path, rate in (("executer", 100), ("relancer-echecs", 0)):
        get_connection().forget_locks()
        body = {"fournisseur": "simulateur", "operateur": "operator_b_money", "simulation": {"tauxEchec": rate}}
        assert api(cast.admin).post(f"/api/cycles/{cycle.id}/{path}", body).status_code == 200
        if rate:
            assert check(cycle, operateur="operator_b_money")["totaux"]["valides"] == 2
    numbers = [("+245950000000", "confirmee"), ("+245950000001", "confirmee")]
    again = Attempt.objects.filter(numero=2).order_by("destination")
    assert (list(again.values_list("destination", "etat")), check_ledger()) == (numbers, [])
