"""Serve visits after graduations: list, and what came of one."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api import etag
from config.api.fields import PageParams
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.paging import paginate
from transfers.graduation.visits import serializers, services
from transfers.graduation.visits.filters import GraduationVisitFilters
from transfers.graduation.visits.queries import filter_visits


class GraduationVisitList(EnvelopeView):
    permission = "transferts.lire"

    @declare_operation(
        "Visites après graduation",
        filters=GraduationVisitFilters,
        query=PageParams,
        response=serializers.GraduationVisitResponse,
        many=True,
        paging="meta",
    )
    def get(self, request: Any) -> Response:
        page = paginate(self.filter_visible(filter_visits(self.query)), self.query["page"], self.query["limit"])
        shown = serializers.GraduationVisitResponse(page.items, many=True).data
        return self.build_page_response(page.replace_items(shown))


class GraduationVisitDetail(EnvelopeView):
    permission = "transferts.modifier"

    @declare_operation(
        "Noter une visite après graduation",
        body=serializers.GraduationVisitBody,
        response=serializers.GraduationVisitResponse,
    )
    def put(self, request: Any, identity: UUID) -> Response:
        changed = services.record_visit(
            visit=self.find_visible(filter_visits({}), id=identity),
            suivi=self.validate_body().validated_data["suivi"],
            user=self.caller,
            require=self.require_same_version,
        )
        shown = serializers.GraduationVisitResponse(self.find_visible(filter_visits({}), id=identity)).data
        return self.add_etag(self.ok(shown, _("Visite notée.")), etag.compute_etag(changed.id, changed.updated_at))
