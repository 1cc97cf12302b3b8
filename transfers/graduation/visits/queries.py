"""Query visits after graduations."""

from typing import Any

from django.db.models import QuerySet

from transfers.graduation.visits.filters import GraduationVisitFilters
from transfers.graduation.visits.models import GraduationVisit


def filter_visits(query: dict[str, Any]) -> QuerySet[GraduationVisit]:
    """Return visits under the filters of the list, the first due first."""
    rows = GraduationVisit.objects.select_related("graduation__beneficiaire__programme", "suivi")
    return GraduationVisitFilters.filter_rows(rows, query)
