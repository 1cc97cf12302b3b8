"""Who is on the list of a cycle, how much they get, and that calculating again replaces the list."""

import pytest
from django.db import connection
from django.utils import timezone

from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from config.postgis.base import get_connection
from transfers.beneficiaries.models import Beneficiary
from transfers.complaints.models import Complaint
from transfers.cycles.models import AmountRule, Cycle
from transfers.ledger.api import check_ledger
from transfers.operators.models import Operator
from transfers.payments.models import Payment


def calculate(api, user, cycle, body=None, query=""):
    return api(user).post(f"/api/cycles/{cycle.id}/calculer{query}", body or {})


def test_everybody_who_can_be_paid_is_on_the_list_once(api, cast, lists):
    people = [lists.enrol() for _ in range(3)]
    cycle = lists.cycle()
    answer = calculate(api, cast.admin, cycle)
    assert answer.status_code == 200, answer.content
    assert answer.json()["data"] == {"nbPaiements": 3, "montantTotal": 45000, "nbExclus": 0, "montantExclu": 0}
    again = calculate(api, cast.admin, cycle, {"operateur": "operator_a_money"})
    assert again.json()["data"] == answer.json()["data"]
    assert lists.paid(cycle) == [
        (f"{cycle.code}-{place:07d}", person.id, 15000) for place, person in enumerate(people, start=1)
    ]
    row = Payment.objects.filter(cycle=cycle).first()
    assert (row.compte_mobile, row.operateur_id, row.region_id) == (
        row.beneficiaire.compte_mobile,
        "operator_a_money",
        row.beneficiaire.menage.region_id,
    )
    cycle.refresh_from_db()
    assert (cycle.calcule_par_id, bool(cycle.calcule_le)) == (cast.admin.id, True)
    assert check_ledger() == []


def test_an_operator_that_is_not_known_is_refused(api, cast, lists):
    answer = calculate(api, cast.admin, lists.cycle(), {"operateur": "operateur_inconnu"})
    assert (answer.status_code, list(answer.json()["details"])) == (400, ["operateur"])


def test_who_is_paid_in_cash_or_by_bank_has_no_operator(lists):
    lists.enrol(mode_paiement="especes", compte_mobile=None)
    lists.enrol(mode_paiement="virement_bancaire", compte_bancaire="GW04 0001")
    lists.enrol(mode_paiement=None)
    cycle = lists.cycle()
    lists.calculate(cycle)
    found = Payment.objects.filter(cycle=cycle).order_by("reference")
    assert [(row.mode_paiement, row.operateur_id, bool(row.compte_mobile), row.compte_bancaire) for row in found] == [
        ("especes", None, False, None),
        ("virement_bancaire", None, False, "GW04 0001"),
        ("mobile_money", "operator_a_money", True, None),
    ]


def test_transfers_go_through_a_bank_and_nothing_else_does(lists):
    """A bank is never the operator of a mobile account, nor the other way round, whichever is asked for."""
    bank = {"virement": {"bic": "ECOCGWGW"}}
    Operator.objects.create(code="banque", label="Banque", modele_paiement=bank, ordre=0)
    lists.open_account("banque")
    lists.enrol(mode_paiement="virement_bancaire", compte_bancaire="0042-17")
    lists.enrol()
    cycle = lists.cycle()
    for asked, expected in (
        (None, [None, "operator_a_money"]),
        ("banque", ["banque", "operator_a_money"]),
        ("operator_b_money", [None, "operator_b_money"]),
    ):
        lists.calculate(cycle, asked)
        rows = Payment.objects.filter(cycle=cycle).order_by("reference")
        assert [row.operateur_id for row in rows] == expected


def test_the_number_at_the_second_operator_is_used_when_all_goes_through_it(lists):
    lists.enrol(numero_op_b="+245966000001")
    cycle = lists.cycle()
    lists.calculate(cycle, "operator_b_money")
    row = Payment.objects.get(cycle=cycle)
    assert (row.compte_mobile, row.operateur_id) == ("+245966000001", "operator_b_money")


