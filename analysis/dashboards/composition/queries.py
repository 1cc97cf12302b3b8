"""Count households by their step, and by who lives in them."""

from typing import Any, Final
from uuid import UUID

from django.db.models import Count, Q, Sum

from config.caller import Scope
from registry.households.models import Categorie, Household, Milieu, Sexe, StatutCollecte
from registry.households.tally.models import HouseholdTally

REJECTED: Final = Q(statut_collecte=StatutCollecte.REJETE)
REGISTERED: Final = Q(statut_collecte=StatutCollecte.INTEGRE)
# What the sums of households know, however many there are.
TALLIED: Final = {
    "auRegistre": REGISTERED,
    "avantRegistre": ~REGISTERED & ~REJECTED,
    "rejetes": REJECTED,
    "extremePauvres": Q(categorie_pauvrete=Categorie.EXTREME_PAUVRE) & ~REJECTED,
    "ruraux": Q(milieu=Milieu.RURAL) & ~REJECTED,
}
# What only the households themselves tell.
READ: Final = {
    "dirigesParFemme": Q(chef__sexe=Sexe.F),
    "avecEnfants": Q(nb_enfants_04__gt=0),
    "avecHandicap": Q(nb_handicapes__gt=0),
}


def count_households(user: Scope, region_id: UUID | None = None) -> dict[str, int]:
    """Return how many visible households, of a region or of all, are at which step and have which trait.

    Two queries: one over the sums, one over the households that are not rejected.
    """
    area: dict[str, Any] = {} if region_id is None else {"region_id": region_id}
    sums = HouseholdTally.objects.visible_to(user).filter(**area).order_by()
    rows = Household.objects.visible_to(user).filter(~REJECTED, **area).order_by()
    return {
        **sums.aggregate(**{name: Sum("n", filter=condition, default=0) for name, condition in TALLIED.items()}),
        **rows.aggregate(**{name: Count("pk", filter=condition) for name, condition in READ.items()}),
    }
