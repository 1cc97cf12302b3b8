"""Filter the list of a user's jobs."""

from accounts.jobs.models import Job
from config.filters import CharFilter, ChoiceFilter, FilterSet, FirstDayFilter


class JobFilters(FilterSet):
    """Filter jobs; `depuis` is the first day on which they were started."""

    statut = ChoiceFilter(choices=Job.Statut.choices)
    type = CharFilter(max_length=60)
    depuis = FirstDayFilter("created_at")
