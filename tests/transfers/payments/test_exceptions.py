"""Who of the enrolled is left out of a cycle, and why: the same definition as that of the calculation."""

import pytest

from registry.households.models import Household
from registry.projects.models import Project
from tests.conftest import make_user
from transfers.beneficiaries.models import Beneficiary
from transfers.payments.calculation.rules import EXCEPTION_REASONS
from transfers.payments.models import Payment

OUT = {
    "suspendu": {"statut_enrolement": "suspendu"},
    "sorti": {"statut_enrolement": "sorti", "motif_sortie": "deces", "date_sortie": "2025-01-05T00:00Z"},
    "gradue": {"statut_enrolement": "gradue", "date_graduation": "2025-01-05T00:00Z"},
    "sans_compte": {"compte_mobile": None},
    "numero_invalide": {"compte_mobile": "9551"},
}


def read(api, user, cycle, query=""):
    answer = api(user).get(f"/api/cycles/{cycle.id}/exceptions{query}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def reasons(body):
    return {reason: n for reason, n in body["parMotif"].items() if n}


@pytest.mark.parametrize("reason", OUT)
def test_each_reason_is_told_and_not_paid(api, cast, lists, reason):
    lists.enrol()
    left_out = lists.enrol(**OUT[reason])
    cycle = lists.cycle()
    assert lists.calculate(cycle).nb_paiements == 1
    body = read(api, cast.admin, cycle)
    assert reasons(body) == {reason: 1}
    (row,) = body["data"]
    assert (row["beneficiaire"]["id"], row["motif"]) == (str(left_out.id), reason)
    assert row["motifLabel"] == str(EXCEPTION_REASONS[reason])
    assert row["menage"] == {"id": str(left_out.menage_id), "code": left_out.menage.code_menage}


@pytest.mark.parametrize("number", ["9551", "+24512", "+2459550000011", "tel de Ana", "+999955000001"])
def test_a_number_that_cannot_be_dialled_is_not_paid(api, cast, lists, number):
    lists.enrol(compte_mobile=number)
    assert reasons(read(api, cast.admin, lists.cycle())) == {"numero_invalide": 1}


def test_an_account_of_two_households_pays_neither(api, cast, lists):
    lists.enrol(compte_mobile="+245955990000")
    lists.enrol(compte_mobile="+245955990000")
    mother = lists.enrol(compte_mobile="+245955990001")
    lists.substitute(mother, compte_mobile="+245955990001", mode_paiement="mobile_money")
    cycle = lists.cycle()
    assert lists.calculate(cycle).nb_paiements == 1
    assert reasons(read(api, cast.admin, cycle)) == {"compte_partage": 2}


def test_an_account_is_shared_with_who_is_suspended_but_not_with_who_left(api, cast, lists):
    lists.enrol(compte_mobile="+245955990000")
    lists.enrol(compte_mobile="+245955990000", **OUT["suspendu"])
    lists.enrol(compte_mobile="+245955990001")
    lists.enrol(compte_mobile="+245955990001", **OUT["sorti"])
    cycle = lists.cycle()
    assert lists.calculate(cycle).nb_paiements == 1
    assert reasons(read(api, cast.admin, cycle)) == {"compte_partage": 1, "suspendu": 1, "sorti": 1}


def test_a_number_at_the_second_operator_is_shared_with_a_first_number(api, cast, lists):
    """Both are paid through the second operator: one number would receive for two households."""
    lists.open_account("operator_b_money")
    lists.enrol(numero_op_b="+245966990000")
    lists.enrol(compte_mobile="+245966990000")
    cycle = lists.cycle()
    assert lists.calculate(cycle, operator="operator_b_money").nb_paiements == 0
    assert reasons(read(api, cast.admin, cycle)) == {"compte_partage": 2}


def test_a_number_at_the_second_operator_is_shared_with_who_is_not_on_the_list(api, cast, lists):
    lists.open_account("operator_b_money")
    lists.enrol(numero_op_b="+245966990000")
    lists.enrol(compte_mobile="+245966990000", **OUT["suspendu"])
    cycle = lists.cycle()
    assert lists.calculate(cycle, operator="operator_b_money").nb_paiements == 0
    assert reasons(read(api, cast.admin, cycle)) == {"compte_partage": 1, "suspendu": 1}


def test_the_exceptions_are_those_of_the_operator_of_the_list(api, cast, lists):
    """One person is paid at the second operator only: a list for the first leaves them out, and says so."""
    lists.open_account("operator_b_money")
    lists.enrol()
    second_only = lists.enrol(compte_mobile=None, numero_op_b="+245966990000")
    cycle = lists.cycle()
    assert lists.calculate(cycle, operator="operator_a_money").nb_paiements == 1
    body = read(api, cast.admin, cycle)
    assert reasons(body) == {"sans_compte": 1}
    assert [row["beneficiaire"]["id"] for row in body["data"]] == [str(second_only.id)]
    assert lists.calculate(cycle).nb_paiements == 2
    assert reasons(read(api, cast.admin, cycle)) == {}


def test_a_household_of_a_closed_project_is_not_paid(api, cast, lists):
    lists.enrol(project=Project.objects.create(code="CLOS", nom="Clos", lecture_seule=True))
    assert reasons(read(api, cast.admin, lists.cycle())) == {"projet_ferme": 1}


def test_a_place_that_another_holds_now_is_no_exception(api, cast, lists):
    former = lists.enrol(**OUT["sorti"])
    lists.add(former.menage, compte_mobile="+245955990001")
    cycle = lists.cycle()
    assert lists.calculate(cycle).nb_paiements == 1
    assert reasons(read(api, cast.admin, cycle)) == {}


class TestPaidInThePeriod:
    @pytest.fixture
    def regular(self, lists):
        for _ in range(4):
            lists.enrol()
        regular = lists.cycle()
        lists.calculate(regular)
        return regular

    def test_who_was_or_may_be_paid_is_left_out(self, api, cast, lists, regular):
        lists.settle(regular, reussi=1, en_cours=1, echoue=1)
        more = lists.cycle(periode=regular)
        assert lists.calculate(more).nb_paiements == 1
        assert reasons(read(api, cast.admin, more)) == {"deja_paye": 3}

    def test_a_draft_pays_nobody_yet(self, api, cast, lists, regular):
        assert reasons(read(api, cast.admin, lists.cycle(periode=regular))) == {}

    def test_another_period_is_another_matter(self, api, cast, lists, regular):
        lists.settle(regular, reussi=4)
        assert reasons(read(api, cast.admin, lists.cycle(month=3))) == {}

    def test_a_merged_household_is_still_paid(self, api, cast, lists, regular):
        """Its payment stays with what it was; its people belong to the other household now."""
        lists.settle(regular, reussi=4)
        kept = Household.objects.create(code_menage="GARDE", taille_menage=3, region=lists.regions[0])
        Beneficiary.objects.filter(id=Payment.objects.filter(cycle=regular).first().principal_id).update(menage=kept)
        assert reasons(read(api, cast.admin, lists.cycle(periode=regular))) == {"deja_paye": 4}


def test_pages_narrow_by_reason_and_keep_the_numbers(api, cast, lists):
    for _ in range(3):
        lists.enrol(**OUT["suspendu"])
    lists.enrol(**OUT["sans_compte"])
    body = read(api, cast.admin, lists.cycle(), "?motif=suspendu&limit=2&page=2")
    assert reasons(body) == {"suspendu": 3, "sans_compte": 1}
    assert (len(body["data"]), body["pagination"]["total"]) == (1, 3)


def test_one_sees_ones_regions(api, cast, lists, country):
    lists.enrol(**OUT["suspendu"])
    lists.enrol(region=country.east, **OUT["suspendu"])
    body = read(api, cast.agent_west, lists.cycle())
    assert reasons(body) == {"suspendu": 1}
    assert [row["region"]["id"] for row in body["data"]] == [str(country.west.id)]


def test_accounts_are_shown_to_who_may_see_contacts(api, cast, lists, country):
    lists.enrol(compte_mobile="9551")
    cycle = lists.cycle()
    assert read(api, cast.admin, cycle)["data"][0]["compte"] == "9551"
    assert "compte" not in read(api, make_user("ROLE_USER", country.west), cycle)["data"][0]


def test_everybody_is_paid_or_told(api, cast, lists):
    """The list and the exceptions are one definition: each place is on exactly one of the two."""
    shared = {"compte_mobile": "+245955990000"}
    people = [lists.enrol(**values) for values in [*OUT.values(), {}, {}, shared, shared, OUT["suspendu"] | shared]]
    lists.substitute(lists.enrol(compte_mobile=None), mode_paiement="especes")
    cycle = lists.cycle()
    lists.calculate(cycle)
    paid = set(Payment.objects.filter(cycle=cycle).values_list("menage_id", flat=True))
    told = {row["menage"]["id"] for row in read(api, cast.admin, cycle, "?limit=100")["data"]}
    assert len(paid) == 3
    assert {str(menage) for menage in paid}.isdisjoint(told)
    assert len(paid) + len(told) == len(people) + 1