def test_the_number_at_the_second_operator_stands_in_for_a_missing_account(lists):
    lists.open_account("operator_b_money")
    lists.enrol(compte_mobile=None, numero_op_b="+245966000001")
    lists.enrol()
    cycle = lists.cycle()
    lists.calculate(cycle)
    rows = Payment.objects.filter(cycle=cycle).order_by("reference")
    assert [row.operateur_id for row in rows] == ["operator_b_money", "operator_a_money"]


class TestSubstitutes:
    def test_one_receives_for_a_principal_who_has_no_account(self, lists):
        principal = lists.enrol(compte_mobile=None)
        lists.substitute(principal, compte_mobile="+245955990000", statut_enrolement="suspendu")
        first = lists.substitute(principal, compte_mobile="+245955990001")
        lists.substitute(principal, compte_mobile="+245955990002")
        cycle = lists.cycle()
        lists.calculate(cycle)
        row = Payment.objects.get(cycle=cycle)
        assert (row.beneficiaire_id, row.principal_id) == (first.id, principal.id)
        assert (row.compte_mobile, row.nom_complet) == ("+245955990001", first.nom_complet)

    def test_nobody_stands_in_for_who_can_be_paid(self, lists):
        principal = lists.enrol()
        lists.substitute(principal, compte_mobile="+245955990001")
        cycle = lists.cycle()
        lists.calculate(cycle)
        assert Payment.objects.get(cycle=cycle).beneficiaire_id == principal.id

    def test_nobody_stands_in_for_who_is_suspended(self, lists):
        principal = lists.enrol(compte_mobile=None, statut_enrolement="suspendu")
        lists.substitute(principal, compte_mobile="+245955990001")
        cycle = lists.cycle()
        assert lists.calculate(cycle).nb_paiements == 0


class TestAmounts:
    def test_per_person_up_to_a_ceiling(self, lists):
        AmountRule.objects.create(programme=lists.programme, mode="par_personne", plafond=20_000)
        for size in (1, 4, 9):
            lists.enrol(size=size)
        cycle = lists.cycle(amount=4_000)
        lists.calculate(cycle)
        assert [amount for _, _, amount in lists.paid(cycle)] == [4_000, 16_000, 20_000]

    def test_by_size_of_household(self, lists):
        tranches = [{"tailleMin": 6, "montant": 25_000}, {"tailleMin": 3, "montant": 15_000}]
        AmountRule.objects.create(programme=lists.programme, mode="par_taille", tranches=tranches)
        for size in (2, 3, 5, 6, 30):
            lists.enrol(size=size)
        cycle = lists.cycle()
        assert lists.calculate(cycle).nb_paiements == 4
        assert [amount for _, _, amount in lists.paid(cycle)] == [15_000, 15_000, 25_000, 25_000]


class TestStates:
    @pytest.mark.parametrize("statut", ["en_attente", "valide"])
    def test_a_frozen_list_is_not_calculated(self, api, cast, lists, statut):
        cycle = lists.cycle()
        level = 2 if statut == "valide" else 0
        Cycle.objects.filter(id=cycle.id).update(statut_validation=statut, niveau_validation=level, empreinte=b"x")
        assert calculate(api, cast.admin, cycle).json()["code"] == "INVALID_STATUS"

    def test_a_rejected_cycle_becomes_a_draft(self, api, cast, lists):
        cycle = lists.cycle(statut_validation="rejete", niveau_validation=1, empreinte=b"x")
        assert calculate(api, cast.admin, cycle).status_code == 200
        cycle.refresh_from_db()
        assert (cycle.statut_validation, cycle.niveau_validation) == ("brouillon", 0)

    def test_a_suspended_programme_is_not_calculated(self, api, cast, lists):
        cycle = lists.cycle()
        lists.programme.statut = "suspendu"
        lists.programme.save()
        assert calculate(api, cast.admin, cycle).json()["code"] == "INVALID_STATUS"

    def test_a_closed_project_is_not_calculated(self, api, cast, lists):
        cycle = lists.cycle()
        lists.programme.projet.lecture_seule = True
        lists.programme.projet.save()
        assert calculate(api, cast.admin, cycle).json()["code"] == "READ_ONLY_PROJECT"

    def test_what_was_sent_is_not_calculated_again(self, api, cast, lists):
        lists.enrol()
        cycle = lists.cycle()
        lists.calculate(cycle)
        lists.settle(cycle, echoue=1)
        Cycle.objects.filter(id=cycle.id).update(statut_validation="brouillon", niveau_validation=0)
        assert calculate(api, cast.admin, cycle).json()["code"] == "INVALID_STATUS"
        assert Payment.objects.filter(cycle=cycle).count() == 1


