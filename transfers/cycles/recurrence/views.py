"""Serve the recurrence of a programme: settings, preview and generation."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api.schema import declare_operation
from config.errors.problems import invalid_status
from transfers.cycles.models import Recurrence
from transfers.cycles.recurrence import queries, serializers, services
from transfers.cycles.views import ProgrammeSettingsView


class RecurrenceView(ProgrammeSettingsView):
    """Share how the views find the recurrence of a programme."""

    def find_recurrence(self, identity: UUID) -> Recurrence:
        return queries.get_recurrence(self.find_programme(identity))


class ProgrammeRecurrence(RecurrenceView):
    permission = {"GET": "transferts.lire", "PUT": "transferts.modifier"}

    @declare_operation("Récurrence d'un programme", response=serializers.RecurrenceResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.build_recurrence_response(self.find_recurrence(identity))

    @declare_operation(
        "Régler la récurrence d'un programme",
        body=serializers.RecurrenceBody,
        response=serializers.RecurrenceResponse,
    )
    def put(self, request: Any, identity: UUID) -> Response:
        values = dict(self.validate_body().validated_data)
        recurrence = services.set_recurrence(
            programme_id=self.find_programme(identity).id,
            values=values,
            user=self.caller,
            require=self.require_same_settings,
        )
        return self.build_recurrence_response(recurrence, _("Récurrence enregistrée."))

    def build_recurrence_response(self, recurrence: Recurrence, message: Any = None) -> Response:
        shown = serializers.RecurrenceResponse(recurrence).data
        return self.build_settings_response(recurrence, shown, message)


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
        programme = self.find_programme(identity)
        cycle = services.generate_cycle(programme_id=programme.id, force=force, user=self.caller)
        return self.ok(serializers.GeneratedCycleResponse(cycle).data, _("Cycle généré."), status=201)
