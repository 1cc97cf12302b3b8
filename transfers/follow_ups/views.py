"""Serve follow-ups of beneficiaries: list, detail, creation, change and deletion."""

from typing import Any
from uuid import UUID

from rest_framework.response import Response

from config.api.fields import PageParams
from config.api.schema import declare_operation
from registry.follow_up.views import FollowUpDetail, FollowUpList
from transfers.follow_ups import services
from transfers.follow_ups.filters import FollowUpFilters
from transfers.follow_ups.models import FollowUp
from transfers.follow_ups.queries import filter_follow_ups
from transfers.follow_ups.serializers import FollowUpSerializer


class BeneficiaryFollowUpList(FollowUpList):
    permission = {"GET": "transferts.lire", "POST": "transferts.modifier"}
    model, filters, serializer_class = FollowUp, FollowUpFilters, FollowUpSerializer

    def filter_rows(self, query: dict[str, Any]) -> Any:
        return filter_follow_ups(query)

    def create_row(self, values: dict[str, Any]) -> Any:
        return services.add_follow_up(values=values, user=self.caller)

    @declare_operation(
        "Suivis de bénéficiaires",
        filters=FollowUpFilters,
        query=PageParams,
        response=FollowUpSerializer,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        return self.build_list_response()

    @declare_operation("Enregistrer un suivi", body=FollowUpSerializer, response=FollowUpSerializer, status=201)
    def post(self, request: Any) -> Response:
        return self.handle_create()


class BeneficiaryFollowUpDetail(FollowUpDetail):
    permission = {"GET": "transferts.lire", "PUT": "transferts.modifier", "DELETE": "transferts.modifier"}
    model, filters, serializer_class = FollowUp, FollowUpFilters, FollowUpSerializer

    def filter_rows(self, query: dict[str, Any]) -> Any:
        return filter_follow_ups(query)

    def update_row(self, row: Any, values: dict[str, Any]) -> Any:
        return services.change_follow_up(row=row, values=values, user=self.caller, require=self.require_same_version)

    @declare_operation("Un suivi", response=FollowUpSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.build_row_response(self.find_row(identity))

    @declare_operation("Modifier un suivi", body=FollowUpSerializer, response=FollowUpSerializer)
    def put(self, request: Any, identity: UUID) -> Response:
        return self.handle_update(identity)

    @declare_operation("Supprimer un suivi")
    def delete(self, request: Any, identity: UUID) -> Response:
        return self.handle_delete(identity)
