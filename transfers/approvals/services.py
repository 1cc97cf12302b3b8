"""Validate cycles."""

from django.utils.translation import gettext as _

from config.errors.problems import conflict
from transfers.approvals.queries import compute_list_hash
from transfers.cycles.models import Cycle


def require_approved_list(cycle: Cycle) -> None:
    """Raise CONFLICT when the list of a validated cycle is not the one that was approved."""
    if cycle.empreinte is None or compute_list_hash(cycle.id) != bytes(cycle.empreinte):
        raise conflict(_("La liste des paiements n'est plus celle qui a été validée."))
