"""Serve the decision about a payment whose end stays unknown."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api.reach import REGIONAL
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.errors.problems import not_found
from transfers.execution.manual_outcomes import queries, serializers, services
from transfers.payments.models import Payment


class PaymentOutcome(EnvelopeView):
    """Propose, confirm, read and withdraw what became of a payment."""

    permission = {
        "GET": "transferts.lire",
        "POST": "transferts.rapprocher",
        "DELETE": "transferts.rapprocher",
    }
    reach = REGIONAL

    def find_payment(self, identity: UUID) -> Payment:
        found: Payment = self.find_visible(Payment, id=identity)
        return found

    @declare_operation("Le résultat décidé d'un paiement", response=serializers.OutcomeResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        decided = queries.find_latest_decision(self.find_payment(identity))
        if decided is None:
            raise not_found()
        return self.ok(serializers.OutcomeResponse(decided).data)

    @declare_operation(
        "Décider du résultat d'un paiement inconnu", body=serializers.OutcomeBody, response=serializers.OutcomeResponse
    )
    def post(self, request: Any, identity: UUID) -> Response:
        values = dict(self.validate_body().validated_data)
        decided = services.decide_outcome(payment=self.find_payment(identity), values=values, user=self.caller)
        shown = serializers.OutcomeResponse(decided).data
        if decided.confirme_le:
            return self.ok(shown, _("Résultat confirmé : le paiement est réglé."))
        return self.ok(shown, _("Résultat proposé : une autre personne doit le confirmer."))

    @declare_operation("Retirer le résultat proposé d'un paiement")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.withdraw_outcome(payment=self.find_payment(identity))
        return self.ok(message=_("Proposition retirée."))
