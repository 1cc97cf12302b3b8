"""Filter the complaints of the map, and their sums by map cell."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from config.filters import ChoiceFilter, FilterSet, IdsFilter
from transfers.complaints.models import ComplaintStatus, Priority
from transfers.complaints.teams.models import Category


class ComplaintMapFilters(FilterSet):
    """Filter the complaints of the map: never those about gender-based violence, whoever asks."""

    statut = ChoiceFilter(choices=ComplaintStatus.choices)
    priorite = ChoiceFilter(choices=Priority.choices)
    region = IdsFilter("region_id")
    secteur = IdsFilter("secteur_id")
    localite = IdsFilter("localite_id")

    @classmethod
    def filter_rows(cls, rows: QuerySet[Any], values: Mapping[str, Any]) -> QuerySet[Any]:
        return super().filter_rows(rows, values).exclude(categorie=Category.VBG)


class ComplaintCellFilters(FilterSet):
    statut = ChoiceFilter(choices=ComplaintStatus.choices)
    priorite = ChoiceFilter(choices=Priority.choices)
    region = IdsFilter("region_id")
    secteur = IdsFilter("secteur_id")
