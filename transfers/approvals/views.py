"""Serve the validation of cycles: submission, validation, rejection, reset and history."""

from typing import Any
from uuid import UUID

from rest_framework.response import Response

from config.api import etag
from config.api.permissions import AUTHENTICATED
from config.api.reach import BY_ROW
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from transfers.approvals import queries, serializers, services, states
from transfers.cycles.models import Cycle, StatutValidation


class TransitionView(EnvelopeView):
    """Share how the transitions of the validation of a cycle answer."""

    reach = BY_ROW

    def build_transition_response(self, cycle: Cycle, message: Any, **extra: Any) -> Response:
        answer = self.ok(serializers.build_transition_response(cycle, message) | extra, message)
        return self.add_etag(answer, etag.compute_etag(cycle.id, cycle.updated_at))


class CycleSubmission(TransitionView):
    permission = "transferts.soumettre"

    @declare_operation("Soumettre un cycle à la validation", response=serializers.CycleTransitionResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        self.refuse_body()
        cycle = services.submit_cycle(cycle_id=identity, user=self.caller, require=self.require_same_version)
        warnings = queries.list_submission_warnings(cycle)
        extra = {"avertissements": warnings} if warnings else {}
        return self.build_transition_response(cycle, states.SUBMIT.message, **extra)


class CycleValidation(TransitionView):
    # Each level has its own permission, which the service requires once it knows the level.
    permission = AUTHENTICATED

    @declare_operation(
        "Valider un cycle", body=serializers.ValidationBody, response=serializers.CycleTransitionResponse
    )
    def post(self, request: Any, identity: UUID) -> Response:
        cycle = services.validate_cycle(
            cycle_id=identity,
            comment=self.validate_body().validated_data.get("commentaire"),
            user=self.caller,
            require=self.require_same_version,
        )
        is_complete = cycle.statut_validation == StatutValidation.VALIDE
        message = states.COMPLETED if is_complete else states.VALIDATE.message
        extra = {"niveauxRequis": cycle.niveaux_requis, "estCompletementValide": is_complete}
        return self.build_transition_response(cycle, message, **extra)


class CycleRejection(TransitionView):
    # As for validation.
    permission = AUTHENTICATED

    @declare_operation("Rejeter un cycle", body=serializers.RejectionBody, response=serializers.CycleTransitionResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        cycle = services.reject_cycle(
            cycle_id=identity,
            reason=self.validate_body().validated_data["motif"],
            user=self.caller,
            require=self.require_same_version,
        )
        return self.build_transition_response(cycle, states.REJECT.message)


class ValidationReset(TransitionView):
    permission = "transferts.reinitialiser_validation"

    @declare_operation("Réinitialiser la validation d'un cycle", response=serializers.CycleTransitionResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        self.refuse_body()
        cycle = services.reset_validation(cycle_id=identity, user=self.caller, require=self.require_same_version)
        return self.build_transition_response(cycle, states.RESET.message)


class ValidationHistory(EnvelopeView):
    permission = "transferts.lire"

    @declare_operation("Historique de validation d'un cycle", response=serializers.HistoryResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        cycle = self.find_visible(Cycle.objects.select_related("calcule_par"), id=identity)
        cycle.history = queries.list_history(cycle, self.caller)
        cycle.next_step = queries.find_next_step(cycle, self.caller)
        return self.ok(serializers.HistoryResponse(cycle).data)
