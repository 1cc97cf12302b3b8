"""Filter services for survivors."""

from typing import Any

from django.db.models import Q, QuerySet

from analysis.vbg.directory.rules import STATUS_LABELS
from config.filters import CharFilter, ChoiceFilter, DateFilter, FilterSet, IdsFilter, SearchFilter
from config.text import build_words_condition, split_words
from geo.facilities.models import VbgService


def _filter_by_search(rows: QuerySet[VbgService], field_name: str, text: str) -> QuerySet[Any]:
    """Return services whose name has each word of `text`, or whose code contains `text`."""
    words = split_words(text)
    named = build_words_condition("nom_normalise", words) if words else Q(pk__in=[])
    return rows.filter(Q(code__icontains=text) | named)


def _filter_by_status(rows: QuerySet[VbgService], field_name: str, status: str) -> QuerySet[Any]:
    """Return services of a status; one without status is active."""
    return rows.filter(statut__in=[status, ""] if status == "actif" else [status])


class ServiceMapFilters(FilterSet):
    """Filter the services of the map."""

    region = IdsFilter("region_id")
    type_service = CharFilter("type", max_length=60)


class ServiceFilters(ServiceMapFilters):
    """Filter the list of services."""

    secteur = IdsFilter("secteur_id")
    statut = ChoiceFilter(choices=list(STATUS_LABELS), method=_filter_by_status)
    search = SearchFilter(method=_filter_by_search, allow_blank=True)


class OverviewFilters(FilterSet):
    """Filter the overview: its services by region, its cases by region and days."""

    region = IdsFilter("region_id")
    date_debut = DateFilter("date_ouverture", "gte")
    date_fin = DateFilter("date_ouverture", "lte")
