"""The trail of one household."""

from typing import Any
from uuid import UUID

from rest_framework.response import Response

from config.api.schema import operation
from config.api.views import EnvelopeView
from registry.households.models import Household
from registry.trail.serializers import EventAnswer
from registry.trail.services import trail


class HouseholdTrail(EnvelopeView):
    permission = "registre.lire"

    @operation("Le parcours d'un ménage", answer=EventAnswer, many=True)
    def get(self, request: Any, identity: UUID) -> Response:
        household = self.find(Household.objects.select_related("enqueteur"), id=identity)
        return self.ok(trail(household, self.caller))
