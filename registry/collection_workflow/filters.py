"""Filter the statistics of the data collection workflow."""

from typing import Any

from config.filters import ChoiceFilter, FirstDayFilter, LastDayFilter, PeriodForm
from registry.households.api import HouseholdOriginFilters
from registry.households.models import Milieu


class CollectionFilters(HouseholdOriginFilters):
    """Filter counts of households; `dateDebut` and `dateFin` are the days on which they were registered."""

    date_debut = FirstDayFilter("created_at")
    date_fin = LastDayFilter("created_at")

    class Meta:
        form = PeriodForm


class CollectionStatisticsFilters(CollectionFilters):
    """Filter sums of households by what tallies are grouped by, and by days, which tallies do not know."""

    milieu = ChoiceFilter(choices=Milieu.choices)


def has_days(query: dict[str, Any]) -> bool:
    """Return whether the counts are those of some days."""
    return bool(query.get("dateDebut") or query.get("dateFin"))
