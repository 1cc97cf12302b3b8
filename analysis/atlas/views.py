"""Serve the map's summaries: hierarchy, counts, statistics, settings."""

from typing import Any

import orjson
from rest_framework.response import Response

from analysis.atlas import queries
from analysis.atlas.serializers import (
    LayerCountsSerializer,
    MapSettingsSerializer,
    RegionNodeSerializer,
    RegionParams,
    RegionStatisticsSerializer,
    SchoolStatisticsParams,
    SchoolStatisticsSerializer,
    SectorStatisticsSerializer,
)
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from geo.layers.api import cache_response


class AreaHierarchy(EnvelopeView):
    """Serve regions with their secteurs and localities; cached per scope until a layer changes."""

    permission = "geo.lire"

    @declare_operation("Régions, secteurs et localités avec leurs totaux", response=RegionNodeSerializer, many=True,
               paging="total")  # fmt: skip
    def get(self, request: Any) -> Response:
        made = cache_response("hierarchy", self.caller, lambda: queries.build_hierarchy(self.caller))
        return self.ok(orjson.Fragment(made), total=len(orjson.loads(made)))


class LayerCounts(EnvelopeView):
    """Serve the number of features of each layer; cached per scope until a layer changes."""

    permission = "geo.lire"

    @declare_operation("Nombre d'objets de chaque couche", response=LayerCountsSerializer)
    def get(self, request: Any) -> Response:
        made = cache_response("layers", self.caller, lambda: queries.count_layer_features(self.caller))
        return self.ok(orjson.Fragment(made))


class RegionStatistics(EnvelopeView):
    permission = "registre.lire"

    @declare_operation("Statistiques par région", response=RegionStatisticsSerializer, many=True, paging="total")
    def get(self, request: Any) -> Response:
        rows = queries.list_region_statistics(self.caller)
        return self.ok(rows, total=len(rows))


class SectorStatistics(EnvelopeView):
    permission = "registre.lire"

    @declare_operation("Statistiques par secteur", query=RegionParams, response=SectorStatisticsSerializer, many=True,
               paging="total")  # fmt: skip
    def get(self, request: Any) -> Response:
        rows = queries.list_sector_statistics(self.caller, self.query.get("region"))
        return self.ok(rows, total=len(rows))


class SchoolStatistics(EnvelopeView):
    """Serve statistics of schools.

    They are cached per scope and filter until a layer changes, because they contain a mean over all households.
    """

    permission = "geo.lire"

    @declare_operation("Statistiques des écoles", query=SchoolStatisticsParams, response=SchoolStatisticsSerializer)
    def get(self, request: Any) -> Response:
        made = cache_response(
            "schools",
            self.caller,
            lambda: queries.compute_school_statistics(self.caller, self.query),
            sorted(self.query.items()),
        )
        return self.ok(orjson.Fragment(made))


class MapSettings(EnvelopeView):
    permission = "geo.lire"

    @declare_operation("Réglages de la carte", response=MapSettingsSerializer)
    def get(self, request: Any) -> Response:
        return self.ok(queries.build_map_settings(self.caller, request.build_absolute_uri("/").rstrip("/")))
