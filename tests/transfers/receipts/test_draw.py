"""Samples of the paid: by region and operator, from a seed that nobody chooses."""

import secrets
from hashlib import sha256

import pytest

from accounts.notifications.models import Notification
from tests.conftest import make_user
from tests.operators import restore_operators
from tests.threads import together
from transfers.payments.models import Payment
from transfers.receipts.models import ReceiptAnswer
from transfers.receipts.rules import MAX_SEED


def test_a_sample_has_its_part_of_each_region(checks, country):
    cycle = checks.pay(west=12, east=4, failed=2)
    check = checks.draw(cycle, marge=20)
    strata = {row["region"]: (row["population"], row["taille"]) for row in check["strates"]}
    assert strata == {country.west.nom: (12, 8), country.east.nom: (4, 3)}
    assert (check["numero"], check["taille"], check["total"]["population"]) == (1, 11, 16)
    rows = checks.sample(check)
    assert set(checks.references(rows)) <= checks.paid(cycle)
    assert len(set(checks.references(rows))) == 11
    assert {row["recu"] for row in rows} == {None}


@pytest.fixture
def restored(transactional_db):
    """The operators are there, also after a test that emptied the tables."""
    restore_operators()


def draw_again(seed, references, size):
    """Whom anybody draws who has the list of a stratum and the seed."""
    return set(sorted(references, key=lambda each: sha256(f"{seed} {each}".encode()).digest())[:size])


def test_whoever_has_the_seed_draws_the_same_people(checks):
    cycle = checks.pay(west=20)
    check = checks.draw(cycle, marge=25)
    drawn = set(checks.references(checks.sample(check)))
    assert drawn == draw_again(check["graine"], checks.paid(cycle), check["taille"])


def test_nobody_chooses_the_seed(checks, monkeypatch):
    cycle = checks.pay(west=3)
    assert checks.draw(cycle, status=400, graine=3)["code"] == "VALIDATION_ERROR"
    monkeypatch.setattr(secrets, "randbelow", lambda most: most - 5)
    assert checks.draw(cycle)["graine"] == MAX_SEED - 5


def test_nobody_draws_until_a_sample_pleases(checks):
    """Another sample needs another person and a reason, is told to those who reconcile, and the first stays."""
    cycle = checks.pay(west=3)
    first = checks.draw(cycle)
    assert checks.draw(cycle, status=403, motif="Encore")["code"] == "FORBIDDEN"
    other = make_user("ROLE_ADMIN")
    for body in ({}, {"motif": ""}, {"motif": "\u200b"}, {"motif": None}):
        assert list(checks.draw(cycle, user=other, status=400, **body)["details"]) == ["motif"]
    second = checks.draw(cycle, user=other, motif="Résultats tardifs")
    assert [(each["numero"], each["motif"]) for each in (first, second)] == [(1, None), (2, "Résultats tardifs")]
    assert Notification.objects.filter(user=checks.admin, title="Un nouvel échantillon est tiré").count() == 1
    listed = checks.api(checks.admin).get(f"/api/cycles/{cycle.id}/verifications").json()["data"]
    assert [each["numero"] for each in listed] == [2, 1]


@pytest.mark.django_db(transaction=True)
def test_two_who_draw_at_once_draw_one_sample(restored, checks):
    cycle = checks.pay(west=3)
    users = [make_user("ROLE_ADMIN") for _ in range(4)]

    def draw(number):
        return checks.api(users[number]).post(f"/api/cycles/{cycle.id}/verifications", {}).status_code

    assert sorted(together(4, draw, numbered=True)) == [201, 400, 400, 400]


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
    for body in ({"marge": 0}, {"marge": "NaN"}, {"confiance": 100}, {"graine": 1}, {"seed": 1}):
        assert checks.draw(cycle, status=400, **body)["code"] == "VALIDATION_ERROR", body
    assert not ReceiptAnswer.objects.exists()


def test_who_sees_a_part_of_the_cycle_draws_nothing(checks, cast):
    cycle = checks.pay(west=2, east=2)
    assert checks.draw(cycle, user=cast.supervisor_west, status=403)["code"] == "FORBIDDEN"
    assert checks.draw(cycle, user=cast.agent_west, status=403)["code"] == "FORBIDDEN"
