"""Filter the sessions that are summed."""

from config.filters import CharFilter, DateFilter, FilterSet


class StatisticsFilters(FilterSet):
    """Filter sessions by their operator, and by the days that they are about."""

    operateur = CharFilter("operateur_id", max_length=30)
    date_debut = DateFilter("date_fin", "gte", name="dateDebut")
    date_fin = DateFilter("date_debut", "lte", name="dateFin")
