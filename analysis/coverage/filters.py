"""Filter the households whose coverage is computed."""

from typing import Final

from config.filters import BooleanFilter, CodesFilter, FilterSet, IdsFilter
from registry.households.api import ImportFilter, QuestionFilter
from registry.households.models import Categorie, Milieu

CATEGORIES: Final = tuple(Categorie.values)
MILIEUX: Final = tuple(Milieu.values)
# What is told of a household, and of nobody else.
OF_HOUSEHOLDS: Final = ("categorie", "milieu", "eligible", "import", "plan")


class ZoneFilters(FilterSet):
    """Filter rows with the ids of the areas that they lie in: households, and the distances that are stored of them."""

    region = IdsFilter("region_id", allow_null=True)
    secteur = IdsFilter("secteur_id", allow_null=True)
    localite = IdsFilter("localite_id", allow_null=True)


class TraitFilters(FilterSet):
    """Filter households by what is told of them."""

    categorie = CodesFilter("categorie_pauvrete", choices=CATEGORIES, allow_null=True)
    milieu = CodesFilter(choices=MILIEUX, allow_null=True)
    eligible = BooleanFilter("eligible_programme", default=None, allow_null=True)
    import_job = ImportFilter(name="import", allow_null=True)
    plan = QuestionFilter(allow_null=True)


class CoverageFilters(ZoneFilters, TraitFilters):
    """Validate the filters; ids and codes are one value or several, separated by commas.

    `import` are the households that an import has created, `plan` those that the answer to a question counts: the
    `filtre` of the assistant's answer.
    """
