"""A trail of many traces: nobody counts them to the end, and no page walks through the newer ones."""

from datetime import date

import pytest
from django.db import connection

from accounts.audit.queries import list_audit_entries
from tests.cases import walk_cases

pytestmark = pytest.mark.django_db
MANY = """
INSERT INTO accounts_audit (date, action, model, objet, racine)
SELECT timestamptz '2020-01-01' + number * interval '1 minute', action, 'menage', objet, objet
FROM (SELECT number, gen_random_uuid() AS objet,
             CASE WHEN number IN (7, 9) THEN 'anonymisation' ELSE 'modification' END AS action
      FROM generate_series(1, 30000) AS number) AS made
"""


@pytest.fixture
def many():
    """Three weeks of traces, one a minute, and two that are rare at their beginning."""
    with connection.cursor() as cursor:
        cursor.execute(MANY)
        cursor.execute("ANALYZE accounts_audit")


def ask(api, cast, **query):
    answer = api(cast.admin).get("/api/audit", query)
    assert answer.status_code == 200
    return answer.json()


def test_a_total_is_exact_as_far_as_it_is_counted(api, cast, many, monkeypatch):
    counted = ask(api, cast, action="anonymisation")["pagination"]
    assert counted == {"page": 1, "limit": 20, "total": 2, "pages": 1}
    last = ask(api, cast, dateFin="2020-01-01", page="72")
    assert (last["pagination"]["total"], len(last["data"])) == (1439, 19)
    long = ask(api, cast, model="menage")["pagination"]
    assert long["totalApproximatif"] is True
    assert 20_000 < long["total"] < 40_000
    assert long["pages"] == -(-long["total"] // 20)
    monkeypatch.setattr("config.paging.MOST_COUNTED", 2)
    assert ask(api, cast, model="menage", dateFin="2020-01-01", page="3")["pagination"]["totalApproximatif"] is True
    assert "totalApproximatif" not in ask(api, cast, action="anonymisation")["pagination"]


def test_under_days_the_newest_comes_first(api, cast, many):
    found = ask(api, cast, dateDebut="2020-01-02", dateFin="2020-01-02", limit="3")["data"]
    assert [one["date"][:16] for one in found] == ["2020-01-02T23:59", "2020-01-02T23:58", "2020-01-02T23:57"]


@walk_cases(
    ("query", "index"),
    [
        ({"dateFin": "2020-01-01"}, "audit_day"),
        ({"dateDebut": "2020-01-02", "dateFin": "2020-01-03"}, "audit_day"),
        ({"action": "anonymisation"}, "audit_action"),
        ({"model": "role"}, "audit_model"),
    ],
)
def test_a_page_reads_little_else(cast, many, query, index):
    days = {name: date.fromisoformat(day) for name, day in query.items() if name.startswith("date")}
    page = list_audit_entries(query | days, cast.admin).visible_to(cast.admin)[:20]
    plan = page.explain(analyze=True, buffers=True)
    assert index in plan
    assert "Rows Removed by Filter" not in plan