class TestReach:
    def test_a_cycle_of_the_country_is_not_calculated_from_one_region(self, api, cast, lists):
        lists.enrol()
        answer = calculate(api, cast.supervisor_west, lists.cycle())
        assert (answer.status_code, answer.json()["code"]) == (403, "FORBIDDEN")
        assert not Payment.objects.exists()

    def test_a_cycle_of_ones_regions_is(self, api, cast, lists, country):
        lists.programme.regions_eligibles.create(region=country.west)
        lists.enrol()
        assert calculate(api, cast.supervisor_west, lists.cycle()).status_code == 200

    def test_unless_people_of_other_regions_are_enrolled(self, api, cast, lists, country):
        lists.programme.regions_eligibles.create(region=country.west)
        lists.enrol(region=country.east)
        assert calculate(api, cast.supervisor_west, lists.cycle()).status_code == 403
        assert not Payment.objects.exists()


def test_many_are_calculated_by_a_job(api, cast, lists):
    lists.enrol()
    cycle = lists.cycle()
    answer = calculate(api, cast.admin, cycle, query="?async=1")
    assert (answer.status_code, answer.json()["data"]["statut"]) == (202, "en_attente")
    execute_job(answer.json()["data"]["jobId"])
    assert Job.objects.get().resultat["nbPaiements"] == 1
    assert Payment.objects.filter(cycle=cycle).count() == 1


def test_complaints_about_a_list_do_not_keep_it_from_being_put_right(api, cast, lists):
    """They follow their person to the new list; who is not on it, and a list that is dropped, leave them person and cycle."""
    people = [lists.enrol() for _ in range(3)]
    cycle = lists.cycle()
    lists.calculate(cycle)
    payments = {payment.beneficiaire_id: payment.id for payment in Payment.objects.filter(cycle=cycle)}
    said = [
        Complaint.objects.create(
            reference=f"PLT-{person.code}",
            categorie="paiement",
            priorite="normale",
            echeance=timezone.localdate(),
            cycle=cycle,
            beneficiaire=person,
            menage=person.menage,
            paiement_id=payments[person.id],
        )
        for person in people[:2]
    ]
    Beneficiary.objects.filter(id=people[1].id).update(statut_enrolement="suspendu")
    assert calculate(api, cast.admin, cycle).status_code == 200
    connection.check_constraints()
    named = {row.beneficiaire_id: row.paiement for row in Complaint.objects.select_related("paiement")}
    assert named[people[0].id].beneficiaire_id == people[0].id and named[people[0].id].id != payments[people[0].id]
    assert named[people[1].id] is None
    get_connection().forget_locks()
    assert api(cast.admin).put(f"/api/cycles/{cycle.id}", {"montantParBeneficiaire": 20_000}).status_code == 200
    connection.check_constraints()
    assert not Payment.objects.filter(cycle=cycle).exists()
    for one in said:
        one.refresh_from_db()
        assert (one.paiement_id, one.cycle_id) == (None, cycle.id)
