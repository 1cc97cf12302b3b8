"""Serve regions, secteurs, communes and localités: the same four operations for each, in format A."""

from typing import Any
from uuid import UUID

from rest_framework.response import Response

from config.api import etag
from config.api.fields import PageParams
from config.api.permissions import AUTHENTICATED
from config.api.reach import NATIONAL
from config.api.schema import declare_operation
from config.api.views import HydraView
from config.deletion import delete_unreferenced_row
from config.paging import paginate
from geo.areas import serializers as shapes
from geo.areas.fields import BoundaryField
from geo.areas.models import Commune, Locality, Region, Sector
from geo.areas.queries import filter_areas
from geo.areas.services import change_area, create_area

PERMISSION = {"GET": AUTHENTICATED, "POST": "geo.gerer", "PUT": "geo.gerer", "DELETE": "geo.gerer"}


class AreaView(HydraView):
    """Serve areas of one level: what its list and its detail share."""

    permission = PERMISSION
    model: Any
    shape: type[shapes.AreaSerializer]

    def shown(self, area: Any) -> dict[str, Any]:
        return self.shape(area, context={"request": self.request, "detail": True}).data

    def rows(self) -> Any:
        return self.filter_visible(filter_areas(self.collection, self.query))


class AreaList(AreaView):
    """List and create areas of one level."""

    def list(self) -> Response:
        page = paginate(self.rows(), self.query["page"], self.query["limit"])
        return self.build_collection_response(page.replace_items(self.shape(page.items, many=True).data))

    def create(self) -> Response:
        area = create_area(model=self.model, values=self.validate_body().validated_data)
        return self.build_resource_response(self.shown(area), status=201)


class AreaDetail(AreaView):
    """Read, change and delete one area."""

    def one(self, identity: UUID) -> Any:
        return self.find_visible(filter_areas(self.collection, {}), id=identity)

    def read(self, identity: UUID) -> Response:
        area = self.one(identity)
        shown = self.shown(area)
        if self.query.get("geometrie") and hasattr(area, "geom") and area.geom is not None:
            shown["geometrie"] = BoundaryField().to_representation(area.geom)
        return self.add_etag(self.build_resource_response(shown), etag.compute_etag(area.id, area.updated_at))

    def change(self, identity: UUID) -> Response:
        area = self.one(identity)
        sent = self.validate_body(area, partial=True).validated_data
        return self.build_resource_response(self.shown(change_area(area=area, values=sent, require=self.same_version)))

    def same_version(self, area: Any) -> None:
        """Raise CONFLICT when If-Match names another version than that of `area`."""
        etag.require_match(self.request, etag.compute_etag(area.id, area.updated_at))

    @declare_operation("Supprimer une unité géographique", status=204)
    def delete(self, request: Any, identity: UUID) -> Response:
        delete_unreferenced_row(self.one(identity))
        return self.build_deleted_response()


class RegionList(AreaList):
    # For a caller who is limited to regions, the new region would lie outside their scope.
    reach = {"POST": NATIONAL}
    kind, collection, model, shape = "Region", "regions", Region, shapes.RegionSerializer

    @declare_operation("Régions", query=PageParams, response=shapes.RegionResponse, many=True)
    def get(self, request: Any) -> Response:
        return self.list()

    @declare_operation("Créer une région", body=shapes.RegionSerializer, response=shapes.RegionResponse, status=201)
    def post(self, request: Any) -> Response:
        return self.create()


class RegionDetail(AreaDetail):
    reach = {"DELETE": NATIONAL}
    kind, collection, model, shape = "Region", "regions", Region, shapes.RegionSerializer

    @declare_operation("Une région", query=shapes.DetailParams, response=shapes.RegionResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.read(identity)

    @declare_operation("Modifier une région", body=shapes.RegionSerializer, response=shapes.RegionResponse)
    def put(self, request: Any, identity: UUID) -> Response:
        return self.change(identity)


class SectorList(AreaList):
    kind, collection, model, shape = "Secteur", "secteurs", Sector, shapes.SectorSerializer

    @declare_operation("Secteurs", query=shapes.SectorParams, response=shapes.SectorResponse, many=True)
    def get(self, request: Any) -> Response:
        return self.list()

    @declare_operation("Créer un secteur", body=shapes.SectorSerializer, response=shapes.SectorResponse, status=201)
    def post(self, request: Any) -> Response:
        return self.create()


class SectorDetail(AreaDetail):
    kind, collection, model, shape = "Secteur", "secteurs", Sector, shapes.SectorSerializer

    @declare_operation("Un secteur", query=shapes.DetailParams, response=shapes.SectorResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.read(identity)

    @declare_operation("Modifier un secteur", body=shapes.SectorSerializer, response=shapes.SectorResponse)
    def put(self, request: Any, identity: UUID) -> Response:
        return self.change(identity)


class CommuneList(AreaList):
    kind, collection, model, shape = "Commune", "communes", Commune, shapes.CommuneSerializer

    @declare_operation("Communes", query=shapes.CommuneParams, response=shapes.CommuneResponse, many=True)
    def get(self, request: Any) -> Response:
        return self.list()

    @declare_operation("Créer une commune", body=shapes.CommuneSerializer, response=shapes.CommuneResponse, status=201)
    def post(self, request: Any) -> Response:
        return self.create()


class CommuneDetail(AreaDetail):
    kind, collection, model, shape = "Commune", "communes", Commune, shapes.CommuneSerializer

    @declare_operation("Une commune", response=shapes.CommuneResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.read(identity)

    @declare_operation("Modifier une commune", body=shapes.CommuneSerializer, response=shapes.CommuneResponse)
    def put(self, request: Any, identity: UUID) -> Response:
        return self.change(identity)


class LocalityList(AreaList):
    kind, collection, model, shape = "Localite", "localites", Locality, shapes.LocalitySerializer

    @declare_operation("Localités", query=shapes.LocalityParams, response=shapes.LocalityResponse, many=True)
    def get(self, request: Any) -> Response:
        return self.list()

    @declare_operation(
        "Créer une localité", body=shapes.LocalitySerializer, response=shapes.LocalityResponse, status=201
    )
    def post(self, request: Any) -> Response:
        return self.create()


class LocalityDetail(AreaDetail):
    kind, collection, model, shape = "Localite", "localites", Locality, shapes.LocalitySerializer

    @declare_operation("Une localité", response=shapes.LocalityResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.read(identity)

    @declare_operation("Modifier une localité", body=shapes.LocalitySerializer, response=shapes.LocalityResponse)
    def put(self, request: Any, identity: UUID) -> Response:
        return self.change(identity)
