"""Filter the map's summaries by areas."""

from config.filters import FilterSet, IdsFilter


class RegionFilters(FilterSet):
    region = IdsFilter("region_id")


class RegionAndSectorFilters(RegionFilters):
    secteur = IdsFilter("secteur_id")
