"""Serve a month of an operator account."""

from typing import Any
from uuid import UUID

from rest_framework.response import Response

from config.api.limits import ANALYSIS
from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from config.api.views import EnvelopeView
from transfers.operators.api import READ_ACCOUNTS
from transfers.operators.models import OperatorAccount
from transfers.reconciliation.figures.monthly_statements.queries import build_monthly_statement
from transfers.reconciliation.figures.monthly_statements.serializers import MonthlyStatementResponse, MonthParams


class AccountMonth(EnvelopeView):
    permission = READ_ACCOUNTS
    allowance = ANALYSIS

    @declare_operation("Relevé mensuel d'un compte opérateur", query=MonthParams, response=MonthlyStatementResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        account = self.find_visible(OperatorAccount, compte_id=identity)
        return self.ok(serialize_row(build_monthly_statement(account, self.query["mois"])))
