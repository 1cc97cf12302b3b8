"""Filter pairs of households."""

from typing import Any, Final

from django.conf import settings
from django.db.models import Q, QuerySet

from config.filters import ChoiceFilter, FilterSet, IdsFilter
from registry.duplicates.models import Decision
from registry.duplicates.rules import CERTAIN, OPEN, REVIEW


class PairIdsFilter(IdsFilter):
    """Filter pairs by a column of either household."""

    def build_condition(self, value: Any, prefix: str = "") -> Q:
        return super().build_condition(value, f"{prefix}menage_a__") | super().build_condition(
            value, f"{prefix}menage_b__"
        )


STATUSES: Final = (OPEN, CERTAIN, REVIEW, Decision.DISTINCTS.value, Decision.IGNORER.value)


def build_status_condition(status: str) -> Q:
    """Return the condition of the pairs in one of STATUSES."""
    if status not in (OPEN, CERTAIN, REVIEW):
        return Q(decision=status)
    shown = Q(decision__isnull=True, score__gte=settings.DUPLICATE_REVIEW)
    if status == CERTAIN:
        return shown & Q(score__gte=settings.DUPLICATE_CERTAIN)
    return shown & Q(score__lt=settings.DUPLICATE_CERTAIN) if status == REVIEW else shown


def _filter_by_status(rows: QuerySet[Any], field_name: str, status: str) -> QuerySet[Any]:
    return rows.filter(build_status_condition(status))


class PairOriginFilters(FilterSet):
    """Filter pairs by where a household of theirs lives, and for what it was registered."""

    region = PairIdsFilter("region_id")
    secteur = PairIdsFilter("secteur_id")
    campagne = PairIdsFilter("campagne_id")


class PairFilters(PairOriginFilters):
    """Filter the list of pairs.

    `statut`: `ouvert` (undecided; the default), `certain` or `a_verifier` among these, `distincts` or `ignorer`.
    """

    statut = ChoiceFilter(method=_filter_by_status, choices=list(STATUSES), default=OPEN)
