"""The list of the households of some days is found by their days, in the order of the whole list."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from registry.households import queries
from registry.households.models import Household

SORTED = "AS MATERIALIZED"


@pytest.fixture
def old(country):
    """Seven households: four were registered in an old week, of which one in the east."""
    rows = [
        Household(code_menage=f"M-{number}", taille_menage=1, region=country.east if number == 3 else country.west)
        for number in range(7)
    ]
    Household.objects.bulk_create(rows)
    then = timezone.now() - timedelta(days=400)
    Household.objects.filter(code_menage__in=["M-0", "M-2", "M-3", "M-5"]).update(created_at=then)
    day = timezone.localdate(then)
    return {"dateDebut": str(day - timedelta(days=3)), "dateFin": str(day + timedelta(days=3))}


def test_an_old_week_is_not_walked_to(old, api, cast, monkeypatch):
    def read(user, **query):
        with CaptureQueriesContext(connection) as asked:
            answer = api(user).get("/api/menages", {**old, "limit": 2, **query})
        assert answer.status_code == 200, answer.content
        body = answer.json()
        is_sorted = any(SORTED in (one["sql"] or "") for one in asked.captured_queries)
        return [row["codeMenage"] for row in body["data"]], body["pagination"]["total"], is_sorted

    expected = [["M-5", "M-3"], ["M-2", "M-0"], []]
    found = [read(cast.admin, page=page) for page in (1, 2, 3)]
    assert found == [(codes, 4, True) for codes in expected]
    assert read(cast.agent_west) == (["M-5", "M-2"], 3, True)
    assert read(cast.admin, statut="rejete") == ([], 0, True)
    monkeypatch.setattr(queries, "MOST_SORTED", 3)
    assert [read(cast.admin, page=page) for page in (1, 2, 3)] == [(codes, 4, False) for codes in expected]
