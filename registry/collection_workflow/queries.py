"""Query the data collection workflow: the households in pre-collection, and the counts by state."""

from dataclasses import fields
from typing import Any, Final

from django.db.models import QuerySet

from config.caller import Caller
from config.sql import Queries
from geo.scope.api import compile_subquery
from registry.collection_workflow.filters import CollectionStatisticsFilters
from registry.collection_workflow.types import CampaignCounts, CollectionStatistics, StateCounts
from registry.households.api import filter_households
from registry.households.models import Household, StatutCollecte
from registry.households.tally.models import HouseholdTally

SQL = Queries(__file__, "collection_workflow.sql")
PRE_COLLECTED_FILTER: Final = {"statutCollecte": StatutCollecte.PRE_COLLECTE}


def filter_pre_collected(query: dict[str, Any]) -> tuple[QuerySet[Household], dict[str, Any]]:
    """Return the households in pre-collection that match the filters, and the filters with that state added.

    `query` holds the filters of the household list. A filter on another `statutCollecte` matches nothing.
    """
    statut = query.get("statutCollecte")
    rows = filter_households(query | PRE_COLLECTED_FILTER)
    return (rows.none() if statut not in (None, StatutCollecte.PRE_COLLECTE) else rows), query | PRE_COLLECTED_FILTER


def count_by_state(query: dict[str, Any], user: Caller) -> CollectionStatistics:
    """Count households by state, in total and by campaign (null is no campaign), from the tallies.

    Run one query; the counts are always exact. `total` is what has not been integrated yet: `en_attente` (pre_collecte,
    of which `en_collecte` have not been submitted), `valides` and `rejetes`.
    """
    rows = CollectionStatisticsFilters.filter_rows(HouseholdTally.objects.visible_to(user), query)
    tally, params = compile_subquery(rows, "tally", "campagne_id", "statut", "statut_collecte", "n")
    campaigns = SQL.fetch_objects(CampaignCounts, "count_by_state", params, tally=tally)
    totals = {field.name: sum(getattr(row, field.name) for row in campaigns) for field in fields(StateCounts)}
    return CollectionStatistics(**totals, par_campagne=campaigns)
