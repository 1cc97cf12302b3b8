"""Serve merges, and undo them."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api.fields import PageParams
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.paging import paginate
from registry.duplicates.merges import serializers, services
from registry.duplicates.models import Merge


class MergeList(EnvelopeView):
    permission = "registre.lire"

    @declare_operation(
        "Fusions de ménages", query=PageParams, response=serializers.MergeResponse, many=True, paging="pagination"
    )
    def get(self, request: Any) -> Response:
        rows = self.filter_visible(Merge).select_related("fusionne_par", "annule_par").defer("archive", "valeurs")
        page = paginate(rows, self.query["page"], self.query["limit"])
        return self.build_page_response(page.replace_items(map(serializers.build_merge_response, page.items)))


class MergeUndo(EnvelopeView):
    permission = "registre.supprimer"

    @declare_operation("Annuler une fusion", response=serializers.MergeResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        merge = services.undo_merge(merge_id=identity, user=self.caller)
        return self.ok(serializers.build_merge_response(merge), _("Fusion annulée."))
