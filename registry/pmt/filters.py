"""Filter PMT methods."""

from datetime import date
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from config.filters import BooleanFilter, ChoiceFilter, FilterSet, UUIDFilter
from registry.pmt.models import PmtMethod


def filter_methods_valid_on(rows: QuerySet[PmtMethod], day: date) -> QuerySet[PmtMethod]:
    """Return the published versions which are valid on `day`."""
    published = rows.filter(statut=PmtMethod.Statut.PUBLIEE, date_debut__lte=day)
    return published.filter(Q(date_fin__isnull=True) | Q(date_fin__gte=day))


def _filter_in_force(rows: QuerySet[Any], field_name: str, is_in_force: bool) -> QuerySet[Any]:
    """Return the versions which are valid today; with false, all."""
    return filter_methods_valid_on(rows, timezone.localdate()) if is_in_force else rows


class MethodFilters(FilterSet):
    """Filter the list of methods."""

    statut = ChoiceFilter(choices=PmtMethod.Statut.choices)
    famille = UUIDFilter()
    en_vigueur = BooleanFilter(method=_filter_in_force, default=None, allow_null=True)
