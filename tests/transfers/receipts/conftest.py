"""A cycle whose people were paid, in two regions."""

import pytest

from config.postgis.base import get_connection
from tests.transfers.payments.conftest import Lists
from transfers.payments.models import Payment


class Checks:
    """Pay people, draw samples of them, and send answers."""

    def __init__(self, lists, country, api, cast):
        self.lists, self.country, self.api, self.admin = lists, country, api, cast.admin

    def pay(self, west=0, east=0, failed=0):
        """A cycle that has paid so many in each region; `failed` more have not been paid."""
        for region, number in ((self.country.west, west), (self.country.east, east), (self.country.west, failed)):
            for _ in range(number):
                self.lists.enrol(region=region)
        cycle = self.lists.cycle()
        self.lists.calculate(cycle)
        self.lists.settle(cycle, reussi=west + east, echoue=failed)
        Payment.objects.filter(cycle=cycle, statut="reussi").update(date_execution="2025-02-28T08:00Z")
        get_connection().forget_locks()
        return cycle

    def draw(self, cycle, user=None, status=201, **body):
        answer = self.api(user or self.admin).post(f"/api/cycles/{cycle.id}/verifications", body)
        assert answer.status_code == status, answer.content
        get_connection().forget_locks()
        return answer.json()["data"] if status == 201 else answer.json()

    def sample(self, check, user=None, **query):
        """The rows of a sample, in the order drawn."""
        address = f"/api/verifications/{check['id']}/reponses"
        answer = self.api(user or self.admin).get(address, {"limit": 100} | query)
        assert answer.status_code == 200, answer.content
        return answer.json()["data"]

    def answer(self, check, row, user=None, headers=None, **body):
        address = f"/api/verifications/{check['id']}/reponses/{row['id']}"
        answer = self.api(user or self.admin).patch(address, {"moyen": "telephone"} | body, headers=headers or {})
        get_connection().forget_locks()
        return answer

    def result(self, check, user=None):
        answer = self.api(user or self.admin).get(f"/api/verifications/{check['id']}")
        assert answer.status_code == 200, answer.content
        return answer.json()["data"]

    @staticmethod
    def references(rows):
        return [row["paiement"]["reference"] for row in rows]

    @staticmethod
    def paid(cycle):
        return set(Payment.objects.filter(cycle=cycle, statut="reussi").values_list("reference", flat=True))


@pytest.fixture
def lists(programme, country, cast):
    return Lists(programme, [country.west, country.east], cast.admin)


@pytest.fixture
def checks(lists, country, api, cast):
    return Checks(lists, country, api, cast)
