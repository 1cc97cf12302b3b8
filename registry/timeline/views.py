"""Serve the timeline of a household; for the id of a merged household, that of its successor."""

from typing import Any
from uuid import UUID

from rest_framework.response import Response

from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from registry.households.api import find_successor_id
from registry.households.models import Household
from registry.households.views import set_content_location
from registry.timeline.queries import build_timeline
from registry.timeline.serializers import TimelineEventResponse


class HouseholdTimeline(EnvelopeView):
    permission = "registre.lire"

    @declare_operation("Le parcours d'un ménage", response=TimelineEventResponse, many=True)
    def get(self, request: Any, identity: UUID) -> Response:
        rows = self.filter_visible(Household.objects.select_related("enqueteur"))
        household = rows.filter(id=identity).first() or self.find_visible(
            rows, id=find_successor_id(identity, self.caller)
        )
        return set_content_location(self.ok(build_timeline(household, self.caller)), request, identity, household.id)
