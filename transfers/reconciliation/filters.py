"""Filter the list of sessions."""

from config.filters import CharFilter, ChoiceFilter, DateFilter, FilterSet, UUIDFilter
from transfers.reconciliation.models import SessionStatus


class SessionFilters(FilterSet):
    """Filter sessions; the days choose those whose days meet the period."""

    statut = ChoiceFilter("statut", choices=SessionStatus.choices)
    operateur = CharFilter("operateur_id", max_length=30)
    cycle = UUIDFilter("cycle_id")
    date_debut = DateFilter("date_fin", "gte", name="dateDebut")
    date_fin = DateFilter("date_debut", "lte", name="dateFin")
