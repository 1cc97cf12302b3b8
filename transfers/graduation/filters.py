"""Filter graduations."""

from config.filters import ChoiceFilter, FilterSet, UUIDFilter
from transfers.graduation.models import GraduationStatus


class GraduationFilters(FilterSet):
    programme = UUIDFilter("beneficiaire__programme_id")
    statut = ChoiceFilter(choices=GraduationStatus.choices)
