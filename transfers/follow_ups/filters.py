"""Filter follow-ups of beneficiaries."""

from config.filters import CharFilter, DateFilter
from transfers.beneficiaries.api import BeneficiaryRecordFilters


class FollowUpFilters(BeneficiaryRecordFilters):
    type_suivi = CharFilter(max_length=100)
    date_debut = DateFilter("date_suivi__date", "gte")
    date_fin = DateFilter("date_suivi__date", "lte")
