"""Serve the facility lists of the map. Each view names its layer; `MapListView` does the rest."""

from typing import Any

from rest_framework.response import Response

from config.api.schema import declare_operation
from geo.facilities.filters import HealthServiceListFilters, SchoolListFilters
from geo.facilities.serializers import (
    ContactFacilitySerializer,
    HealthServiceSerializer,
    SchoolSerializer,
    WaterPointSerializer,
)
from geo.layers.api import AreaFilters
from geo.layers.serializers import FacilitySerializer, MapListParams
from geo.layers.views import MapListView


class FacilityList(MapListView):
    """Serve a list of facilities to callers with `geo.lire`."""

    permission = "geo.lire"


class SchoolList(FacilityList):
    layer = "ecoles"

    @declare_operation(
        "Écoles sur la carte",
        filters=SchoolListFilters,
        query=MapListParams,
        response=SchoolSerializer,
        many=True,
        paging="total",
    )
    def get(self, request: Any) -> Response:
        return self.build_list_response()


class HealthServiceList(FacilityList):
    layer = "services_sante"

    @declare_operation(
        "Services de santé sur la carte",
        filters=HealthServiceListFilters,
        query=MapListParams,
        response=HealthServiceSerializer,
        many=True,
        paging="total",
    )
    def get(self, request: Any) -> Response:
        return self.build_list_response()


class HealthAgentList(FacilityList):
    layer = "asc"

    @declare_operation(
        "Agents de santé communautaire sur la carte",
        filters=AreaFilters,
        query=MapListParams,
        response=ContactFacilitySerializer,
        many=True,
        paging="total",
    )
    def get(self, request: Any) -> Response:
        return self.build_list_response()


class LocalActorList(FacilityList):
    layer = "acteurs_locaux"

    @declare_operation(
        "Points focaux et chefs de village sur la carte",
        filters=AreaFilters,
        query=MapListParams,
        response=ContactFacilitySerializer,
        many=True,
        paging="total",
    )
    def get(self, request: Any) -> Response:
        return self.build_list_response()


class PoliceStationList(FacilityList):
    layer = "polices_judiciaires"

    @declare_operation(
        "Services judiciaires sur la carte",
        filters=AreaFilters,
        query=MapListParams,
        response=FacilitySerializer,
        many=True,
        paging="total",
    )
    def get(self, request: Any) -> Response:
        return self.build_list_response()


class VbgServiceList(FacilityList):
    layer = "services_vbg"

    @declare_operation(
        "Services VBG sur la carte",
        filters=AreaFilters,
        query=MapListParams,
        response=FacilitySerializer,
        many=True,
        paging="total",
    )
    def get(self, request: Any) -> Response:
        return self.build_list_response()


class WaterPointList(FacilityList):
    layer = "points_eau"

    @declare_operation(
        "Points d'eau sur la carte",
        filters=AreaFilters,
        query=MapListParams,
        response=WaterPointSerializer,
        many=True,
        paging="total",
    )
    def get(self, request: Any) -> Response:
        return self.build_list_response()
