"""Serve the column mappings remembered for a user's next files; users see only their own."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api.reach import OWN
from config.api.schema import operation
from config.api.views import EnvelopeView
from registry.imports.mapping_serializers import MappingAnswer
from registry.imports.mappings import forget_mapping
from registry.imports.queries import list_mappings


class MappingList(EnvelopeView):
    """List the caller's column mappings. There is a maximum per user, so the list is not paginated."""

    permission = "registre.importer"

    @operation("Mes correspondances de colonnes", answer=MappingAnswer, many=True)
    def get(self, request: Any) -> Response:
        return self.ok(MappingAnswer(list_mappings(self.caller), many=True).data)


class MappingDetail(EnvelopeView):
    permission = "registre.importer"
    reach = OWN

    @operation("Oublier une correspondance de colonnes")
    def delete(self, request: Any, identity: UUID) -> Response:
        forget_mapping(mapping_id=identity, user=self.caller)
        return self.ok(message=_("Correspondance oubliée."))
