"""Filter counts of cases; everything narrower than a cell of the cube is widened to it."""

from analysis.vbg.cases.models import Rubrique
from config.filters import ChoiceFilter, DateFilter, FilterSet, IdsFilter


class CountFilters(FilterSet):
    region = IdsFilter("region_id")
    secteur = IdsFilter("secteur_id")
    date_debut = DateFilter("mois", "gte")
    date_fin = DateFilter("mois", "lte")
    rubrique = ChoiceFilter(choices=Rubrique.choices)


class ProfileFilters(FilterSet):
    region = IdsFilter("region_id")
    date_debut = DateFilter("mois", "gte")
    date_fin = DateFilter("mois", "lte")
