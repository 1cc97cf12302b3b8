"""Provide the follow-ups of beneficiaries to the timeline of a household."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext_lazy as _

from registry.households.models import Household
from registry.trail.api import TimelineEvent
from transfers.follow_ups.models import FollowUp


def list_follow_up_events(household: Household, user: Any) -> Iterator[TimelineEvent]:
    """Yield the follow-ups of the household's beneficiaries, if the user may read transfers."""
    if not user.holds("transferts.lire"):
        return
    rows = FollowUp.objects.visible_to(user).filter(menage=household).select_related("agent", "beneficiaire")
    for row in rows:
        by = {"id": row.agent.id, "nom": row.agent.nom_complet} if row.agent else None
        why = {"id": row.id, "typeSuivi": row.type_suivi, "observations": row.observations}
        why |= {"beneficiaireId": row.beneficiaire_id, "nomComplet": row.beneficiaire.nom_complet}
        yield TimelineEvent(row.date_suivi, "suivi", _("Suivi d'un bénéficiaire"), by, why)
