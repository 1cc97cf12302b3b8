"""Filter cases."""

from analysis.vbg.cases.models import CaseStatus, Rubrique
from config.filters import ChoiceFilter, FilterSet, UUIDFilter


class CaseFilters(FilterSet):
    region = UUIDFilter("region_id")
    secteur = UUIDFilter("secteur_id")
    service = UUIDFilter("service_id")
    rubrique = ChoiceFilter(choices=Rubrique.choices)
    statut = ChoiceFilter(choices=CaseStatus.choices)
