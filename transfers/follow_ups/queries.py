"""Query follow-ups of beneficiaries."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from config.caller import Caller
from registry.households.models import Household
from registry.timeline.api import TimelineEvent
from transfers.follow_ups.filters import FollowUpFilters
from transfers.follow_ups.models import FollowUp
from transfers.follow_ups.types import FollowUpRecord


def filter_follow_ups(query: dict[str, Any]) -> QuerySet[FollowUp]:
    """Return follow-ups under the filters of the list, newest first."""
    return FollowUpFilters.filter_rows(FollowUp.objects.select_related("beneficiaire", "agent"), query)


def list_beneficiary_follow_ups(beneficiary_id: UUID, user: Caller) -> list[FollowUpRecord]:
    """Return the follow-ups of one beneficiary for the beneficiary's detail, newest first, in one query."""
    rows = FollowUp.objects.visible_to(user).filter(beneficiaire_id=beneficiary_id).select_related("agent")
    return [
        FollowUpRecord(
            id=row.id,
            type_suivi=row.type_suivi,
            date_suivi=row.date_suivi,
            observations=row.observations,
            latitude=row.geom.y if row.geom else None,
            longitude=row.geom.x if row.geom else None,
            agent=_build_agent(row),
        )
        for row in rows.order_by("-date_suivi", "-id")
    ]


def list_follow_up_events(household: Household, user: Caller) -> Iterator[TimelineEvent]:
    """Yield the follow-ups of the household's beneficiaries, if the user may read transfers."""
    if not user.holds("transferts.lire"):
        return
    rows = FollowUp.objects.visible_to(user).filter(menage=household).select_related("agent", "beneficiaire")
    for row in rows:
        details = {
            "id": row.id,
            "typeSuivi": row.type_suivi,
            "observations": row.observations,
            "beneficiaireId": row.beneficiaire_id,
            "nomComplet": row.beneficiaire.nom_complet,
        }
        yield TimelineEvent(row.date_suivi, "suivi", _("Suivi d'un bénéficiaire"), _build_agent(row), details)


def _build_agent(row: FollowUp) -> dict[str, Any] | None:
    return {"id": row.agent.id, "nom": row.agent.nom_complet} if row.agent else None
