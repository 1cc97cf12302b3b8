"""Filter rule sets."""

from django.db.models import Q, QuerySet

from config.filters import BooleanFilter, FilterSet, SearchFilter, UUIDFilter
from config.text import Normalised, build_words_condition, split_words
from transfers.eligibility.models import RuleSet


def _filter_by_search(rows: QuerySet[RuleSet], field_name: str, text: str) -> QuerySet[RuleSet]:
    """Return rule sets whose name contains each word of `text`, or whose code contains `text`."""
    words = split_words(text)
    named = build_words_condition("nom_normalise", words) if words else Q(pk__in=[])
    return rows.annotate(nom_normalise=Normalised("nom")).filter(Q(code__icontains=text) | named)


class RuleSetFilters(FilterSet):
    programme_id = UUIDFilter("programme_id")
    est_template = BooleanFilter("est_template", default=None, allow_null=True)
    actif = BooleanFilter("actif", default=None, allow_null=True)
    search = SearchFilter(method=_filter_by_search, allow_blank=True)
