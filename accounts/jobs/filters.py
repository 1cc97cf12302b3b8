"""Filter the list of a user's jobs."""

from accounts.jobs.models import Job
from config.filters import CharFilter, ChoiceFilter, DateFilter, FilterSet


class JobFilters(FilterSet):
    """Filter jobs; `depuis` is the first day on which they were started."""

    statut = ChoiceFilter(choices=Job.Statut.choices)
    type = CharFilter(max_length=60)
    depuis = DateFilter("created_at", "date__gte")
