"""Serve the check of the accounts of a cycle."""

from typing import Any
from uuid import UUID

from django.utils.translation import get_language
from rest_framework.response import Response

from accounts.jobs.api import start_job
from config.api.limits import ANALYSIS
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.paging import Page
from transfers.cycles.models import Cycle
from transfers.execution.account_checks import serializers
from transfers.execution.account_checks.jobs import VERIFICATION_JOB
from transfers.execution.account_checks.queries import check_accounts
from transfers.execution.account_checks.rules import build_totals
from transfers.execution.providers.gsma.connections import find_connection
from transfers.execution.views import ExecutionView


class AccountCheck(EnvelopeView):
    """List the payments of a cycle whose account, name or amount the operator would refuse, with the counts of all."""

    permission = "transferts.lire"
    allowance = ANALYSIS

    @declare_operation(
        "Contrôle des comptes d'un cycle avant le paiement",
        query=serializers.AccountCheckParams,
        response=serializers.CheckedPaymentResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any, identity: UUID) -> Response:
        cycle = self.find_visible(Cycle, id=identity)
        page, limit = self.query["page"], self.query["limit"]
        checked = check_accounts(cycle, operator=self.query.get("operateur"), page=page, limit=limit, user=self.caller)
        contacts = self.caller.holds("registre.voir_contacts")
        rows = [serializers.build_checked_payment(row, contacts) for row in checked.lignes]
        totals = build_totals(checked.verifies, checked.a_corriger, checked.par_code)
        return self.build_page_response(Page(rows, page, limit, checked.a_corriger), totaux=totals)


class AccountVerification(ExecutionView):
    """Ask the operator itself, where it has an API: always a job, for it answers one account at a time."""

    @declare_operation(
        "Vérifier les comptes d'un cycle chez l'opérateur", body=serializers.VerificationBody, status=202
    )
    def post(self, request: Any, identity: UUID) -> Response:
        cycle = self.find_cycle(identity)
        operator = self.validate_body().validated_data["operateur"]
        find_connection(operator)
        params = {"cycle": str(cycle.id), "operateur": operator, "langue": get_language()}
        return self.build_job_response(start_job(VERIFICATION_JOB, params, self.caller))
