"""Serve the pay-points of a programme: list, creation, detail, change and deletion."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api import etag
from config.api.fields import PageParams
from config.api.reach import BY_ROW
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.paging import paginate
from config.text import Normalised
from transfers.execution.pay_points import serializers, services
from transfers.execution.pay_points.filters import PayPointFilters
from transfers.execution.pay_points.models import PayPoint
from transfers.programmes.models import Programme


class PayPointView(EnvelopeView):
    """Share how a pay-point is found and shown."""

    def find_point(self, identity: UUID) -> PayPoint:
        point: PayPoint = self.find_visible(PayPoint.objects.select_related("region"), id=identity)
        return point

    def build_point_response(self, identity: UUID, message: str | None = None, status: int = 200) -> Response:
        point = self.find_point(identity)
        answer = self.ok(serializers.PayPointResponse(point).data, message, status=status)
        tagged: Response = self.add_etag(answer, etag.compute_etag(point.id, point.updated_at))
        return tagged


class PayPointList(PayPointView):
    permission = {"GET": "transferts.lire", "POST": "transferts.modifier"}
    # The region follows from the position: the service holds it against the caller's.
    reach = {"POST": BY_ROW}

    @declare_operation(
        "Points de paiement d'un programme",
        filters=PayPointFilters,
        query=PageParams,
        response=serializers.PayPointResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any, identity: UUID) -> Response:
        programme = self.find_visible(Programme, id=identity)
        rows = PayPoint.objects.filter(programme=programme).select_related("region").order_by(Normalised("nom"), "id")
        visible = self.filter_visible(PayPointFilters.filter_rows(rows, self.query))
        page = paginate(visible, self.query["page"], self.query["limit"])
        return self.build_page_response(page.replace_items(serializers.PayPointResponse(page.items, many=True).data))

    @declare_operation(
        "Créer un point de paiement",
        body=serializers.PayPointBody,
        response=serializers.PayPointResponse,
        status=201,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        values = dict(self.validate_body().validated_data)
        programme = self.find_visible(Programme.objects.select_related("projet"), id=identity)
        point = services.create_pay_point(programme=programme, values=values, user=self.caller)
        return self.build_point_response(point.id, _("Point de paiement créé."), status=201)


class PayPointDetail(PayPointView):
    permission = {"GET": "transferts.lire", "PUT": "transferts.modifier", "DELETE": "transferts.modifier"}

    @declare_operation("Un point de paiement", response=serializers.PayPointResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.build_point_response(identity)

    @declare_operation(
        "Modifier un point de paiement", body=serializers.PayPointBody, response=serializers.PayPointResponse
    )
    def put(self, request: Any, identity: UUID) -> Response:
        point = services.change_pay_point(
            point=self.find_point(identity),
            values=dict(self.validate_body().validated_data),
            user=self.caller,
            require=self.require_same_version,
        )
        return self.build_point_response(point.id, _("Point de paiement modifié."))

    @declare_operation("Supprimer un point de paiement")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.delete_pay_point(point=self.find_point(identity), user=self.caller, require=self.require_same_version)
        return self.ok(message=_("Point de paiement supprimé."))
