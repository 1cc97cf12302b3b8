"""Filter areas by the areas that they lie in."""

from config.filters import ChoiceFilter, FilterSet, UUIDFilter
from geo.areas.models import Locality


class RegionFilters(FilterSet):
    """Filter regions by nothing."""


class SectorFilters(FilterSet):
    region_id = UUIDFilter(name="region.id")


class CommuneFilters(FilterSet):
    secteur_id = UUIDFilter(name="secteur.id")


class LocalityFilters(FilterSet):
    type = ChoiceFilter(choices=Locality.Type.choices)
    secteur_id = UUIDFilter(name="secteur.id")
    commune_id = UUIDFilter(name="secteur.commune.id")
