"""Read visits and measures."""

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from django.db.models import Count, QuerySet

from registry.follow_up.models import HealthVisit, HouseholdRecord, Measure

# The date column of each kind of record.
DAY: Final[dict[type[HouseholdRecord], str]] = {HealthVisit: "date_visite", Measure: "date_mesure"}
# The filters of all lists of records of households.
HOUSEHOLD_FILTERS: Final = {
    "menage": "menage_id",
    "region": "menage__region_id__in",
    "secteur": "menage__secteur_id__in",
    "localite": "menage__localite_id__in",
}


def filter_records(model: type[HouseholdRecord], query: dict[str, Any]) -> QuerySet:
    """Return the records of one kind that match the filters of its list, newest first, with their households."""
    wanted = {lookup: query[name] for name, lookup in HOUSEHOLD_FILTERS.items() if query.get(name) is not None}
    bounds = {"dateDebut": f"{DAY[model]}__gte", "dateFin": f"{DAY[model]}__lte"}
    wanted |= {lookup: query[name] for name, lookup in bounds.items() if query.get(name) is not None}
    rows: Any = model._default_manager
    return rows.filter(**wanted).select_related("menage")


def build_record_counter(model: type[HouseholdRecord]) -> Callable[[list[UUID]], dict[UUID, int]]:
    """Return a function that counts the records of one kind, by household id (see `register_dependency`)."""

    def count(ids: list[UUID]) -> dict[UUID, int]:
        rows: Any = model._default_manager
        found = rows.filter(menage_id__in=ids).order_by().values("menage_id")
        return dict(found.annotate(n=Count("id")).values_list("menage_id", "n"))

    return count
