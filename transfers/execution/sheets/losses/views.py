"""Serve the decision about the cash that is missing of a sheet."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api.reach import REGIONAL
from config.api.schema import declare_operation
from config.errors.problems import not_found
from transfers.execution.sheets.losses import queries, serializers, services
from transfers.execution.sheets.views import SheetView

MANAGE = "transferts.gerer_comptes"


class MissingCash(SheetView):
    """Propose, confirm, read and withdraw what became of missing cash."""

    permission = {"GET": "transferts.lire", "POST": MANAGE, "DELETE": MANAGE}
    reach = REGIONAL

    @declare_operation("Les espèces manquantes d'une feuille", response=serializers.LossResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        loss = queries.find_loss(self.find_sheet(identity))
        if loss is None:
            raise not_found()
        return self.ok(serializers.LossResponse(loss).data)

    @declare_operation(
        "Solder les espèces manquantes d'une feuille", body=serializers.LossBody, response=serializers.LossResponse
    )
    def post(self, request: Any, identity: UUID) -> Response:
        values = dict(self.validate_body().validated_data)
        loss = services.decide_loss(sheet=self.find_sheet(identity), values=values, user=self.caller)
        shown = serializers.LossResponse(loss).data
        if loss.confirme_le:
            return self.ok(shown, _("Espèces manquantes soldées."))
        return self.ok(shown, _("Décision proposée : une autre personne doit la confirmer."))

    @declare_operation("Retirer ce qui est proposé des espèces manquantes d'une feuille")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.withdraw_loss(sheet=self.find_sheet(identity), user=self.caller)
        return self.ok(message=_("Proposition retirée."))
