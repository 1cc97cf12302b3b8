"""Filter lists of records of households."""

from typing import Any, Final

from django.db.models import QuerySet

from registry.follow_up.models import HealthVisit, HouseholdRecord, Measure

# The date column of each kind of record.
DATE_FIELDS: Final[dict[type[HouseholdRecord], str]] = {HealthVisit: "date_visite", Measure: "date_mesure"}
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
    bounds = {"dateDebut": f"{DATE_FIELDS[model]}__gte", "dateFin": f"{DATE_FIELDS[model]}__lte"}
    wanted |= {lookup: query[name] for name, lookup in bounds.items() if query.get(name) is not None}
    rows: Any = model._default_manager
    return rows.filter(**wanted).select_related("menage")
