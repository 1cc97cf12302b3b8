"""Serve the public holidays of the country."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api import etag
from config.api.permissions import AUTHENTICATED
from config.api.reach import NATIONAL
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from transfers.holidays import serializers, services
from transfers.holidays.filters import HolidayFilters
from transfers.holidays.models import Holiday

WRITE = "administration.references"


class HolidayList(EnvelopeView):
    permission = {"GET": AUTHENTICATED, "POST": WRITE}
    reach = NATIONAL

    @declare_operation("Jours fériés", filters=HolidayFilters, response=serializers.HolidayResponse, many=True)
    def get(self, request: Any) -> Response:
        rows = HolidayFilters.filter_rows(self.filter_visible(Holiday.objects.all()), self.query)
        return self.ok(serializers.HolidayResponse(rows, many=True).data)

    @declare_operation(
        "Ajouter un jour férié", body=serializers.HolidayBody, response=serializers.HolidayResponse, status=201
    )
    def post(self, request: Any) -> Response:
        made = services.create_holiday(values=dict(self.validate_body().validated_data))
        return self.ok(serializers.HolidayResponse(made).data, _("Jour férié ajouté."), status=201)


class HolidayDetail(EnvelopeView):
    permission = {"GET": AUTHENTICATED, "PUT": WRITE, "DELETE": WRITE}
    reach = NATIONAL

    @declare_operation("Un jour férié", response=serializers.HolidayResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        row = self.find_visible(Holiday.objects.all(), id=identity)
        shown = serializers.HolidayResponse(row).data
        return self.add_etag(self.ok(shown), etag.compute_etag(row.id, row.updated_at))

    @declare_operation("Modifier un jour férié", body=serializers.HolidayBody, response=serializers.HolidayResponse)
    def put(self, request: Any, identity: UUID) -> Response:
        changed = services.change_holiday(
            holiday=self.find_visible(Holiday.objects.all(), id=identity),
            values=dict(self.validate_body(partial=True).validated_data),
            require=self.require_same_version,
        )
        answer = self.ok(serializers.HolidayResponse(changed).data, _("Jour férié modifié."))
        return self.add_etag(answer, etag.compute_etag(changed.id, changed.updated_at))

    @declare_operation("Supprimer un jour férié")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.delete_holiday(
            holiday=self.find_visible(Holiday.objects.all(), id=identity), require=self.require_same_version
        )
        return self.ok(message=_("Jour férié supprimé."))
