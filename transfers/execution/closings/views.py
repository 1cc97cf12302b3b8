"""Serve the decision to close a cycle of which somebody can never be paid."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api.reach import BY_ROW
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.errors.problems import not_found
from transfers.cycles.models import Cycle
from transfers.execution.closings import queries, serializers, services
from transfers.execution.views import EXECUTE


class CycleClosure(EnvelopeView):
    """Propose, confirm, read and withdraw the closing of a cycle."""

    permission = {"GET": "transferts.lire", "POST": EXECUTE, "DELETE": EXECUTE}
    reach = BY_ROW

    def find_cycle(self, identity: UUID) -> Cycle:
        found: Cycle = self.find_visible(Cycle, id=identity)
        return found

    @declare_operation("La clôture d'un cycle", response=serializers.ClosingResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        closing = queries.find_closing(self.find_cycle(identity))
        if closing is None:
            raise not_found()
        return self.ok(serializers.ClosingResponse(closing).data)

    @declare_operation(
        "Clore un cycle que tous ne peuvent pas recevoir",
        body=serializers.ClosingBody,
        response=serializers.ClosingResponse,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        reason = self.validate_body().validated_data["motif"]
        closing = services.decide_closing(cycle=self.find_cycle(identity), reason=reason, user=self.caller)
        shown = serializers.ClosingResponse(closing).data
        if closing.confirme_le:
            return self.ok(shown, _("Cycle clos : il n'engage plus rien."))
        return self.ok(shown, _("Clôture proposée : une autre personne doit la confirmer."))

    @declare_operation("Retirer la clôture proposée d'un cycle")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.withdraw_closing(cycle=self.find_cycle(identity), user=self.caller)
        return self.ok(message=_("Proposition retirée."))
