"""Query follow-ups of beneficiaries."""

from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet

from registry.follow_up.api import PLACES
from transfers.follow_ups.models import FollowUp

FILTERS: Final = {
    "beneficiaire": "beneficiaire_id", "typeSuivi": "type_suivi", "dateDebut": "date_suivi__date__gte",
    "dateFin": "date_suivi__date__lte", **PLACES,
}  # fmt: skip


def filter_follow_ups(query: dict[str, Any]) -> QuerySet[FollowUp]:
    """Return follow-ups under the filters of the list, newest first."""
    wanted = {lookup: query[name] for name, lookup in FILTERS.items() if query.get(name) is not None}
    return FollowUp.objects.filter(**wanted).select_related("beneficiaire", "agent")


def list_beneficiary_follow_ups(identity: UUID, user: Any) -> list[dict[str, Any]]:
    """Return the follow-ups of one beneficiary for the beneficiary's detail, newest first, in one query."""
    rows = FollowUp.objects.visible_to(user).filter(beneficiaire_id=identity).select_related("agent")
    return [
        {
            "id": row.id,
            "typeSuivi": row.type_suivi,
            "dateSuivi": row.date_suivi,
            "observations": row.observations,
            "latitude": row.geom.y if row.geom else None,
            "longitude": row.geom.x if row.geom else None,
            "agent": {"id": row.agent.id, "nom": row.agent.nom_complet} if row.agent else None,
        }
        for row in rows.order_by("-date_suivi", "-id")
    ]
