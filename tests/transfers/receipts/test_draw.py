"""Samples of the paid: by region and operator, and the same again from the same seed."""

from transfers.payments.models import Payment
from transfers.receipts.models import ReceiptAnswer


def test_a_sample_has_its_part_of_each_region(checks, country):
    cycle = checks.pay(west=12, east=4, failed=2)
    check = checks.draw(cycle, marge=20, graine=7)
    strata = {row["region"]: (row["population"], row["taille"]) for row in check["strates"]}
    assert strata == {country.west.nom: (12, 8), country.east.nom: (4, 3)}
    assert (check["graine"], check["taille"], check["total"]["population"]) == (7, 11, 16)
    rows = checks.sample(check)
    assert set(checks.references(rows)) <= checks.paid(cycle)
    assert len(set(checks.references(rows))) == 11
    assert {row["recu"] for row in rows} == {None}


def test_the_same_seed_draws_the_same_people(checks):
    cycle = checks.pay(west=20, east=5)
    first, again, other = (checks.draw(cycle, marge=25, graine=seed) for seed in (3, 3, 4))
    assert checks.references(checks.sample(first)) == checks.references(checks.sample(again))
    assert set(checks.references(checks.sample(first))) != set(checks.references(checks.sample(other)))


def test_without_a_seed_one_is_drawn_and_shown(checks):
    cycle = checks.pay(west=3)
    check = checks.draw(cycle)
    again = checks.draw(cycle, graine=check["graine"])
    assert checks.references(checks.sample(check)) == checks.references(checks.sample(again))


def test_operators_are_strata(checks):
    cycle = checks.pay(west=6)
    other = Payment.objects.filter(cycle=cycle).order_by("reference").first()
    Payment.objects.filter(id=other.id).update(operateur_id="operator_e")
    check = checks.draw(cycle, marge=50, confiance=50)
    assert [(row["operateur"], row["taille"]) for row in check["strates"]] == [
        ("operator_a_money", 1),
        ("operator_e", 1),
    ]
    assert other.reference in checks.references(checks.sample(check))


def test_a_late_result_does_not_change_the_strata(checks, country):
    cycle = checks.pay(west=4, failed=1)
    check = checks.draw(cycle)
    Payment.objects.filter(cycle=cycle, statut="echoue").update(statut="reussi", motif_echec=None)
    assert checks.result(check)["total"]["population"] == 4


def test_what_is_refused(checks, cast):
    cycle = checks.pay(failed=1)
    assert checks.draw(cycle, status=400)["code"] == "INVALID_STATUS"
    cycle = checks.lists.cycle(month=3)
    for body in ({"marge": 0}, {"marge": "NaN"}, {"confiance": 100}, {"graine": -1}, {"graine": 2**31}, {"seed": 1}):
        assert checks.draw(cycle, status=400, **body)["code"] == "VALIDATION_ERROR", body
    assert not ReceiptAnswer.objects.exists()


def test_who_sees_a_part_of_the_cycle_draws_nothing(checks, cast):
    cycle = checks.pay(west=2, east=2)
    assert checks.draw(cycle, user=cast.supervisor_west, status=403)["code"] == "FORBIDDEN"
    assert checks.draw(cycle, user=cast.agent_west, status=403)["code"] == "FORBIDDEN"
