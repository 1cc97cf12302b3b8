"""Calculate the list of payments of a cycle."""

from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from config.caller import Caller
from config.errors.problems import invalid_status
from config.locks import Lock, claim_lock
from transfers.conditionality.api import build_expected_effects, build_stored_effects, delete_effects
from transfers.cycles.api import lock_editable_cycle, require_cycle_reach
from transfers.cycles.models import CALCULATION_FIELDS, Cycle, PaymentTotal
from transfers.payments.calculation.queries import (
    ACTIVE,
    SQL,
    build_verdict_params,
    build_verdicts,
    summarise_calculation,
)
from transfers.payments.calculation.types import CalculationResult
from transfers.payments.hooks import list_followers
from transfers.programmes.api import PAYING_STATUSES

CALCULATE: Final = "transferts.calculer"
# Payments with another status have been sent, or will be.
UNSENT: Final = ("planifie", "annule")


def require_calculable_cycle(cycle: Cycle) -> None:
    """Raise INVALID_STATUS unless the programme of a cycle runs and none of its payments was ever sent."""
    if cycle.programme.statut not in PAYING_STATUSES:
        raise invalid_status(_("Le programme n'est pas actif : ses cycles ne se calculent pas."))
    if PaymentTotal.objects.filter(cycle=cycle, nombre__gt=0).exclude(statut__in=UNSENT).exists():
        raise invalid_status(_("Ce cycle a déjà été payé en partie : sa liste ne se calcule plus."))


@transaction.atomic
def calculate_payments(*, cycle_id: UUID, operator: str | None, user: Caller) -> CalculationResult:
    """Calculate the list of payments of a cycle, in place of the one that it has; who is excluded stays so.

    A rejected cycle becomes a draft again. All payments go through `operator` (its code), or through that of each
    account. Raises NOT_FOUND, FORBIDDEN (the list concerns more than the user's regions), READ_ONLY_PROJECT,
    INVALID_STATUS (submitted, sent, a programme which does not run).
    """
    cycle = lock_editable_cycle(cycle_id=cycle_id, user=user, require=require_calculable_cycle)
    claim_lock(Lock.PAYMENTS)
    params = build_verdict_params(cycle, operator)
    exclusions = SQL.fetch_one("replace_exclusions", {"cycle": cycle.id})["exclusions"]
    own = {"code": cycle.code, "exclusions": exclusions}
    delete_effects(cycle)
    SQL.execute("insert_effects", params, effects=build_expected_effects(), amount=SQL["amount"])
    SQL.execute("insert_payments", params | own, verdicts=build_verdicts(ACTIVE, build_stored_effects()))
    for follow in list_followers.values():
        follow(cycle.id)
    cycle.calcule_par_id, cycle.calcule_le, cycle.calcule_operateur = user.id, timezone.now(), operator
    cycle.save(update_fields=[*CALCULATION_FIELDS, "updated_at"])
    # People may have been enrolled outside the regions of the programme.
    require_cycle_reach(cycle, user)
    return summarise_calculation(cycle)
