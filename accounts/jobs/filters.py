"""Filter the list of a user's jobs."""

from typing import Any, Final

from django.db.models import Q, QuerySet

from accounts.jobs.models import Job
from config.filters import BooleanFilter, CharFilter, ChoiceFilter, FilterSet, FirstDayFilter

# An import, not the check of a file before it, whose result lists what it did not take.
WITH_ERRORS: Final = (
    Q(type__startswith="import_")
    & ~Q(parametres__contains={"action": "validate"})
    & (Q(resultat__errors__0__isnull=False) | Q(resultat__erreurs__0__isnull=False))
)


def _filter_by_errors(rows: QuerySet[Job], field_name: str, has_errors: bool) -> QuerySet[Any]:
    return rows.filter(WITH_ERRORS) if has_errors else rows.exclude(WITH_ERRORS)


class JobFilters(FilterSet):
    """Filter jobs; `depuis` is the first day on which they were started, `avecErreurs` imports that left out rows."""

    statut = ChoiceFilter(choices=Job.Statut.choices)
    type = CharFilter(max_length=60)
    depuis = FirstDayFilter("created_at")
    avec_erreurs = BooleanFilter(method=_filter_by_errors, default=None, allow_null=True)
