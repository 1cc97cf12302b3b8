"""Filter checks of conditionalities."""

from config.filters import BooleanFilter, ChoiceFilter, DateFilter, UUIDFilter
from transfers.beneficiaries.api import BeneficiaryRecordFilters
from transfers.conditionality.checks.models import ComplianceStatus


class ComplianceCheckFilters(BeneficiaryRecordFilters):
    programme = UUIDFilter("conditionnalite__programme_id")
    conditionnalite = UUIDFilter("conditionnalite_id")
    cycle = UUIDFilter("cycle_id")
    statut = ChoiceFilter(choices=ComplianceStatus.choices)
    # Checks of which the household was given no notice, or was.
    sans_avis = BooleanFilter("date_avis", "isnull", default=None, allow_null=True)
    date_debut = DateFilter("date_verification__date", "gte")
    date_fin = DateFilter("date_verification__date", "lte")
