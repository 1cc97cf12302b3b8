"""Serve the move of a complaint into the category of violence, or out of it."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api.schema import declare_operation
from transfers.complaints.reclassification import serializers, services
from transfers.complaints.views import MODIFY, ComplaintView


class ComplaintReclassification(ComplaintView):
    permission = MODIFY

    @declare_operation(
        "Faire entrer une plainte dans la catégorie des violences, ou l'en faire sortir",
        body=serializers.ReclassificationBody,
        response=serializers.ReclassificationResponse,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        complaint = services.reclassify_complaint(
            complaint=self.find_complaint(identity),
            categorie=self.validate_body().validated_data["categorie"],
            user=self.caller,
            require=self.require_same_version,
        )
        return self.ok(serializers.ReclassificationResponse(complaint).data, _("Plainte reclassée."))
