"""Filter audit entries."""

from datetime import UTC, datetime, time
from typing import Any
from uuid import UUID

from django.db.models import Q

from accounts.audit.models import AuditEntryQuerySet, Trace
from config.filters import CharFilter, ChoiceFilter, DateFilter, FilterSet, UUIDFilter


class DayFilter(DateFilter):
    """Filter moments by a day in UTC that still counts."""

    def build_condition(self, value: Any, prefix: str = "") -> Q:
        end = time.min if self.lookup_expr == "gte" else time.max
        return super().build_condition(datetime.combine(value, end, UTC), prefix)


def _filter_by_object(rows: AuditEntryQuerySet, field_name: str, object_id: UUID) -> AuditEntryQuerySet:
    return rows.filter_by_object(object_id)


class AuditEntryFilters(FilterSet):
    """Filter the list of audit entries.

    `objet` is the changed row, `racine` the object whose history includes it (the household of a member).
    """

    objet = UUIDFilter(method=_filter_by_object)
    model = CharFilter(max_length=60)
    racine = UUIDFilter()
    action = ChoiceFilter(choices=Trace.Action.choices)
    utilisateur = UUIDFilter("utilisateur_id")
    operation = UUIDFilter("operation_id")
    date_debut = DayFilter("date", "gte")
    date_fin = DayFilter("date", "lte")
