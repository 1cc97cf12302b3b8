"""Filter stored designs of targeting."""

from django.db.models import QuerySet

from config.filters import FilterSet, SearchFilter, UUIDFilter
from config.text import Normalised, build_words_condition, split_words
from transfers.eligibility.laboratory.models import TargetingDesign


def _filter_by_search(rows: QuerySet[TargetingDesign], field_name: str, text: str) -> QuerySet[TargetingDesign]:
    """Return designs whose name contains each word of `text`."""
    return rows.annotate(nom_normalise=Normalised("nom")).filter(
        build_words_condition("nom_normalise", split_words(text))
    )


class DesignFilters(FilterSet):
    auteur = UUIDFilter("cree_par_id")
    search = SearchFilter(method=_filter_by_search, allow_blank=True)
