"""A run beside somebody who holds a household."""

import threading
from typing import Any

import pytest
from django.db import connection, transaction

from registry.households.models import Household
from tests.registry.survey_platforms.conftest import household, kobo_row

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_status_does_not_wait_for_who_holds_the_household(platform: Any, sync: Any) -> None:
    """He may be waiting for one that the run holds: the status comes with the next run."""
    platform.rows = [kobo_row(1)]
    sync()
    platform.rows[0]["_validation_status"] = {"uid": "validation_status_not_approved", "timestamp": 1_790_000_000}
    held, enough = threading.Event(), threading.Event()

    def holder() -> None:
        with transaction.atomic():
            Household.objects.select_for_update().get()
            held.set()
            enough.wait(60)
        connection.close()

    thread = threading.Thread(target=holder)
    thread.start()
    held.wait(60)
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '2s'")
    try:
        assert sync()["statutsModifies"] == 0
    finally:
        enough.set()
        thread.join()
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")
    assert (sync()["statutsModifies"], household().collector_validation_status) == (1, "rejete")
