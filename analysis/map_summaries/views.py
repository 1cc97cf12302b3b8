"""Serve the map's summaries: hierarchy, counts, statistics, settings."""

import hashlib
from collections.abc import Callable
from typing import Any, Final, cast

import orjson
from django.core.cache import cache
from rest_framework.response import Response

from analysis.map_summaries import queries
from analysis.map_summaries.filters import (
    ComplaintStatisticsFilters,
    LayerCountFilters,
    PaymentStatisticsFilters,
    SchoolStatisticsFilters,
    SectorStatisticsFilters,
)
from analysis.map_summaries.serializers import (
    AreaLevelParams,
    ComplaintStatisticsSerializer,
    LayerCountsSerializer,
    MapSettingsSerializer,
    PaymentStatisticsSerializer,
    RegionNodeSerializer,
    RegionOutlineSerializer,
    RegionStatisticsSerializer,
    SchoolStatisticsSerializer,
    SectorStatisticsSerializer,
)
from config.api.limits import ANALYSIS
from config.api.rendering import render_json
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from geo.layers.api import find_map_version

# Only evicts entries that are no longer requested: the version invalidates them.
CACHE_SECONDS: Final = 600


class CachedSummaryView(EnvelopeView):
    """Serve an expensive summary from a cache, per version of the map and per scope.

    Each process has its own cache. The version is read from the database for each request, so that processes do not
    return different states. A summary is never shared between callers with different regions or permissions.
    """

    def render_cached(self, name: str, compute: Callable[[], Any], *parts: Any) -> bytes:
        """Return the JSON of what `compute` returns, from the cache unless any layer has changed.

        The key contains the regions and the permissions of the caller, as both decide what is counted, and `parts`. The
        version is read before `compute` runs, so the cached value is of that version or newer.
        """
        regions = "all" if self.caller.region_ids is None else sorted(map(str, self.caller.region_ids))
        state = repr((find_map_version(), regions, sorted(self.caller.permissions), parts))
        scope = hashlib.blake2b(state.encode(), digest_size=16).hexdigest()
        return cast(bytes, cache.get_or_set(f"map:{name}:{scope}", lambda: render_json(compute()), CACHE_SECONDS))


class AreaHierarchy(CachedSummaryView):
    """Serve regions with their secteurs and localities; cached per scope until a layer changes."""

    permission = "geo.lire"

    @declare_operation(
        "Régions, secteurs et localités avec leurs totaux", response=RegionNodeSerializer, many=True, paging="total"
    )
    def get(self, request: Any) -> Response:
        summary = self.render_cached("hierarchy", lambda: queries.build_hierarchy(self.caller))
        return self.ok(orjson.Fragment(summary), total=len(orjson.loads(summary)))


class AreaOutlines(CachedSummaryView):
    """Serve the simplified outlines of regions, for small maps without tiles; cached per scope until a layer changes."""

    permission = "geo.lire"

    @declare_operation("Contours simplifiés des régions", response=RegionOutlineSerializer, many=True, paging="total")
    def get(self, request: Any) -> Response:
        summary = self.render_cached("outlines", lambda: queries.list_region_outlines(self.caller))
        return self.ok(orjson.Fragment(summary), total=len(orjson.loads(summary)))


class LayerCounts(CachedSummaryView):
    """Serve the number of features of each layer; cached per scope until a layer changes."""

    permission = "geo.lire"

    @declare_operation("Nombre d'objets de chaque couche", filters=LayerCountFilters, response=LayerCountsSerializer)
    def get(self, request: Any) -> Response:
        summary = self.render_cached(
            "layers", lambda: queries.count_layer_features(self.caller, self.query), sorted(self.query.items())
        )
        return self.ok(orjson.Fragment(summary))


class RegionStatistics(EnvelopeView):
    permission = "registre.lire"

    @declare_operation("Statistiques par région", response=RegionStatisticsSerializer, many=True, paging="total")
    def get(self, request: Any) -> Response:
        rows = queries.list_region_statistics(self.caller)
        return self.ok(rows, total=len(rows))


class SectorStatistics(EnvelopeView):
    permission = "registre.lire"

    @declare_operation(
        "Statistiques par secteur",
        filters=SectorStatisticsFilters,
        response=SectorStatisticsSerializer,
        many=True,
        paging="total",
    )
    def get(self, request: Any) -> Response:
        rows = queries.list_sector_statistics(self.caller, self.query)
        return self.ok(rows, total=len(rows))


class ComplaintStatistics(EnvelopeView):
    """Serve complaints by area; `sansZone` counts those that lie in no area of the level."""

    permission = "plaintes.lire"

    @declare_operation(
        "Plaintes par région ou secteur",
        filters=ComplaintStatisticsFilters,
        query=AreaLevelParams,
        response=ComplaintStatisticsSerializer,
        many=True,
        paging="total",
    )
    def get(self, request: Any) -> Response:
        rows, unplaced = queries.list_complaint_statistics(self.caller, self.query)
        return self.ok(rows, total=len(rows), sansZone=unplaced)


class PaymentStatistics(EnvelopeView):
    """Serve what was paid by area; `sansZone` counts the payments that lie in no area of the level."""

    permission = "transferts.lire"
    allowance = ANALYSIS

    @declare_operation(
        "Paiements par région ou secteur",
        filters=PaymentStatisticsFilters,
        query=AreaLevelParams,
        response=PaymentStatisticsSerializer,
        many=True,
        paging="total",
    )
    def get(self, request: Any) -> Response:
        rows, unplaced = queries.list_payment_statistics(self.caller, self.query)
        return self.ok(rows, total=len(rows), sansZone=unplaced)


class SchoolStatistics(CachedSummaryView):
    """Serve statistics of schools.

    They are cached per scope and filter until a layer changes, because they contain a mean over all households.
    """

    permission = "geo.lire"

    @declare_operation("Statistiques des écoles", filters=SchoolStatisticsFilters, response=SchoolStatisticsSerializer)
    def get(self, request: Any) -> Response:
        summary = self.render_cached(
            "schools",
            lambda: queries.compute_school_statistics(self.caller, self.query),
            sorted(self.query.items()),
        )
        return self.ok(orjson.Fragment(summary))


class MapSettings(EnvelopeView):
    permission = "geo.lire"

    @declare_operation("Réglages de la carte", response=MapSettingsSerializer)
    def get(self, request: Any) -> Response:
        return self.ok(queries.build_map_settings(self.caller, request.build_absolute_uri("/").rstrip("/")))
