"""Serve the views of lists and of the map that users keep and share."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.saved_views import queries, services
from accounts.saved_views.filters import SavedViewFilters
from accounts.saved_views.models import SavedView
from accounts.saved_views.serializers import SavedViewBody, SavedViewChange, SavedViewParams, SavedViewResponse
from config.api import etag
from config.api.permissions import AUTHENTICATED
from config.api.reach import OWN
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.paging import paginate


class SavedViewList(EnvelopeView):
    permission = AUTHENTICATED
    reach = OWN

    @declare_operation(
        "Vues enregistrées",
        filters=SavedViewFilters,
        query=SavedViewParams,
        response=SavedViewResponse,
        many=True,
        paging="meta",
    )
    def get(self, request: Any) -> Response:
        rows = queries.list_saved_views(request.user, self.query)
        page = paginate(rows, self.query["page"], self.query["limit"])
        shown = SavedViewResponse(page.items, many=True, context={"caller": request.user}).data
        return self.build_page_response(page.replace_items(shown))

    @declare_operation("Enregistrer une vue", body=SavedViewBody, response=SavedViewResponse, status=201)
    def post(self, request: Any) -> Response:
        view = services.save_view(user=request.user, values=dict(self.validate_body().validated_data))
        return self.ok(
            SavedViewResponse(view, context={"caller": request.user}).data, _("Vue enregistrée."), status=201
        )


class SavedViewDetail(EnvelopeView):
    permission = AUTHENTICATED
    reach = OWN

    def build_view_response(self, view: SavedView, message: Any = None) -> Response:
        answer = self.ok(SavedViewResponse(view, context={"caller": self.caller}).data, message)
        return self.add_etag(answer, etag.compute_etag(view.id, view.updated_at))

    @declare_operation("Une vue enregistrée", response=SavedViewResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.build_view_response(self.find_visible(SavedView.objects.select_related("user"), id=identity))

    @declare_operation("Modifier ou partager une vue", body=SavedViewChange, response=SavedViewResponse)
    def put(self, request: Any, identity: UUID) -> Response:
        values = dict(self.validate_body().validated_data)
        view = services.change_view(
            user=request.user, view_id=identity, values=values, require=self.require_same_version
        )
        return self.build_view_response(view, _("Vue modifiée."))

    patch = put

    @declare_operation("Supprimer une vue")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.delete_view(user=request.user, view_id=identity, require=self.require_same_version)
        return self.ok(message=_("Vue supprimée."))
