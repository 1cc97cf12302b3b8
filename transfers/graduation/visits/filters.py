"""Filter visits after graduations."""

from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from config.filters import ChoiceFilter, DateFilter, FilterSet, UUIDFilter
from transfers.graduation.visits.models import GraduationVisit, VisitStatus


def _filter_by_state(rows: QuerySet[GraduationVisit], field_name: str, state: str) -> QuerySet[Any]:
    """Return visits that took place, that are to come, or whose day has passed without one."""
    today = timezone.localdate()
    open_visit = Q(suivi__isnull=True)
    conditions = {
        VisitStatus.FAIT: ~open_visit,
        VisitStatus.A_FAIRE: open_visit & Q(date_prevue__gte=today),
        VisitStatus.EN_RETARD: open_visit & Q(date_prevue__lt=today),
    }
    return rows.filter(conditions[VisitStatus(state)])


class GraduationVisitFilters(FilterSet):
    programme = UUIDFilter("graduation__beneficiaire__programme_id")
    graduation = UUIDFilter("graduation_id")
    statut = ChoiceFilter(choices=VisitStatus.choices, method=_filter_by_state)
    date_debut = DateFilter("date_prevue", "gte")
    date_fin = DateFilter("date_prevue", "lte")
