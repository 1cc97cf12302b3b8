"""Serve the column mappings remembered for a user's next files; users see only their own."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api.reach import OWN
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from registry.imports.mappings.queries import list_column_mappings
from registry.imports.mappings.serializers import ColumnMappingResponse
from registry.imports.mappings.services import delete_column_mapping


class ColumnMappingList(EnvelopeView):
    """List the caller's column mappings. There is a maximum per user, so the list is not paginated."""

    permission = "registre.importer"

    @declare_operation("Mes correspondances de colonnes", response=ColumnMappingResponse, many=True)
    def get(self, request: Any) -> Response:
        return self.ok(ColumnMappingResponse(list_column_mappings(self.caller), many=True).data)


class ColumnMappingDetail(EnvelopeView):
    permission = "registre.importer"
    reach = OWN

    @declare_operation("Oublier une correspondance de colonnes")
    def delete(self, request: Any, identity: UUID) -> Response:
        delete_column_mapping(mapping_id=identity, user=self.caller)
        return self.ok(message=_("Correspondance oubliée."))
