"""Filter cases."""

from typing import Any

from analysis.vbg.cases.models import CaseStatus, Rubrique
from analysis.vbg.cases.rules import check_reference, find_reference_bounds
from config.filters import CheckedTextFilter, ChoiceFilter, DateFilter, FilterSet, PeriodForm, UUIDFilter


def _filter_by_reference(rows: Any, name: str, value: str) -> Any:
    """Return the cases whose reference begins so."""
    return rows.filter(**{f"{name}__range": find_reference_bounds(value)})


class CaseFilters(FilterSet):
    class Meta:
        form = PeriodForm

    reference = CheckedTextFilter("id", check=check_reference, method=_filter_by_reference)
    date_debut = DateFilter("mois", "gte")
    date_fin = DateFilter("mois", "lte")
    region = UUIDFilter("region_id")
    secteur = UUIDFilter("secteur_id")
    service = UUIDFilter("service_id")
    rubrique = ChoiceFilter(choices=Rubrique.choices)
    statut = ChoiceFilter(choices=CaseStatus.choices)
