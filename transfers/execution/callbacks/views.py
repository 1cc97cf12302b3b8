"""Serve the addresses at which operators report the end of a payment."""

from typing import Any

from django.db import transaction
from rest_framework.response import Response

from config.api.permissions import PUBLIC
from config.api.reach import OWN
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from transfers.execution import jobs
from transfers.execution.callbacks import serializers, services


class OperatorCallback(EnvelopeView):
    stores_responses = False
    permission = PUBLIC
    reach = OWN
    authentication_classes: list = []

    @declare_operation("Rappel d'un opérateur", body=serializers.CallbackBody)
    @transaction.atomic
    def put(self, request: Any, operateur: str, jeton: str) -> Response:
        attempt = services.record_callback(operator=operateur, token=jeton, content=self.validate_body().validated_data)
        if attempt:
            jobs.OUTBOX.hint(attempt.execution_id)
        return self.ok()
