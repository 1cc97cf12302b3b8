"""Query the data collection workflow: the households in pre-collection, and the counts by state."""

from contextlib import nullcontext
from dataclasses import fields
from typing import Any, Final

from django.db.models import QuerySet, Value

from accounts.users.models import User
from config.caller import Caller
from config.paging import limit_search_time
from config.sql import Queries
from geo.scope.api import compile_subquery
from registry.collection_workflow.filters import CollectionFilters, CollectionStatisticsFilters, has_days
from registry.collection_workflow.types import (
    CampaignCounts,
    CollectionStatistics,
    StateCounts,
    SurveyorCounts,
)
from registry.households.api import filter_households
from registry.households.models import Household, StatutCollecte
from registry.households.tally.models import HouseholdTally

SQL = Queries(__file__, "collection_workflow.sql")
# Surveyors that are told: more are not read one by one.
MAX_SURVEYORS: Final = 500
PRE_COLLECTED_FILTER: Final = {"statutCollecte": StatutCollecte.PRE_COLLECTE}


def filter_pre_collected(query: dict[str, Any]) -> tuple[QuerySet[Household], dict[str, Any]]:
    """Return the households in pre-collection that match the filters, and the filters with that state added.

    `query` holds the filters of the household list. A filter on another `statutCollecte` matches nothing.
    """
    statut = query.get("statutCollecte")
    rows = filter_households(query | PRE_COLLECTED_FILTER)
    return (rows.none() if statut not in (None, StatutCollecte.PRE_COLLECTE) else rows), query | PRE_COLLECTED_FILTER


def count_by_surveyor(query: dict[str, Any], user: Caller) -> list[SurveyorCounts]:
    """Count the households of each surveyor by state, those with most to do first; one query, within the time of searches.

    Surveyors whom the caller does not see, and households without one, are left out.
    """
    rows = CollectionFilters.filter_rows(Household.objects.visible_to(user), query)
    columns = ("enqueteur_id", "statut", "statut_collecte", "created_at")
    menages, params = compile_subquery(rows.filter(enqueteur__isnull=False), "menages", *columns)
    people, whom = compile_subquery(User.objects.visible_to(user), "people", "id", "prenom", "nom", "email")
    given = params | whom | {"most": MAX_SURVEYORS}
    with limit_search_time():
        return SQL.fetch_objects(SurveyorCounts, "count_by_surveyor", given, menages=menages, people=people)


def count_by_state(query: dict[str, Any], user: Caller) -> CollectionStatistics:
    """Count households by state, in total and by campaign (null is no campaign): from the tallies, or those of some days.

    Run one query, that of days within the time of searches; the counts are always exact. `total` is what has not been
    integrated yet: `en_attente` (pre_collecte, of which `en_collecte` have not been submitted), `valides` and `rejetes`.
    """
    columns = ("campagne_id", "statut", "statut_collecte")
    is_searched = has_days(query)
    if is_searched:
        households = CollectionStatisticsFilters.filter_rows(Household.objects.visible_to(user), query)
        tally, params = compile_subquery(households, "tally", *columns, n=Value(1))
    else:
        rows = CollectionStatisticsFilters.filter_rows(HouseholdTally.objects.visible_to(user), query)
        tally, params = compile_subquery(rows, "tally", *columns, "n")
    with limit_search_time() if is_searched else nullcontext():
        campaigns = SQL.fetch_objects(CampaignCounts, "count_by_state", params, tally=tally)
    totals = {field.name: sum(getattr(row, field.name) for row in campaigns) for field in fields(StateCounts)}
    return CollectionStatistics(**totals, par_campagne=campaigns)
