"""Serve visits and measures by the same five operations, which upper apps reuse for their records."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api import etag
from config.api.paging import paginate, paginate_found
from config.api.schema import operation
from config.api.views import EnvelopeView
from registry.follow_up import serializers as shapes
from registry.follow_up.models import HealthVisit, Measure
from registry.follow_up.queries import follow_ups
from registry.follow_up.services import add, change, delete


class FollowUpView(EnvelopeView):
    """Serve records of `model`, serialized by `shape` and read by `rows`; each has a household (`menage`)."""

    model: Any
    shape: Any

    def rows(self, query: dict[str, Any]) -> Any:
        return follow_ups(self.model, query)

    def told(self, rows: Any, many: bool = False) -> Any:
        return self.shape(rows, many=many, context={"request": self.request}).data


class FollowUpList(FollowUpView):
    permission: Any = {"GET": "registre.lire", "POST": "registre.modifier"}

    def add(self, values: dict[str, Any]) -> Any:
        return add(model=self.model, values=values, user=self.caller)

    def listed(self) -> Response:
        rows = self.visible(self.rows(self.query))
        paged = paginate_found if self.query.get("search") else paginate
        page = paged(rows, self.query["page"], self.query["limit"])
        return self.page(page.of(self.told(page.items, many=True)))

    def create(self) -> Response:
        row = self.add(self.input().validated_data)
        return self.ok(self.told(row), _("Enregistré."), status=201)


class FollowUpDetail(FollowUpView):
    permission: Any = {"GET": "registre.lire", "PUT": "registre.modifier", "DELETE": "registre.modifier"}

    def save(self, row: Any, values: dict[str, Any]) -> Any:
        return change(row=row, values=values, user=self.caller, require=self.same_version)

    def one(self, identity: UUID) -> Any:
        return self.find(self.rows({}), id=identity)

    def same_version(self, row: Any) -> None:
        """Raise CONFLICT when If-Match names another version of the row."""
        etag.require_match(self.request, etag.tag(row.id, row.updated_at))

    def shown(self, row: Any, message: Any = None) -> Response:
        return self.tagged(self.ok(self.told(row), message), etag.tag(row.id, row.updated_at))

    def change(self, identity: UUID) -> Response:
        row = self.one(identity)
        values = self.input(partial=True).validated_data
        return self.shown(self.save(row, values), _("Modifié."))

    def remove(self, identity: UUID) -> Response:
        delete(row=self.one(identity), user=self.caller, require=self.same_version)
        return self.ok(message=_("Supprimé."))


class VisitList(FollowUpList):
    model, shape = HealthVisit, shapes.VisitSerializer

    @operation(
        "Visites de santé", query=shapes.FollowUpParams, answer=shapes.VisitSerializer, many=True, paging="pagination"
    )
    def get(self, request: Any) -> Response:
        return self.listed()

    @operation(
        "Enregistrer une visite de santé", body=shapes.VisitSerializer, answer=shapes.VisitSerializer, status=201
    )
    def post(self, request: Any) -> Response:
        return self.create()


class VisitDetail(FollowUpDetail):
    model, shape = HealthVisit, shapes.VisitSerializer

    @operation("Une visite de santé", answer=shapes.VisitSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.shown(self.one(identity))

    @operation("Modifier une visite de santé", body=shapes.VisitSerializer, answer=shapes.VisitSerializer)
    def put(self, request: Any, identity: UUID) -> Response:
        return self.change(identity)

    @operation("Supprimer une visite de santé")
    def delete(self, request: Any, identity: UUID) -> Response:
        return self.remove(identity)


class MeasureList(FollowUpList):
    model, shape = Measure, shapes.MeasureSerializer

    @operation(
        "Mesures d'accompagnement",
        query=shapes.FollowUpParams,
        answer=shapes.MeasureSerializer,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        return self.listed()

    @operation(
        "Enregistrer une mesure d'accompagnement",
        body=shapes.MeasureSerializer,
        answer=shapes.MeasureSerializer,
        status=201,
    )
    def post(self, request: Any) -> Response:
        return self.create()


class MeasureDetail(FollowUpDetail):
    model, shape = Measure, shapes.MeasureSerializer

    @operation("Une mesure d'accompagnement", answer=shapes.MeasureSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.shown(self.one(identity))

    @operation("Modifier une mesure d'accompagnement", body=shapes.MeasureSerializer, answer=shapes.MeasureSerializer)
    def put(self, request: Any, identity: UUID) -> Response:
        return self.change(identity)

    @operation("Supprimer une mesure d'accompagnement")
    def delete(self, request: Any, identity: UUID) -> Response:
        return self.remove(identity)
