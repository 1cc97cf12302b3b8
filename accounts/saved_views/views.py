"""Serve the caller's saved views."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.saved_views import services
from accounts.saved_views.models import SavedView
from accounts.saved_views.serializers import SavedViewSerializer
from config.api.permissions import AUTHENTICATED
from config.api.reach import OWN
from config.api.schema import declare_operation
from config.api.views import EnvelopeView


class SavedViewList(EnvelopeView):
    permission = AUTHENTICATED
    reach = OWN

    @declare_operation("Mes vues enregistrées", response=SavedViewSerializer, many=True)
    def get(self, request: Any) -> Response:
        rows = SavedView.objects.filter(user=request.user)
        return self.ok(SavedViewSerializer(rows, many=True).data)

    @declare_operation("Enregistrer une vue", body=SavedViewSerializer, response=SavedViewSerializer, status=201)
    def post(self, request: Any) -> Response:
        row = services.save_view(user=request.user, **self.validate_body().validated_data)
        return self.ok(SavedViewSerializer(row).data, _("Vue enregistrée."), status=201)


class SavedViewDetail(EnvelopeView):
    permission = AUTHENTICATED
    reach = OWN

    @declare_operation("Supprimer une vue")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.delete_view(user=request.user, identity=identity)
        return self.ok(message=_("Vue supprimée."))
