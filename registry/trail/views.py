"""Serve the timeline of a household; for the id of a merged household, that of its successor."""

from typing import Any
from uuid import UUID

from rest_framework.response import Response

from config.api.schema import operation
from config.api.views import EnvelopeView
from registry.households.former import successor
from registry.households.models import Household
from registry.households.views import located
from registry.trail.serializers import EventAnswer
from registry.trail.services import trail


class HouseholdTrail(EnvelopeView):
    permission = "registre.lire"

    @operation("Le parcours d'un ménage", answer=EventAnswer, many=True)
    def get(self, request: Any, identity: UUID) -> Response:
        rows = self.visible(Household.objects.select_related("enqueteur"))
        household = rows.filter(id=identity).first() or self.find(rows, id=successor(identity, self.caller))
        return located(self.ok(trail(household, self.caller)), request, identity, household.id)
