"""Serve identity documents of beneficiaries: list, detail, creation, change and deletion."""

from typing import Any
from uuid import UUID

from rest_framework.response import Response

from config.api.fields import PageParams
from config.api.schema import declare_operation
from registry.follow_up.views import FollowUpDetail, FollowUpList
from transfers.identity_documents import services
from transfers.identity_documents.filters import DocumentFilters
from transfers.identity_documents.models import IdentityDocument
from transfers.identity_documents.queries import CONTACTS_PERMISSION, filter_documents
from transfers.identity_documents.serializers import DocumentSerializer


class DocumentList(FollowUpList):
    permission = {"GET": "transferts.lire", "POST": "transferts.modifier"}
    model, filters, serializer_class = IdentityDocument, DocumentFilters, DocumentSerializer

    def filter_rows(self, query: dict[str, Any]) -> Any:
        return filter_documents(query, self.caller.holds(CONTACTS_PERMISSION))

    def create_row(self, values: dict[str, Any]) -> Any:
        return services.add_document(values=values, user=self.caller)

    @declare_operation(
        "Documents d'identité",
        filters=DocumentFilters,
        query=PageParams,
        response=DocumentSerializer,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        return self.build_list_response()

    @declare_operation(
        "Enregistrer un document d'identité", body=DocumentSerializer, response=DocumentSerializer, status=201
    )
    def post(self, request: Any) -> Response:
        return self.handle_create()


class DocumentDetail(FollowUpDetail):
    permission = {"GET": "transferts.lire", "PUT": "transferts.modifier", "DELETE": "transferts.modifier"}
    model, filters, serializer_class = IdentityDocument, DocumentFilters, DocumentSerializer

    def filter_rows(self, query: dict[str, Any]) -> Any:
        return filter_documents(query)

    def update_row(self, row: Any, values: dict[str, Any]) -> Any:
        return services.change_document(row=row, values=values, user=self.caller, require=self.require_same_version)

    @declare_operation("Un document d'identité", response=DocumentSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.build_row_response(self.find_row(identity))

    @declare_operation("Modifier un document d'identité", body=DocumentSerializer, response=DocumentSerializer)
    def put(self, request: Any, identity: UUID) -> Response:
        return self.handle_update(identity)

    @declare_operation("Supprimer un document d'identité")
    def delete(self, request: Any, identity: UUID) -> Response:
        return self.handle_delete(identity)
