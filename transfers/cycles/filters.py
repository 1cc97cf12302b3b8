"""Filter cycles."""

from typing import Any, Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, Sum

from config.caller import Caller, Scope
from config.filters import BooleanFilter, ChoiceFilter, FilterSet, SearchFilter, UUIDFilter
from config.paging import sort_rows
from config.text import Normalised, build_words_condition, split_words
from transfers.cycles.hooks import awaiting_conditions
from transfers.cycles.models import Cycle, PaymentTotal, StatutExecution, StatutValidation
from transfers.programmes.models import ProgrammeRegion

# What the list may be sorted by, with the column, or with the sum of payments that is.
SORT_COLUMNS: Final[dict[str, F]] = {
    "nom": F("nom"),
    "programme": F("programme__nom"),
    "periode": F("date_debut"),
    "nombre": F("somme"),
    "montant": F("somme"),
}
_SUMS: Final = ("nombre", "montant")


def sort_cycles(rows: QuerySet[Cycle], name: str, user: Caller) -> QuerySet[Cycle]:
    """Sort cycles by a name of SORT_COLUMNS, equal ones in the usual order; sums are of the payments that `user` sees."""
    column = name.removeprefix("-")
    if column in _SUMS:
        paid = PaymentTotal.objects.visible_to(user).filter(cycle=OuterRef("pk")).exclude(statut="annule").order_by()
        rows = rows.annotate(somme=Subquery(paid.values("cycle").annotate(n=Sum(column)).values("n")))
    return sort_rows(rows, name, SORT_COLUMNS)


def _filter_by_search(rows: QuerySet[Cycle], field_name: str, text: str) -> QuerySet[Any]:
    """Return cycles whose name contains each word of `text`, or whose code contains `text`."""
    words = split_words(text)
    named = build_words_condition("nom_normalise", words) if words else Q(pk__in=[])
    return rows.annotate(nom_normalise=Normalised("nom")).filter(Q(code__icontains=text) | named)


def _filter_by_suspension(rows: QuerySet[Cycle], field_name: str, is_suspended: bool) -> QuerySet[Cycle]:
    """Return cycles whose payment is suspended, or is not."""
    return rows.filter(suspendu_le__isnull=not is_suspended)


class CallerFilter(BooleanFilter):
    """Filter cycles by what they are to the caller: its value is the condition."""

    def build_condition(self, value: Q, prefix: str = "") -> Q:
        if prefix:
            raise TypeError("what cycles are to somebody filters the list of cycles only")
        return value


class AwaitingFilter(CallerFilter):
    """Filter cycles by whether they wait for the caller."""

    def limit_to_visible(self, value: bool, caller: Scope) -> Q:
        """Return the condition for this caller."""
        awaiting = Q(pk__in=[])
        for build_condition in awaiting_conditions.values():
            awaiting |= build_condition(caller)
        return awaiting if value else ~awaiting


class InReachFilter(CallerFilter):
    """Filter cycles by whether they pay somebody in the caller's regions; one without a list yet by its programme's."""

    def limit_to_visible(self, value: bool, caller: Scope) -> Q:
        """Return the condition for this caller."""
        paid = PaymentTotal.objects.visible_to(caller).filter(cycle=OuterRef("pk"), nombre__gt=0)
        uncalculated = Q(calcule_le__isnull=True)
        if caller.region_ids is not None:
            named = ProgrammeRegion.objects.filter(programme=OuterRef("programme"))
            own = Exists(named.filter(region__in=caller.region_ids))
            uncalculated &= Q(own) | Q(~Exists(named))
        in_reach = Q(Exists(paid)) | uncalculated
        return in_reach if value else ~in_reach


class CycleFilters(FilterSet):
    """Filter the list of cycles, annotated with `statut` (see `queries.annotate_execution_status`)."""

    programme = UUIDFilter("programme_id")
    projet = UUIDFilter("programme__projet_id")
    statut = ChoiceFilter(choices=StatutExecution.choices)
    statut_validation = ChoiceFilter(choices=StatutValidation.choices)
    suspendu = BooleanFilter(method=_filter_by_suspension)
    a_valider = AwaitingFilter()
    dans_mes_regions = InReachFilter()
    search = SearchFilter(method=_filter_by_search, allow_blank=True)
