"""Filter the statistics of the data collection workflow."""

from config.filters import ChoiceFilter
from registry.households.api import HouseholdOriginFilters
from registry.households.models import Milieu


class CollectionStatisticsFilters(HouseholdOriginFilters):
    """Filter sums of households by what tallies are grouped by."""

    milieu = ChoiceFilter(choices=Milieu.choices)
