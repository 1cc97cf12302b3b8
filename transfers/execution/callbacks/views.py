"""Serve the addresses at which operators report the end of a payment."""

from typing import Any

from django.db import transaction
from rest_framework.response import Response

from config.api.permissions import PUBLIC
from config.api.reach import OWN
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.errors.problems import Problem
from transfers.execution import jobs
from transfers.execution.callbacks import serializers, services
from transfers.execution.rules import MAX_CALLBACK_BYTES


class OperatorCallback(EnvelopeView):
    """Take a call-back, which has a signed address of its own; answer at once, and let the run ask."""

    stores_responses = False
    permission = PUBLIC
    reach = OWN
    authentication_classes: list = []

    @declare_operation("Rappel d'un opérateur", body=serializers.CallbackBody, status=204)
    @transaction.atomic
    def put(self, request: Any, operateur: str, jeton: str) -> Response:
        if int(request.META.get("CONTENT_LENGTH") or 0) > MAX_CALLBACK_BYTES:
            raise Problem("PAYLOAD_TOO_LARGE")
        content = self.validate_body().validated_data
        attempt = services.find_called_attempt(operateur, jeton)
        if services.record_callback(attempt=attempt, content=content):
            jobs.OUTBOX.hint(attempt.execution_id)
        return Response(status=204)
