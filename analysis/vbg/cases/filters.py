"""Filter cases."""

import re
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from analysis.vbg.cases.models import CaseStatus, Rubrique
from analysis.vbg.cases.rules import REFERENCE_LENGTH, find_reference_bounds
from config.filters import ChoiceFilter, DateFilter, FilterSet, PeriodForm, SearchFilter, UUIDFilter


def _filter_by_reference(rows: Any, name: str, value: str) -> Any:
    """Return the cases whose reference begins so; none where no reference could."""
    if not re.fullmatch(rf"[0-9A-Fa-f]{{1,{REFERENCE_LENGTH}}}", value):
        return rows.none()
    return rows.filter(**{f"{name}__range": find_reference_bounds(value)})


class FirstMonthFilter(DateFilter):
    """Filter months by a day of the first one: a case has the first day of its month, whatever its own was."""

    default_lookup = "gte"

    def build_condition(self, value: Any, prefix: str = "") -> Q:
        return super().build_condition(value.replace(day=1), prefix)


class CaseFilters(FilterSet):
    class Meta:
        form = PeriodForm

    reference = SearchFilter(
        "id", method=_filter_by_reference, help_text=_("La référence d'un cas, ou son début (`3F2A91BC`)")
    )
    date_debut = FirstMonthFilter("mois")
    date_fin = DateFilter("mois", "lte")
    region = UUIDFilter("region_id")
    secteur = UUIDFilter("secteur_id")
    service = UUIDFilter("service_id")
    rubrique = ChoiceFilter(choices=Rubrique.choices)
    statut = ChoiceFilter(choices=CaseStatus.choices)
