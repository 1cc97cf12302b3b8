"""Count households by their step, and by who lives in them."""

from typing import Final
from uuid import UUID

from django.db.models import Count, Q

from config.caller import Scope
from registry.households.models import Categorie, Household, Milieu, Sexe, StatutCollecte

REJECTED: Final = Q(statut_collecte=StatutCollecte.REJETE)
REGISTERED: Final = Q(statut_collecte=StatutCollecte.INTEGRE)
# Who is asked about, among the households that are not rejected.
TRAITS: Final = {
    "dirigesParFemme": Q(chef__sexe=Sexe.F),
    "avecEnfants": Q(nb_enfants_04__gt=0),
    "avecHandicap": Q(nb_handicapes__gt=0),
    "extremePauvres": Q(categorie_pauvrete=Categorie.EXTREME_PAUVRE),
    "ruraux": Q(milieu=Milieu.RURAL),
}


def count_households(user: Scope, region_id: UUID | None = None) -> dict[str, int]:
    """Return how many visible households, of a region or of all, are at which step and have which trait, in one query."""
    rows = Household.objects.visible_to(user).order_by()
    if region_id is not None:
        rows = rows.filter(region_id=region_id)
    traits = {name: Count("pk", filter=condition & ~REJECTED) for name, condition in TRAITS.items()}
    return rows.aggregate(
        auRegistre=Count("pk", filter=REGISTERED),
        enCollecte=Count("pk", filter=~REGISTERED & ~REJECTED),
        rejetes=Count("pk", filter=REJECTED),
        **traits,
    )
