"""Reading follow-ups of beneficiaries."""

from typing import Any, Final

from django.db.models import QuerySet

from registry.follow_up.queries import PLACES
from transfers.follow_ups.models import FollowUp

FILTERS: Final = {
    "beneficiaire": "beneficiaire_id", "typeSuivi": "type_suivi", "dateDebut": "date_suivi__date__gte",
    "dateFin": "date_suivi__date__lte", **PLACES,
}  # fmt: skip


def follow_ups(query: dict[str, Any]) -> QuerySet[FollowUp]:
    """Follow-ups under the filters of their list, newest first."""
    wanted = {lookup: query[name] for name, lookup in FILTERS.items() if query.get(name) is not None}
    return FollowUp.objects.filter(**wanted).select_related("beneficiaire", "agent")
