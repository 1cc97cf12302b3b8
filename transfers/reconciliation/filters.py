"""Filter the list of sessions."""

from typing import Any
from uuid import UUID

from django.db.models import Q

from config.caller import Scope
from config.filters import BooleanFilter, CharFilter, ChoiceFilter, DateFilter, FilterSet, UUIDFilter
from transfers.reconciliation.models import ReconciliationSession, SessionStatus
from transfers.reconciliation.states import DECIDABLE
from transfers.reconciliation.types import SessionFigures, read_groups


class UndecidedFilter(BooleanFilter):
    """Filter sessions by whether they have entries about which the caller may have to decide."""

    def limit_to_visible(self, value: bool, caller: Scope) -> tuple[bool, list[UUID]]:
        """Return the ids of the open sessions with such entries, with one query: figures are those of the caller's regions."""
        rows = ReconciliationSession.objects.visible_to(caller).filter(statut__in=DECIDABLE).order_by()
        undecided = [
            identity
            for identity, counters in rows.values_list("id", "compteurs")
            if SessionFigures.sum(read_groups(counters, caller.region_ids)).a_decider
        ]
        return value, undecided

    def build_condition(self, value: Any, prefix: str = "") -> Q:
        wanted, ids = value
        condition = Q(**{f"{prefix}id__in": ids})
        return condition if wanted else ~condition


class SessionFilters(FilterSet):
    """Filter sessions; the days choose those whose days meet the period."""

    statut = ChoiceFilter("statut", choices=SessionStatus.choices)
    a_traiter = UndecidedFilter()
    operateur = CharFilter("operateur_id", max_length=30)
    cycle = UUIDFilter("cycle_id")
    date_debut = DateFilter("date_fin", "gte", name="dateDebut")
    date_fin = DateFilter("date_debut", "lte", name="dateFin")
