"""Filter what the quality dashboard counts."""

from accounts.users.models import User
from config.filters import DateFilter, VisibleIdsFilter
from registry.households.api import HouseholdOriginFilters


class QualityFilters(HouseholdOriginFilters):
    """Filter households; the dates bound the day of their collection, both inclusive."""

    enqueteur = VisibleIdsFilter("enqueteur_id", User)
    date_debut = DateFilter("date_collecte__date", "gte")
    date_fin = DateFilter("date_collecte__date", "lte")


class QualityTallyFilters(QualityFilters):
    """Filter the stored tallies by the same parameters."""

    date_debut = DateFilter("jour", "gte")
    date_fin = DateFilter("jour", "lte")
