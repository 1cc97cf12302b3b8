"""Serve the facility lists of the map. Each view names its layer; `geo.layers` does the rest."""

from typing import Any

from rest_framework.response import Response

from config.api.schema import operation
from geo.facilities.serializers import (
    ContactPlaceSerializer,
    HealthServiceParams,
    HealthServiceSerializer,
    SchoolParams,
    SchoolSerializer,
    WaterPointSerializer,
)
from geo.layers.serializers import MapListParams, PlaceSerializer
from geo.layers.views import MapListView


class PlaceList(MapListView):
    """Serve a list of facilities to callers with `geo.lire`."""

    permission = "geo.lire"


class Schools(PlaceList):
    layer = "ecoles"

    @operation("Écoles sur la carte", query=SchoolParams, answer=SchoolSerializer, many=True, paging="total")
    def get(self, request: Any) -> Response:
        return self.answer()


class HealthServices(PlaceList):
    layer = "services_sante"

    @operation(
        "Services de santé sur la carte",
        query=HealthServiceParams, answer=HealthServiceSerializer, many=True, paging="total",
    )  # fmt: skip
    def get(self, request: Any) -> Response:
        return self.answer()


class HealthAgents(PlaceList):
    layer = "asc"

    @operation(
        "Agents de santé communautaire sur la carte",
        query=MapListParams, answer=ContactPlaceSerializer, many=True, paging="total",
    )  # fmt: skip
    def get(self, request: Any) -> Response:
        return self.answer()


class LocalActors(PlaceList):
    layer = "acteurs_locaux"

    @operation(
        "Points focaux et chefs de village sur la carte",
        query=MapListParams, answer=ContactPlaceSerializer, many=True, paging="total",
    )  # fmt: skip
    def get(self, request: Any) -> Response:
        return self.answer()


class PoliceStations(PlaceList):
    layer = "polices_judiciaires"

    @operation(
        "Services judiciaires sur la carte", query=MapListParams, answer=PlaceSerializer, many=True, paging="total"
    )
    def get(self, request: Any) -> Response:
        return self.answer()


class VbgServices(PlaceList):
    layer = "services_vbg"

    @operation("Services VBG sur la carte", query=MapListParams, answer=PlaceSerializer, many=True, paging="total")
    def get(self, request: Any) -> Response:
        return self.answer()


class WaterPoints(PlaceList):
    layer = "points_eau"

    @operation("Points d'eau sur la carte", query=MapListParams, answer=WaterPointSerializer, many=True, paging="total")
    def get(self, request: Any) -> Response:
        return self.answer()
