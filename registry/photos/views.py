"""Serve photographs of households."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from registry.households.models import Household
from registry.photos import queries, services
from registry.photos.serializers import PhotoBody, PhotoResponse

WRITE = "registre.modifier"


class PhotoList(EnvelopeView):
    permission = {"GET": queries.READ, "POST": WRITE}

    @declare_operation("Photos d'un ménage", response=PhotoResponse, many=True, paging="total")
    def get(self, request: Any, identity: UUID) -> Response:
        household = self.find_visible(Household, id=identity)
        shown = PhotoResponse(queries.list_photos(household), many=True).data
        return self.ok(shown, total=len(shown))

    @declare_operation("Ajouter une photo à un ménage", body=PhotoBody, response=PhotoResponse, status=201)
    def post(self, request: Any, identity: UUID) -> Response:
        self.find_visible(Household, id=identity)
        file_id = self.validate_body().validated_data["fichier"]
        photo = services.add_photo(household_id=identity, file_id=file_id, user=self.caller)
        return self.ok(PhotoResponse(photo).data, _("Photo ajoutée."), status=201)


class PhotoDetail(EnvelopeView):
    permission = WRITE

    @declare_operation("Retirer une photo d'un ménage")
    def delete(self, request: Any, identity: UUID, photo: UUID) -> Response:
        self.find_visible(Household, id=identity)
        services.remove_photo(household_id=identity, photo_id=photo, user=self.caller)
        return self.ok(message=_("Photo retirée."))
