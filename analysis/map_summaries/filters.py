"""Filter the map's summaries by areas, and complaints by what they are."""

from typing import Final

from config.filters import CodesFilter, DateFilter, FilterSet, IdsFilter
from transfers.complaints.models import Priority
from transfers.complaints.teams.models import Category

# Complaints about gender-based violence are in no figure of an area.
CATEGORIES: Final = tuple(category for category in Category.values if category != Category.VBG)


class SectorStatisticsFilters(FilterSet):
    region = IdsFilter("region_id")


class SchoolStatisticsFilters(SectorStatisticsFilters):
    secteur = IdsFilter("secteur_id")


class ComplaintStatisticsFilters(FilterSet):
    """Filter complaints; `dateDebut` and `dateFin` are the days on which they came in."""

    region = IdsFilter("region_id")
    categorie = CodesFilter(choices=CATEGORIES)
    priorite = CodesFilter(choices=tuple(Priority.values))
    date_debut = DateFilter("date_creation", "date__gte")
    date_fin = DateFilter("date_creation", "date__lte")
