"""Serve the amount rule of a programme."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api.schema import declare_operation
from transfers.cycles.amounts import serializers, services
from transfers.cycles.amounts.queries import get_amount_rule
from transfers.cycles.models import AmountRule
from transfers.cycles.views import ProgrammeSettingsView


class ProgrammeAmountRule(ProgrammeSettingsView):
    permission = {"GET": "transferts.lire", "PUT": "transferts.modifier"}

    @declare_operation("Règle de montant d'un programme", response=serializers.AmountRuleResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.build_rule_response(get_amount_rule(self.find_programme(identity)))

    @declare_operation(
        "Régler le montant des paiements d'un programme",
        body=serializers.AmountRuleBody,
        response=serializers.AmountRuleResponse,
    )
    def put(self, request: Any, identity: UUID) -> Response:
        values = serializers.read_rule_values(self.validate_body())
        rule = services.set_amount_rule(
            programme_id=self.find_programme(identity).id,
            values=values,
            user=self.caller,
            require=self.require_same_settings,
        )
        return self.build_rule_response(rule, _("Règle de montant enregistrée."))

    def build_rule_response(self, rule: AmountRule, message: Any = None) -> Response:
        return self.build_settings_response(rule, serializers.AmountRuleResponse(rule).data, message)
