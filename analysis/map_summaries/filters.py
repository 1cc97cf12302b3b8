"""Filter the map's summaries by areas, complaints by what they are, and payments by programme and day."""

from typing import Final

from config.filters import CodesFilter, DateFilter, FilterSet, FirstDayFilter, IdsFilter, LastDayFilter, PeriodForm
from transfers.complaints.models import Priority
from transfers.complaints.teams.models import Category

# Complaints about gender-based violence are in no figure of an area.
CATEGORIES: Final = tuple(category for category in Category.values if category != Category.VBG)


class SectorStatisticsFilters(FilterSet):
    region = IdsFilter("region_id")


class SchoolStatisticsFilters(SectorStatisticsFilters):
    secteur = IdsFilter("secteur_id")


class LayerCountFilters(SectorStatisticsFilters):
    """Filter what is counted of each layer by the areas that it lies in."""

    secteur = IdsFilter("secteur_id")


class ComplaintStatisticsFilters(FilterSet):
    """Filter complaints; `dateDebut` and `dateFin` are the days on which they came in."""

    region = IdsFilter("region_id")
    categorie = CodesFilter(choices=CATEGORIES)
    priorite = CodesFilter(choices=tuple(Priority.values))
    date_debut = FirstDayFilter("date_creation")
    date_fin = LastDayFilter("date_creation")

    class Meta:
        form = PeriodForm


class PaymentStatisticsFilters(FilterSet):
    """Filter payments; `dateDebut` and `dateFin` are the days on which they were executed."""

    region = IdsFilter("region_id")
    programme = IdsFilter("cycle__programme_id")
    date_debut = FirstDayFilter("date_execution")
    date_fin = LastDayFilter("date_execution")

    class Meta:
        form = PeriodForm


class DailyPaymentFilters(FilterSet):
    """Filter the sums of payments by day as `PaymentStatisticsFilters` filters payments."""

    region = IdsFilter("region_id")
    programme = IdsFilter("programme_id")
    date_debut = DateFilter("jour", "gte")
    date_fin = DateFilter("jour", "lte")
