"""Serve conditionalities: list, creation, detail, change and deletion."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.response import Response

from config.api import etag
from config.api.fields import PageParams
from config.api.reach import BY_ROW
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.paging import paginate
from transfers.conditionality import queries, serializers, services
from transfers.conditionality.filters import ConditionalityFilters
from transfers.conditionality.models import Conditionality

READ = "transferts.lire"
WRITE = "transferts.modifier"


class ConditionalityView(EnvelopeView):
    """Share how a conditionality is found and shown."""

    reach = BY_ROW

    def find_conditionality(self, identity: UUID) -> Conditionality:
        found: Conditionality = self.find_visible(queries.filter_conditionalities({}), id=identity)
        return found

    def build_row_response(self, row: Conditionality, message: Any = None, status: int = 200) -> Response:
        shown = serializers.ConditionalityResponse(row).data
        return self.add_etag(self.ok(shown, message, status=status), etag.compute_etag(row.id, row.updated_at))


class ConditionalityList(ConditionalityView):
    permission = {"GET": READ, "POST": "transferts.creer"}

    @declare_operation(
        "Conditionnalités",
        filters=ConditionalityFilters,
        query=PageParams,
        response=serializers.ConditionalityResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        rows = self.filter_visible(queries.filter_conditionalities(self.query))
        page = paginate(rows, self.query["page"], self.query["limit"])
        shown = serializers.ConditionalityResponse(page.items, many=True).data
        return self.build_page_response(page.replace_items(shown))

    @declare_operation(
        "Créer une conditionnalité",
        body=serializers.ConditionalityBody,
        response=serializers.ConditionalityResponse,
        status=201,
    )
    def post(self, request: Any) -> Response:
        values = dict(self.validate_body().validated_data)
        programme = values.pop("programme")
        row = services.create_conditionality(programme_id=programme.id, values=values, user=self.caller)
        return self.build_row_response(row, _("Conditionnalité créée."), status=201)


class ConditionalityDetail(ConditionalityView):
    permission = {"GET": READ, "PUT": WRITE, "DELETE": "transferts.supprimer"}

    @declare_operation("Une conditionnalité", response=serializers.ConditionalityResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.build_row_response(self.find_conditionality(identity))

    @declare_operation(
        "Modifier une conditionnalité",
        body=serializers.ConditionalityChangeBody,
        response=serializers.ConditionalityResponse,
    )
    def put(self, request: Any, identity: UUID) -> Response:
        changed, withdrawn = services.change_conditionality(
            row=self.find_conditionality(identity),
            values=dict(self.validate_body(partial=True).validated_data),
            user=self.caller,
            require=self.require_same_version,
        )
        message = _("Conditionnalité modifiée.")
        if withdrawn:
            message += " " + ngettext(
                "Elle est plus sévère : %(n)d avis est à donner de nouveau.",
                "Elle est plus sévère : %(n)d avis sont à donner de nouveau.",
                withdrawn,
            ) % {"n": withdrawn}
        return self.build_row_response(changed, message)

    @declare_operation("Supprimer une conditionnalité")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.delete_conditionality(
            row=self.find_conditionality(identity), user=self.caller, require=self.require_same_version
        )
        return self.ok(message=_("Conditionnalité supprimée."))
