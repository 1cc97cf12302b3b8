"""Filter the layers of regions, secteurs and localities."""

from config.filters import CharFilter, FilterSet, IdsFilter

MAX_TYPE = 255


class RegionLayerFilters(FilterSet):
    region = IdsFilter("id")


class SectorLayerFilters(FilterSet):
    region = IdsFilter("region_id")
    secteur = IdsFilter("id")


class LocalityLayerFilters(FilterSet):
    region = IdsFilter("secteur__region_id")
    secteur = IdsFilter("secteur_id")
    localite = IdsFilter("id")
    type = CharFilter(max_length=MAX_TYPE)
