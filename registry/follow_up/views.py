"""Serve visits and measures by the same five operations, which upper apps reuse for their records."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api import etag
from config.api.fields import PageParams
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.filters import FilterSet
from config.paging import paginate, paginate_search
from registry.follow_up import serializers
from registry.follow_up.filters import MeasureFilters, VisitFilters
from registry.follow_up.models import HealthVisit, Measure
from registry.follow_up.services import create_record, delete_record, update_record


class FollowUpView(EnvelopeView):
    """Serve records of `model`, serialized by `serializer_class` and read by `filter_rows`; each has a household (`menage`)."""

    model: Any
    filters: type[FilterSet]
    serializer_class: Any

    def filter_rows(self, query: dict[str, Any]) -> Any:
        """Return the records that match the filters of the list, newest first, with their households."""
        return self.filters.filter_rows(self.model._default_manager.select_related("menage"), query)

    def serialize_rows(self, rows: Any, many: bool = False) -> Any:
        return self.serializer_class(rows, many=many, context={"request": self.request}).data


class FollowUpList(FollowUpView):
    permission: Any = {"GET": "registre.lire", "POST": "registre.modifier"}

    def create_row(self, values: dict[str, Any]) -> Any:
        return create_record(model=self.model, values=values, user=self.caller)

    def build_list_response(self) -> Response:
        rows = self.filter_visible(self.filter_rows(self.query))
        paginate_rows = paginate_search if self.query.get("search") else paginate
        page = paginate_rows(rows, self.query["page"], self.query["limit"])
        return self.build_page_response(page.replace_items(self.serialize_rows(page.items, many=True)))

    def handle_create(self) -> Response:
        row = self.create_row(self.validate_body().validated_data)
        return self.ok(self.serialize_rows(row), _("Enregistré."), status=201)


class FollowUpDetail(FollowUpView):
    permission: Any = {"GET": "registre.lire", "PUT": "registre.modifier", "DELETE": "registre.modifier"}

    def update_row(self, row: Any, values: dict[str, Any]) -> Any:
        return update_record(row=row, values=values, user=self.caller, require=self.require_same_version)

    def find_row(self, identity: UUID) -> Any:
        return self.find_visible(self.filter_rows({}), id=identity)

    def build_row_response(self, row: Any, message: Any = None) -> Response:
        return self.add_etag(self.ok(self.serialize_rows(row), message), etag.compute_etag(row.id, row.updated_at))

    def handle_update(self, identity: UUID) -> Response:
        row = self.find_row(identity)
        values = self.validate_body(partial=True).validated_data
        return self.build_row_response(self.update_row(row, values), _("Modifié."))

    def handle_delete(self, identity: UUID) -> Response:
        delete_record(row=self.find_row(identity), user=self.caller, require=self.require_same_version)
        return self.ok(message=_("Supprimé."))


class VisitList(FollowUpList):
    model, filters, serializer_class = HealthVisit, VisitFilters, serializers.VisitSerializer

    @declare_operation(
        "Visites de santé",
        filters=VisitFilters,
        query=PageParams,
        response=serializers.VisitSerializer,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        return self.build_list_response()

    @declare_operation(
        "Enregistrer une visite de santé",
        body=serializers.VisitSerializer,
        response=serializers.VisitSerializer,
        status=201,
    )
    def post(self, request: Any) -> Response:
        return self.handle_create()


class VisitDetail(FollowUpDetail):
    model, filters, serializer_class = HealthVisit, VisitFilters, serializers.VisitSerializer

    @declare_operation("Une visite de santé", response=serializers.VisitSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.build_row_response(self.find_row(identity))

    @declare_operation(
        "Modifier une visite de santé", body=serializers.VisitSerializer, response=serializers.VisitSerializer
    )
    def put(self, request: Any, identity: UUID) -> Response:
        return self.handle_update(identity)

    @declare_operation("Supprimer une visite de santé")
    def delete(self, request: Any, identity: UUID) -> Response:
        return self.handle_delete(identity)


class MeasureList(FollowUpList):
    model, filters, serializer_class = Measure, MeasureFilters, serializers.MeasureSerializer

    @declare_operation(
        "Mesures d'accompagnement",
        filters=MeasureFilters,
        query=PageParams,
        response=serializers.MeasureSerializer,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        return self.build_list_response()

    @declare_operation(
        "Enregistrer une mesure d'accompagnement",
        body=serializers.MeasureSerializer,
        response=serializers.MeasureSerializer,
        status=201,
    )
    def post(self, request: Any) -> Response:
        return self.handle_create()


class MeasureDetail(FollowUpDetail):
    model, filters, serializer_class = Measure, MeasureFilters, serializers.MeasureSerializer

    @declare_operation("Une mesure d'accompagnement", response=serializers.MeasureSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.build_row_response(self.find_row(identity))

    @declare_operation(
        "Modifier une mesure d'accompagnement",
        body=serializers.MeasureSerializer,
        response=serializers.MeasureSerializer,
    )
    def put(self, request: Any, identity: UUID) -> Response:
        return self.handle_update(identity)

    @declare_operation("Supprimer une mesure d'accompagnement")
    def delete(self, request: Any, identity: UUID) -> Response:
        return self.handle_delete(identity)
