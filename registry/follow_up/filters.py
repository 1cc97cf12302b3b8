"""Filter records of households: visits, measures, and those of upper apps."""

from config.filters import DateFilter, FilterSet, IdsFilter, UUIDFilter


class RecordFilters(FilterSet):
    """Filter records by their household and where it is."""

    menage = UUIDFilter("menage_id")
    region = IdsFilter("menage__region_id")
    secteur = IdsFilter("menage__secteur_id")
    localite = IdsFilter("menage__localite_id")


class VisitFilters(RecordFilters):
    date_debut = DateFilter("date_visite", "gte")
    date_fin = DateFilter("date_visite", "lte")


class MeasureFilters(RecordFilters):
    date_debut = DateFilter("date_mesure", "gte")
    date_fin = DateFilter("date_mesure", "lte")
