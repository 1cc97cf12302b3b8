"""Serve the execution of cycles: execute, try again, suspend and resume."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.response import Response

from accounts.jobs.api import start_job
from config.api.reach import BY_ROW, REGIONAL
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.caller import require_reach
from transfers.cycles.api import describe_future_period, list_paid_regions
from transfers.cycles.models import Cycle
from transfers.execution import jobs, queries, serializers, services
from transfers.execution.models import Provider, Run
from transfers.execution.rules import API_BATCH_SIZE, describe_outcome
from transfers.execution.types import RunOptions
from transfers.payments.models import Payment, PaymentStatus

EXECUTE = jobs.EXECUTE


class ExecutionView(EnvelopeView):
    """Share how runs are begun and driven. A run commits in many steps, and calls operators."""

    permission = EXECUTE
    reach = BY_ROW
    is_one_transaction = False
    # The work of a run commits on its own: repeating the request must not repeat its transaction.
    stores_responses = False

    def find_cycle(self, identity: UUID) -> Cycle:
        """Return a cycle whose payments the caller may all see. Raises NOT_FOUND, FORBIDDEN."""
        cycle = self.find_visible(Cycle.objects.select_related("programme"), id=identity)
        require_reach(self.caller, list_paid_regions(cycle))
        return cycle

    def drive_runs(self, runs: list[Run], count: int) -> Response | None:
        """Drive small runs now, as far as others let, and return None; start a job for large ones and return its 202.

        An operator's API may take half a minute for each answer: what it takes in several batches is large.
        """
        most = API_BATCH_SIZE if runs[0].fournisseur == Provider.GSMA else settings.SYNCHRONOUS_MAX_ROWS
        if self.query.get("async") or count > most:
            return self.start_execution({"runs": [str(run.id) for run in runs]})
        for run in runs:
            jobs.drive_or_leave(run.id)
        return None

    def start_execution(self, params: dict[str, Any]) -> Response:
        """Start the job of an execution, and return its 202."""
        return self.build_job_response(start_job(jobs.EXECUTION_JOB, params, self.caller))

    def build_summary_response(self, runs: list[Run], statut: PaymentStatus) -> Response:
        summary = queries.summarise_runs(runs)
        text = describe_outcome(summary)
        if departed := queries.count_departed(runs[0].cycle, statut):
            text += " " + ngettext(
                "%(n)d personne suspendue, sortie ou graduée n'est pas payée.",
                "%(n)d personnes suspendues, sorties ou graduées ne sont pas payées.",
                departed,
            ) % {"n": departed}
        if statut == PaymentStatus.PLANIFIE and (moved := services.describe_readdressed(runs[0].cycle)):
            text += " " + moved
        if early := describe_future_period(runs[0].cycle.date_debut):
            text += " " + early
        return self.ok(serializers.RunSummaryResponse(summary).data, text)

    def execute(self, cycle: Cycle, options: RunOptions, statut: PaymentStatus = PaymentStatus.PLANIFIE) -> Response:
        """Pay what has a status, and count who of it has left.

        A long list takes longer to prepare than a request may last: the job begins it.
        """
        if queries.count_payments(cycle, statut) > settings.SYNCHRONOUS_MAX_ROWS:
            services.require_beginnable(cycle=cycle, options=options, user=self.caller, statut=statut)
            return self.start_execution(jobs.build_beginning(cycle, options, statut))
        runs = services.begin_runs(cycle=cycle, options=options, user=self.caller, statut=statut)
        started = self.drive_runs(runs, queries.summarise_runs(runs).nb_paiements)
        return started or self.build_summary_response(runs, statut)


class CycleExecution(ExecutionView):
    @declare_operation(
        "Exécuter un cycle validé",
        query=serializers.ExecutionParams,
        body=serializers.ExecutionBody,
        response=serializers.RunSummaryResponse,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        options = serializers.read_options(self.validate_body().validated_data)
        return self.execute(self.find_cycle(identity), options)


class FailedPayments(ExecutionView):
    """Pay all that failed of a cycle again: to the same account, or to the corrected one."""

    @declare_operation(
        "Relancer les paiements échoués d'un cycle",
        query=serializers.ExecutionParams,
        body=serializers.ExecutionBody,
        response=serializers.RunSummaryResponse,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        sent = self.validate_body().validated_data
        cycle = self.find_cycle(identity)
        options = serializers.read_options(queries.find_last_options(cycle) | dict(sent))
        return self.execute(cycle, options, statut=PaymentStatus.ECHOUE)


class PaymentRetry(ExecutionView):
    reach = REGIONAL

    @declare_operation(
        "Relancer un paiement échoué",
        body=serializers.ExecutionBody,
        response=serializers.RetriedPaymentResponse,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        sent = self.validate_body().validated_data
        payment = self.find_visible(Payment.objects.select_related("cycle__programme"), id=identity)
        options = serializers.read_options(queries.find_last_options(payment.cycle, payment) | dict(sent))
        runs = services.retry_payment(payment=payment, options=options, user=self.caller)
        self.drive_runs(runs, 1)
        payment.refresh_from_db()
        return self.ok(serializers.RetriedPaymentResponse(payment).data, _("Paiement relancé."))


class SuspensionView(ExecutionView):
    is_one_transaction = True
    stores_responses = True


class ExecutionSuspension(SuspensionView):
    @declare_operation("Suspendre l'exécution d'un cycle", response=serializers.SuspensionResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        self.refuse_body()
        cycle = services.suspend_execution(cycle=self.find_cycle(identity))
        return self.ok(serializers.SuspensionResponse(cycle).data, _("Exécution suspendue."))


class ExecutionResumption(SuspensionView):
    @declare_operation("Reprendre l'exécution d'un cycle", response=serializers.SuspensionResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        self.refuse_body()
        cycle = services.resume_execution(cycle=self.find_cycle(identity))
        return self.ok(serializers.SuspensionResponse(cycle).data, _("Exécution reprise."))
