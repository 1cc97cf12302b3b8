"""A household and a service that are written at once, in two transactions, find each other."""

import pytest

from registry.households.bulk.services import open_bulk_load
from tests.analysis.proximity.world import differences, households, run, services
from tests.threads import run_beside


def add_household():
    households(2, "R", (-15.5, 12, -15.4, 12.1))


def add_many_households():
    with open_bulk_load() as touched:
        households(20, "R", (-15.5, 12, -15.4, 12.1))
        run(f"INSERT INTO {touched} SELECT id FROM registry_menage")


def add_service():
    services("geo_ecole", 5, (-15.5, 12, -15.4, 12.1))


def drop_services():
    run("DELETE FROM geo_ecole WHERE nom = 'S1'")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (add_household, add_service),
        (add_many_households, add_service),
        (add_service, add_household),
        (drop_services, add_many_households),
    ],
)
def test_two_transactions(first, second):
    services("geo_ecole", 3)
    assert run_beside(first, second) == []
    assert differences() == []
