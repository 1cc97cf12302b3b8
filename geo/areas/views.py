"""Serve regions, secteurs, communes and localités: the same four operations for each, in format A."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework.response import Response

from accounts.sync.serializers import SyncParams
from accounts.sync.views import SyncView
from config.api import etag
from config.api.fields import PageParams
from config.api.permissions import AUTHENTICATED
from config.api.reach import NATIONAL
from config.api.schema import declare_operation
from config.api.views import HydraView
from config.deletion import delete_unreferenced_row
from config.paging import paginate
from geo.areas import serializers as forms
from geo.areas.fields import BoundaryField
from geo.areas.filters import CommuneFilters, LocalityFilters, SectorFilters
from geo.areas.models import Commune, Locality, Region, Sector
from geo.areas.queries import filter_areas
from geo.areas.services import change_area, create_area

PERMISSION = {"GET": AUTHENTICATED, "POST": "geo.gerer", "PUT": "geo.gerer", "DELETE": "geo.gerer"}


class AreaView(HydraView):
    """Serve areas of one level: what its list and its detail share."""

    permission = PERMISSION
    model: Any
    area_serializer: type[forms.AreaSerializer]

    def serialize_area(self, area: Any) -> dict[str, Any]:
        return self.area_serializer(area, context={"request": self.request, "detail": True}).data

    def filter_visible_areas(self) -> Any:
        return self.filter_visible(filter_areas(self.collection, self.query))


class AreaList(AreaView):
    """List and create areas of one level."""

    def list(self) -> Response:
        page = paginate(self.filter_visible_areas(), self.query["page"], self.query["limit"])
        return self.build_collection_response(page.replace_items(self.area_serializer(page.items, many=True).data))

    def create(self) -> Response:
        area = create_area(model=self.model, values=self.validate_body().validated_data)
        return self.build_resource_response(self.serialize_area(area), status=201)


class AreaDetail(AreaView):
    """Read, change and delete one area."""

    def find_area(self, identity: UUID) -> Any:
        return self.find_visible(filter_areas(self.collection, {}), id=identity)

    def read(self, identity: UUID) -> Response:
        area = self.find_area(identity)
        body = self.serialize_area(area)
        if self.query.get("geometrie") and hasattr(area, "geom") and area.geom is not None:
            body["geometrie"] = BoundaryField().to_representation(area.geom)
        return self.add_etag(self.build_resource_response(body), etag.compute_etag(area.id, area.updated_at))

    def change(self, identity: UUID) -> Response:
        area = self.find_area(identity)
        values = self.validate_body(area, partial=True).validated_data
        changed = change_area(area=area, values=values, require=self.require_same_version)
        return self.build_resource_response(self.serialize_area(changed))

    @declare_operation("Supprimer une unité géographique", status=204)
    def delete(self, request: Any, identity: UUID) -> Response:
        delete_unreferenced_row(self.find_area(identity))
        return self.build_deleted_response()


class RegionList(AreaList):
    # For a caller who is limited to regions, the new region would lie outside their scope.
    reach = {"POST": NATIONAL}
    kind, collection, model, area_serializer = "Region", "regions", Region, forms.RegionSerializer

    @declare_operation("Régions", query=PageParams, response=forms.RegionResponse, many=True)
    def get(self, request: Any) -> Response:
        return self.list()

    @declare_operation("Créer une région", body=forms.RegionSerializer, response=forms.RegionResponse, status=201)
    def post(self, request: Any) -> Response:
        return self.create()


class RegionDetail(AreaDetail):
    reach = {"DELETE": NATIONAL}
    kind, collection, model, area_serializer = "Region", "regions", Region, forms.RegionSerializer

    @declare_operation("Une région", query=forms.DetailParams, response=forms.RegionResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.read(identity)

    @declare_operation("Modifier une région", body=forms.RegionSerializer, response=forms.RegionResponse)
    def put(self, request: Any, identity: UUID) -> Response:
        return self.change(identity)


class SectorList(AreaList):
    kind, collection, model, area_serializer = "Secteur", "secteurs", Sector, forms.SectorSerializer

    @declare_operation("Secteurs", filters=SectorFilters, query=PageParams, response=forms.SectorResponse, many=True)
    def get(self, request: Any) -> Response:
        return self.list()

    @declare_operation("Créer un secteur", body=forms.SectorSerializer, response=forms.SectorResponse, status=201)
    def post(self, request: Any) -> Response:
        return self.create()


class SectorDetail(AreaDetail):
    kind, collection, model, area_serializer = "Secteur", "secteurs", Sector, forms.SectorSerializer

    @declare_operation("Un secteur", query=forms.DetailParams, response=forms.SectorResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.read(identity)

    @declare_operation("Modifier un secteur", body=forms.SectorSerializer, response=forms.SectorResponse)
    def put(self, request: Any, identity: UUID) -> Response:
        return self.change(identity)


class CommuneList(AreaList):
    kind, collection, model, area_serializer = "Commune", "communes", Commune, forms.CommuneSerializer

    @declare_operation("Communes", filters=CommuneFilters, query=PageParams, response=forms.CommuneResponse, many=True)
    def get(self, request: Any) -> Response:
        return self.list()

    @declare_operation("Créer une commune", body=forms.CommuneSerializer, response=forms.CommuneResponse, status=201)
    def post(self, request: Any) -> Response:
        return self.create()


class CommuneDetail(AreaDetail):
    kind, collection, model, area_serializer = "Commune", "communes", Commune, forms.CommuneSerializer

    @declare_operation("Une commune", response=forms.CommuneResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.read(identity)

    @declare_operation("Modifier une commune", body=forms.CommuneSerializer, response=forms.CommuneResponse)
    def put(self, request: Any, identity: UUID) -> Response:
        return self.change(identity)


class LocalityList(AreaList):
    kind, collection, model, area_serializer = "Localite", "localites", Locality, forms.LocalitySerializer

    @declare_operation(
        "Localités", filters=LocalityFilters, query=PageParams, response=forms.LocalityResponse, many=True
    )
    def get(self, request: Any) -> Response:
        return self.list()

    @declare_operation("Créer une localité", body=forms.LocalitySerializer, response=forms.LocalityResponse, status=201)
    def post(self, request: Any) -> Response:
        return self.create()


class LocalityDetail(AreaDetail):
    kind, collection, model, area_serializer = "Localite", "localites", Locality, forms.LocalitySerializer

    @declare_operation("Une localité", response=forms.LocalityResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.read(identity)

    @declare_operation("Modifier une localité", body=forms.LocalitySerializer, response=forms.LocalityResponse)
    def put(self, request: Any, identity: UUID) -> Response:
        return self.change(identity)


class AreaSync(SyncView):
    """Serve areas of one level, without their boundaries, and what changed of them."""

    permission = AUTHENTICATED
    area_serializer: type[forms.AreaSerializer]

    def filter_rows(self) -> QuerySet:
        return self.filter_visible(filter_areas(self.nature, {}))

    def serialize_rows(self, ids: list[UUID]) -> Iterable[Any]:
        return self.area_serializer(filter_areas(self.nature, {}).filter(id__in=ids), many=True).data


class RegionSync(AreaSync):
    nature, area_serializer = "regions", forms.RegionSerializer

    @declare_operation(
        "Régions et leurs changements", query=SyncParams, response=forms.RegionResponse, many=True, paging="suite"
    )
    def get(self, request: Any) -> Response:
        return self.build_feed_response()


class SectorSync(AreaSync):
    nature, area_serializer = "secteurs", forms.SectorSerializer

    @declare_operation(
        "Secteurs et leurs changements", query=SyncParams, response=forms.SectorResponse, many=True, paging="suite"
    )
    def get(self, request: Any) -> Response:
        return self.build_feed_response()


class CommuneSync(AreaSync):
    nature, area_serializer = "communes", forms.CommuneSerializer

    @declare_operation(
        "Communes et leurs changements", query=SyncParams, response=forms.CommuneResponse, many=True, paging="suite"
    )
    def get(self, request: Any) -> Response:
        return self.build_feed_response()


class LocalitySync(AreaSync):
    nature, area_serializer = "localites", forms.LocalitySerializer

    @declare_operation(
        "Localités et leurs changements", query=SyncParams, response=forms.LocalityResponse, many=True, paging="suite"
    )
    def get(self, request: Any) -> Response:
        return self.build_feed_response()
