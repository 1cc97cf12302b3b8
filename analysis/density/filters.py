"""Filter the points that density counts."""

from config.filters import CodesFilter, FilterSet, IdsFilter
from registry.households.models import Categorie


class DensityFilters(FilterSet):
    """Filter households, or rows at the positions of households."""

    region = IdsFilter("region_id")
    categorie = CodesFilter("categorie_pauvrete", choices=tuple(Categorie.values))
