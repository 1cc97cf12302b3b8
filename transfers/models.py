"""Collect the models of all features, so that Django finds them. Each feature defines its own."""

from transfers.beneficiaries.models import Beneficiary, BeneficiaryCell
from transfers.follow_ups.models import FollowUp
from transfers.identity_documents.models import IdentityDocument
from transfers.programmes.models import Programme, ProgrammeRegion

__all__ = ["Beneficiary", "BeneficiaryCell", "FollowUp", "IdentityDocument", "Programme", "ProgrammeRegion"]
