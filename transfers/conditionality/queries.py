"""Query conditionalities, and how far they are met."""

from typing import Any

from django.db.models import QuerySet

from config.sql import Queries
from transfers.conditionality.filters import ConditionalityFilters
from transfers.conditionality.models import Conditionality

SQL = Queries(__file__, "conditionality.sql")


def filter_conditionalities(query: dict[str, Any]) -> QuerySet[Conditionality]:
    """Return conditionalities under the filters of the list, by code."""
    return ConditionalityFilters.filter_rows(Conditionality.objects.select_related("programme"), query)


def build_rates(people: str) -> str:
    """Return the query of the rates of compliance (`beneficiaire_id`, `taux`) of those whom the query `people` names."""
    return SQL["rates"].format(people=people)
