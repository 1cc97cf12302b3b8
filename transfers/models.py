"""Django finds an app's models here; each feature owns its own."""

from transfers.beneficiaries.models import Beneficiary
from transfers.programmes.models import Programme

__all__ = ["Beneficiary", "Programme"]
