"""Serve fee schedules: tranches by operator, their changes, and what a transfer costs."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api import etag
from config.api.reach import NATIONAL
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from transfers.operators.fees import queries, serializers, services
from transfers.operators.fees.rules import calculate_fees, require_tranche
from transfers.operators.models import FeeTranche


class TrancheView(EnvelopeView):
    """Share how the views of one tranche show and compare its version."""

    reach = NATIONAL

    @staticmethod
    def compute_version(row: FeeTranche) -> str:
        return etag.compute_etag(row.id, row.updated_at or row.created_at)

    def require_same_version(self, row: FeeTranche) -> None:
        etag.require_match(self.request, self.compute_version(row))

    def build_tranche_response(self, row: FeeTranche, message: str, status: int = 200) -> Response:
        answer = self.ok(serializers.TrancheResponse(row).data, message, status=status)
        return self.add_etag(answer, self.compute_version(row))


class ScheduleList(TrancheView):
    permission = {"GET": "transferts.lire", "POST": "transferts.gerer_tarifs"}

    @declare_operation("Grilles tarifaires", response=serializers.ScheduleResponse, many=True)
    def get(self, request: Any) -> Response:
        schedules = queries.list_schedules()
        shown = serializers.ScheduleResponse([schedule for schedule in schedules if schedule.tranches], many=True).data
        labels = {schedule.operator.code: schedule.operator.label for schedule in schedules}
        return self.ok(shown, operateurs=labels)

    @declare_operation(
        "Créer une tranche", body=serializers.TrancheBody, response=serializers.TrancheResponse, status=201
    )
    def post(self, request: Any) -> Response:
        values = dict(self.validate_body().validated_data)
        tranche = services.create_tranche(operator_code=values.pop("operateur"), values=values, user=self.caller)
        return self.build_tranche_response(tranche, _("Tranche créée."), status=201)


class TrancheDetail(TrancheView):
    permission = "transferts.gerer_tarifs"

    @declare_operation("Modifier une tranche", body=serializers.TrancheBody, response=serializers.TrancheResponse)
    def put(self, request: Any, identity: UUID) -> Response:
        tranche = services.change_tranche(
            tranche_id=identity,
            values=dict(self.validate_body(partial=True).validated_data),
            user=self.caller,
            require=self.require_same_version,
        )
        if tranche.id == identity:
            return self.build_tranche_response(tranche, _("Tranche modifiée."))
        return self.build_tranche_response(
            tranche, _("Une nouvelle tranche remplace celle-ci, que des paiements gardent.")
        )

    @declare_operation("Désactiver une tranche")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.deactivate_tranche(tranche_id=identity, require=self.require_same_version)
        return self.ok(message=_("Tranche désactivée."))


class ScheduleOperatorList(EnvelopeView):
    permission = "transferts.lire"

    @declare_operation(
        "Opérateurs qui ont une grille tarifaire", response=serializers.ScheduleOperatorResponse, many=True
    )
    def get(self, request: Any) -> Response:
        operators = self.filter_visible(queries.filter_schedule_operators())
        return self.ok(serializers.ScheduleOperatorResponse(operators, many=True).data)


class FeeCalculator(EnvelopeView):
    permission = "transferts.lire"

    @declare_operation("Frais d'un transfert", query=serializers.FeeParams, response=serializers.FeeCalculationResponse)
    def get(self, request: Any) -> Response:
        operator = queries.find_operator_with_schedule(self.query["operateur"])
        calculation = calculate_fees(self.query["montant"], queries.list_active_tranches(operator))
        require_tranche(calculation)
        return self.ok(serializers.FeeCalculationResponse(calculation).data)


class FeeComparison(EnvelopeView):
    permission = "transferts.lire"

    @declare_operation(
        "Frais d'un transfert chez chaque opérateur",
        query=serializers.AmountParams,
        response=serializers.OperatorFeesResponse,
        many=True,
    )
    def get(self, request: Any) -> Response:
        compared = queries.compare_operators(self.query["montant"])
        return self.ok(serializers.OperatorFeesResponse(compared, many=True).data)
