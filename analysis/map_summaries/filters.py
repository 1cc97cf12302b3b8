"""Filter the map's summaries by areas."""

from config.filters import FilterSet, IdsFilter


class SectorStatisticsFilters(FilterSet):
    region = IdsFilter("region_id")


class SchoolStatisticsFilters(SectorStatisticsFilters):
    secteur = IdsFilter("secteur_id")
