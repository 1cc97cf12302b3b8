"""Serve the calculation of cycles, and who it leaves out."""

from typing import Any
from uuid import UUID

from django.utils.translation import ngettext
from rest_framework.response import Response

from accounts.jobs.api import start_job
from config.api.limits import ANALYSIS
from config.api.reach import BY_ROW
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from registry.households.mass.serializers import MassParams
from registry.projects.api import require_writable
from transfers.cycles.api import require_cycle_reach
from transfers.cycles.models import Cycle
from transfers.operators.api import find_account_operator
from transfers.payments.calculation import jobs, queries, serializers, services
from transfers.payments.services import require_editable_cycle


class CycleCalculation(EnvelopeView):
    """Calculate at once for few beneficiaries, else, or with `async`, as a job (202)."""

    permission = services.CALCULATE
    reach = BY_ROW

    @declare_operation(
        "Calculer les paiements d'un cycle",
        query=MassParams,
        body=serializers.CalculationBody,
        response=serializers.CalculationResponse,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        code = self.validate_body().validated_data.get("operateur")
        operator = find_account_operator(code).code if code else None
        cycle = self.find_visible(Cycle.objects.select_related("programme__projet"), id=identity)
        # Refuse now instead of in a later job; calculating checks again under the cycle's lock.
        require_cycle_reach(cycle, self.caller)
        require_writable(cycle.programme.projet)
        require_editable_cycle(cycle)
        services.require_calculable_cycle(cycle)
        count = queries.count_active_principals(cycle.programme_id)
        if self.needs_job(count):
            params = jobs.build_calculation_params(cycle, operator)
            return self.build_job_response(start_job(jobs.CALCULATION_JOB, params, self.caller))
        result = services.calculate_payments(cycle_id=cycle.id, operator=operator, user=self.caller)
        message = ngettext("%(n)d paiement calculé.", "%(n)d paiements calculés.", result.nb_paiements)
        return self.ok(result.build_response(), message % {"n": result.nb_paiements})


class CycleExceptionList(EnvelopeView):
    permission = "transferts.lire"
    allowance = ANALYSIS

    @declare_operation(
        "Qui un cycle ne paie pas, et pourquoi",
        query=serializers.ExceptionParams,
        response=serializers.ExceptionResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any, identity: UUID) -> Response:
        cycle = self.find_visible(Cycle.objects.select_related("programme"), id=identity)
        found = queries.find_exceptions(cycle, self.query, self.caller)
        contacts = self.caller.holds("registre.voir_contacts")
        rows = (serializers.build_exception_response(row, contacts) for row in found.page.items)
        return self.build_page_response(found.page.replace_items(rows), parMotif=found.counts, parEffet=found.effects)
