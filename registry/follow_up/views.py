"""Serve visits and measures by the same five operations, which upper apps reuse for their records."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api import etag
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.paging import paginate, paginate_search
from registry.follow_up import serializers as shapes
from registry.follow_up.models import HealthVisit, Measure
from registry.follow_up.queries import filter_records
from registry.follow_up.services import create_record, delete_record, update_record


class FollowUpView(EnvelopeView):
    """Serve records of `model`, serialized by `shape` and read by `rows`; each has a household (`menage`)."""

    model: Any
    shape: Any

    def rows(self, query: dict[str, Any]) -> Any:
        return filter_records(self.model, query)

    def told(self, rows: Any, many: bool = False) -> Any:
        return self.shape(rows, many=many, context={"request": self.request}).data


class FollowUpList(FollowUpView):
    permission: Any = {"GET": "registre.lire", "POST": "registre.modifier"}

    def add(self, values: dict[str, Any]) -> Any:
        return create_record(model=self.model, values=values, user=self.caller)

    def listed(self) -> Response:
        rows = self.visible(self.rows(self.query))
        paged = paginate_search if self.query.get("search") else paginate
        page = paged(rows, self.query["page"], self.query["limit"])
        return self.page(page.of(self.told(page.items, many=True)))

    def create(self) -> Response:
        row = self.add(self.input().validated_data)
        return self.ok(self.told(row), _("Enregistré."), status=201)


class FollowUpDetail(FollowUpView):
    permission: Any = {"GET": "registre.lire", "PUT": "registre.modifier", "DELETE": "registre.modifier"}

    def save(self, row: Any, values: dict[str, Any]) -> Any:
        return update_record(row=row, values=values, user=self.caller, require=self.same_version)

    def one(self, identity: UUID) -> Any:
        return self.find(self.rows({}), id=identity)

    def same_version(self, row: Any) -> None:
        """Raise CONFLICT when If-Match names another version of the row."""
        etag.require_match(self.request, etag.compute_etag(row.id, row.updated_at))

    def shown(self, row: Any, message: Any = None) -> Response:
        return self.tagged(self.ok(self.told(row), message), etag.compute_etag(row.id, row.updated_at))

    def change(self, identity: UUID) -> Response:
        row = self.one(identity)
        values = self.input(partial=True).validated_data
        return self.shown(self.save(row, values), _("Modifié."))

    def remove(self, identity: UUID) -> Response:
        delete_record(row=self.one(identity), user=self.caller, require=self.same_version)
        return self.ok(message=_("Supprimé."))


class VisitList(FollowUpList):
    model, shape = HealthVisit, shapes.VisitSerializer

    @declare_operation(
        "Visites de santé", query=shapes.FollowUpParams, answer=shapes.VisitSerializer, many=True, paging="pagination"
    )
    def get(self, request: Any) -> Response:
        return self.listed()

    @declare_operation(
        "Enregistrer une visite de santé", body=shapes.VisitSerializer, answer=shapes.VisitSerializer, status=201
    )
    def post(self, request: Any) -> Response:
        return self.create()


class VisitDetail(FollowUpDetail):
    model, shape = HealthVisit, shapes.VisitSerializer

    @declare_operation("Une visite de santé", answer=shapes.VisitSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.shown(self.one(identity))

    @declare_operation("Modifier une visite de santé", body=shapes.VisitSerializer, answer=shapes.VisitSerializer)
    def put(self, request: Any, identity: UUID) -> Response:
        return self.change(identity)

    @declare_operation("Supprimer une visite de santé")
    def delete(self, request: Any, identity: UUID) -> Response:
        return self.remove(identity)


class MeasureList(FollowUpList):
    model, shape = Measure, shapes.MeasureSerializer

    @declare_operation(
        "Mesures d'accompagnement",
        query=shapes.FollowUpParams,
        answer=shapes.MeasureSerializer,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        return self.listed()

    @declare_operation(
        "Enregistrer une mesure d'accompagnement",
        body=shapes.MeasureSerializer,
        answer=shapes.MeasureSerializer,
        status=201,
    )
    def post(self, request: Any) -> Response:
        return self.create()


class MeasureDetail(FollowUpDetail):
    model, shape = Measure, shapes.MeasureSerializer

    @declare_operation("Une mesure d'accompagnement", answer=shapes.MeasureSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.shown(self.one(identity))

    @declare_operation(
        "Modifier une mesure d'accompagnement", body=shapes.MeasureSerializer, answer=shapes.MeasureSerializer
    )
    def put(self, request: Any, identity: UUID) -> Response:
        return self.change(identity)

    @declare_operation("Supprimer une mesure d'accompagnement")
    def delete(self, request: Any, identity: UUID) -> Response:
        return self.remove(identity)
