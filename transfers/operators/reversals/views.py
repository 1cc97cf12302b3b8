"""Serve the reversal of a movement of an operator account."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api.schema import declare_operation
from config.errors.problems import not_found
from transfers.operators.accounts.views import MANAGE, AccountView
from transfers.operators.reversals import queries, serializers, services
from transfers.operators.rules import READ_ACCOUNTS


class MovementReversalView(AccountView):
    """Propose, confirm, read and withdraw the reversal of a movement."""

    permission = {"GET": READ_ACCOUNTS, "POST": MANAGE, "DELETE": MANAGE}

    @declare_operation("La contrepassation d'un mouvement", response=serializers.ReversalResponse)
    def get(self, request: Any, identity: UUID, movement: UUID) -> Response:
        decided = queries.find_decision(self.find_bare_account(identity), movement)
        if decided is None:
            raise not_found()
        return self.ok(serializers.ReversalResponse(decided).data)

    @declare_operation(
        "Contrepasser un dépôt ou un ajustement",
        body=serializers.ReversalBody,
        response=serializers.ReversalResponse,
    )
    def post(self, request: Any, identity: UUID, movement: UUID) -> Response:
        reason = self.validate_body().validated_data["motif"]
        decided = services.reverse_movement(
            account=self.find_bare_account(identity), movement_id=movement, reason=reason, user=self.caller
        )
        shown = serializers.ReversalResponse(decided).data
        if decided.confirme_le:
            return self.ok(shown, _("Mouvement contrepassé."))
        return self.ok(shown, _("Contrepassation proposée : une autre personne doit la confirmer."))

    @declare_operation("Retirer la contrepassation proposée d'un mouvement")
    def delete(self, request: Any, identity: UUID, movement: UUID) -> Response:
        services.withdraw_reversal(account=self.find_bare_account(identity), movement_id=movement)
        return self.ok(message=_("Proposition retirée."))
