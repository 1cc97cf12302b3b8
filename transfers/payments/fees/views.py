"""Serve the fees of payments: their simulation for a cycle, and their application to one or all."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.response import Response

from accounts.jobs.api import start_job
from config.api.limits import ANALYSIS
from config.api.reach import BY_ROW, OWN
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from transfers.cycles.models import Cycle
from transfers.operators.fees.api import FeeCalculationResponse, find_operator_with_schedule
from transfers.operators.models import Operator
from transfers.payments.fees import jobs, queries, serializers, services
from transfers.payments.fees.types import FeeBatch
from transfers.payments.models import Payment


class CycleFeesView(EnvelopeView):
    """Share how the views of the fees of a cycle read its id and its operator, and answer."""

    def find_cycle_and_operator(self) -> tuple[Cycle, Operator]:
        sent = self.validate_body().validated_data
        operator = find_operator_with_schedule(sent["operateur"])
        return self.find_visible(Cycle, id=sent["cycle_id"]), operator

    def build_batch_response(self, batch: FeeBatch, message: str | None = None) -> Response:
        return self.ok(batch.build_response(), message, pagination=batch.page.serialize_numbers())


class FeeSimulation(CycleFeesView):
    permission = "transferts.lire"
    # It writes nothing.
    reach = OWN
    allowance = ANALYSIS

    @declare_operation(
        "Simuler les frais d'un cycle",
        query=serializers.BatchParams,
        body=serializers.BatchBody,
        response=serializers.FeeBatchResponse,
    )
    def post(self, request: Any) -> Response:
        cycle, operator = self.find_cycle_and_operator()
        return self.build_batch_response(queries.simulate_fees(cycle, operator, self.query, self.caller))


class FeeApplication(CycleFeesView):
    permission = services.APPLY_PERMISSION
    reach = BY_ROW

    @declare_operation(
        "Appliquer les frais à un cycle",
        query=serializers.ApplicationParams,
        body=serializers.BatchBody,
        response=serializers.FeeBatchResponse,
    )
    def post(self, request: Any) -> Response:
        cycle, operator = self.find_cycle_and_operator()
        if self.query["async"] or queries.has_many_payments(cycle, settings.SYNCHRONOUS_MAX_ROWS):
            params = jobs.build_fee_params(cycle, operator)
            return self.build_job_response(start_job(jobs.FEE_JOB, params, self.caller))
        batch = services.apply_cycle_fees(cycle=cycle, operator=operator, query=self.query, user=self.caller)
        count = batch.totals.nb_paiements
        message = ngettext("Frais appliqués à %(n)d paiement.", "Frais appliqués à %(n)d paiements.", count)
        return self.build_batch_response(batch, message % {"n": count})


class PaymentFees(EnvelopeView):
    permission = "transferts.calculer"

    @declare_operation(
        "Appliquer les frais à un paiement", body=serializers.OperatorBody, response=FeeCalculationResponse
    )
    def post(self, request: Any, payment_id: UUID) -> Response:
        operator = find_operator_with_schedule(self.validate_body().validated_data["operateur"])
        payment = self.find_visible(Payment, id=payment_id)
        fees = services.apply_payment_fees(payment=payment, operator=operator, user=self.caller)
        return self.ok(FeeCalculationResponse(fees).data, _("Frais appliqués au paiement."))
