"""Serve the recurrence of a programme: settings, preview and generation."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api.reach import BY_ROW
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.errors.problems import invalid_status
from transfers.cycles.models import Recurrence
from transfers.cycles.recurrence import queries, serializers, services
from transfers.programmes.models import Programme


class RecurrenceView(EnvelopeView):
    """Share how the views find the recurrence of a programme."""

    reach = BY_ROW

    def find_recurrence(self, identity: UUID) -> Recurrence:
        return queries.get_recurrence(self.find_visible(Programme, id=identity))


class ProgrammeRecurrence(RecurrenceView):
    permission = {"GET": "transferts.lire", "PUT": "transferts.modifier"}

    @declare_operation("Récurrence d'un programme", response=serializers.RecurrenceResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.ok(serializers.RecurrenceResponse(self.find_recurrence(identity)).data)

    @declare_operation(
        "Régler la récurrence d'un programme",
        body=serializers.RecurrenceBody,
        response=serializers.RecurrenceResponse,
    )
    def put(self, request: Any, identity: UUID) -> Response:
        values = dict(self.validate_body().validated_data)
        programme = self.find_recurrence(identity).programme
        recurrence = services.set_recurrence(programme_id=programme.id, values=values, user=self.caller)
        return self.ok(serializers.RecurrenceResponse(recurrence).data, _("Récurrence enregistrée."))


class RecurrencePreview(RecurrenceView):
    permission = "transferts.lire"

    @declare_operation("Le prochain cycle d'un programme", response=serializers.NextCycleResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        following = queries.preview_cycle(self.find_recurrence(identity), self.caller, timezone.localdate())
        if following is None:
            raise invalid_status(_("Le programme a pris fin."))
        return self.ok(serializers.NextCycleResponse(following).data)


class CycleGeneration(RecurrenceView):
    permission = "transferts.creer"

    @declare_operation(
        "Générer le cycle de la période",
        body=serializers.GenerationBody,
        response=serializers.GeneratedCycleResponse,
        status=201,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        force = self.validate_body().validated_data["force"]
        programme = self.find_recurrence(identity).programme
        cycle = services.generate_cycle(programme_id=programme.id, force=force, user=self.caller)
        return self.ok(serializers.GeneratedCycleResponse(cycle).data, _("Cycle généré."), status=201)
