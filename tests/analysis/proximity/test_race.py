"""A household and a service that are written at once, in two transactions, find each other."""

import threading
import time

import pytest
from django.db import connection, transaction

from registry.households.bulk.services import open_bulk_load
from tests.analysis.proximity.world import differences, households, run, services


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
    written, faults = threading.Event(), []

    def other():
        try:
            written.wait(60)
            second()
        except Exception as fault:  # noqa: BLE001 - told to the test
            faults.append(fault)
        finally:
            connection.close()

    thread = threading.Thread(target=other)
    thread.start()
    with transaction.atomic():
        first()
        written.set()
        # Time for the other to come as far as it may before this commits.
        time.sleep(0.3)
    thread.join(60)
    assert faults == []
    assert differences() == []
