"""Filter the households whose coverage is computed."""

from typing import Final

from config.filters import CodesFilter, FilterSet, IdsFilter
from registry.households.models import Categorie, Milieu

CATEGORIES: Final = tuple(Categorie.values)
MILIEUX: Final = tuple(Milieu.values)


class TalliedCoverageFilters(FilterSet):
    """Filter sums of households."""

    region = IdsFilter("region_id", allow_null=True)
    categorie = CodesFilter("categorie_pauvrete", choices=CATEGORIES, allow_null=True)
    milieu = CodesFilter(choices=MILIEUX, allow_null=True)


class CoverageFilters(TalliedCoverageFilters):
    """Validate the filters; each is one value or several, separated by commas."""

    categorie = CodesFilter("menage__categorie_pauvrete", choices=CATEGORIES, allow_null=True)
    milieu = CodesFilter("menage__milieu", choices=MILIEUX, allow_null=True)
