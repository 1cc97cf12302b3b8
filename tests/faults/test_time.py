"""A request whose statements take too long is refused in time, and its statement ends."""

import time

import pytest
from django.db import connection
from django.urls import get_resolver

from config.api.limits import ANALYSIS, EXPORT, TimeBudget, find_work_kind
from geo.areas import views

SLOW = "pg_sleep(%s) IS NOT NULL"


@pytest.fixture
def slow(monkeypatch):
    """Have every look at areas take so many seconds a row."""
    areas = views.filter_areas

    def slowed(seconds):
        monkeypatch.setattr(views, "filter_areas", lambda *args: areas(*args).extra(where=[SLOW], params=[seconds]))

    return slowed


@pytest.mark.django_db
def test_a_list_is_refused_in_time(api, cast, settings, slow):
    settings.REQUEST_SECONDS = settings.REQUEST_SECONDS | {"read": 0.5}
    slow(10)
    began = time.monotonic()
    answer = api(cast.admin).get("/api/regions")
    assert time.monotonic() - began < 3
    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    assert answer.json()["code"] == "QUERY_TOO_LONG"
    assert answer.json()["hydra:description"] == (
        "La demande prend trop de temps. Précisez les filtres, ou réessayez plus tard."
    )


@pytest.mark.django_db(transaction=True)
def test_statements_of_a_request_share_its_time(api, cast, settings, slow):
    """Page and count take 0.4 s each: neither is over the limit, both together are."""
    settings.REQUEST_SECONDS = settings.REQUEST_SECONDS | {"read": 0.7}
    caller = api(cast.admin)
    slow(0.2)
    assert caller.get("/api/regions", {"limit": 1}).status_code == 503
    settings.REQUEST_SECONDS = settings.REQUEST_SECONDS | {"read": 10}
    assert caller.get("/api/regions", {"limit": 1}).status_code == 200


@pytest.mark.django_db
def test_quick_requests_tell_the_server_nothing_twice(api, cast, monkeypatch):
    told = []
    monkeypatch.setattr("config.api.limits.set_limits", lambda limits: told.append(limits) or True)
    caller = api(cast.admin)
    for _ in range(5):
        assert caller.get("/api/regions").status_code == 200
    assert len(told) == 1
    assert told[0].statement == 3000 and told[0].lock < told[0].statement


@pytest.mark.django_db
def test_time_that_is_used_up_is_told_to_the_server():
    budget = TimeBudget("read")
    with connection.execute_wrapper(budget), connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        budget.spent = 1.0
        cursor.execute("SELECT current_setting('statement_timeout')")
        assert cursor.fetchone()[0] == "2s"


@pytest.mark.parametrize(
    ("method", "declared", "kind"),
    [
        ("GET", None, "read"),
        ("HEAD", None, "read"),
        ("POST", None, "write"),
        ("DELETE", None, "write"),
        ("POST", ANALYSIS, "analysis"),
        ("GET", {"GET": EXPORT}, "export"),
        ("PUT", {"GET": EXPORT}, "write"),
    ],
)
def test_kind_of_work(method, declared, kind):
    assert find_work_kind(method, declared) == kind


def test_only_these_views_may_work_longer():
    """Whoever adds one must say why here: an export writes as long as it is read, an analysis looks at all rows."""
    found = {}
    waiting = list(get_resolver().url_patterns)
    while waiting:
        pattern = waiting.pop()
        waiting += getattr(pattern, "url_patterns", [])
        view = getattr(getattr(pattern, "callback", None), "view_class", None)
        if getattr(view, "allowance", None):
            found[view.__name__] = view.allowance
    assert found == {
        "LayerExport": EXPORT,
        "HouseholdExport": EXPORT,
        "PaymentExport": EXPORT,
        "InstructionFile": EXPORT,
        "CycleSheetExport": EXPORT,
        "SheetExport": EXPORT,
        "Coverage": ANALYSIS,
        "Density": ANALYSIS,
        # A question may ask for either.
        "Assistant": ANALYSIS,
        # They look at every household.
        "RuleSimulation": ANALYSIS,
        "TargetingLaboratory": ANALYSIS,
        "ProgrammeSelectionList": ANALYSIS,
        "SurveyMeasurement": ANALYSIS,
        "Clusters": ANALYSIS,
        "Distances": ANALYSIS,
        # They look at every row of what they count, at two dates or by area.
        "Comparison": ANALYSIS,
        "PaymentStatistics": ANALYSIS,
        "HexagonStatistics": ANALYSIS,
        # Density and coverage are collections, too.
        "ItemList": ANALYSIS,
        "ItemDetail": ANALYSIS,
        # They look at every place of a programme, or every payment of a cycle.
        "AccountCheck": ANALYSIS,
        "CycleChangeList": ANALYSIS,
        "CandidateList": ANALYSIS,
        "CycleEffectList": ANALYSIS,
        "CycleExceptionList": ANALYSIS,
        "FeeSimulation": ANALYSIS,
        # They read all entries of a session, or all movements of a month.
        "SessionExport": EXPORT,
        "SessionMinute": EXPORT,
        "MinuteVerification": EXPORT,
        "AccountMonth": ANALYSIS,
        "ReferralCard": EXPORT,
    }
